"""The table of settings: a new one is one line in `SETTINGS`, and one field in `Settings` or `AnkiOptions`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import time, timedelta
from typing import Any

from flashdeck.config.keys import ACTIONS, DEFAULT_KEYS, KEYS, KEYS_TEXT, keys
from flashdeck.config.values import clock, decimal, delay, months, one_of, or_none, prefix, steps, truth, whole

SCHEDULERS = ("sm2", "anki", "fsrs")
NEW_ORDERS = ("file", "shuffled")
LEECH_ACTIONS = ("tag", "suspend")
DAYS = whole(1, 36_500)
ANKI = "anki"
"""The table in which Anki's options stand under their own names."""


# ---------------------------------------------------------------------------------------------- settings in force


@dataclass(frozen=True, slots=True)
class AnkiOptions:
    """Anki's options for the `anki` scheduler: steps in seconds, intervals in days, factors as numbers.

    What is None is as the setting for all schedulers has it. Source of names, defaults and ranges: Anki's deck options.
    """

    learning_steps: tuple[int, ...] = (60, 600)
    relearning_steps: tuple[int, ...] = (600,)
    graduating_interval: int = 1
    easy_interval: int = 4
    starting_ease: float = 2.5
    hard_interval: float = 1.2
    easy_bonus: float = 1.3
    interval_modifier: float = 1.0
    new_interval: float = 0.0
    minimum_interval: int = 1
    maximum_interval: int | None = None
    leech_threshold: int | None = None
    leech_action: str | None = None
    learn_ahead: timedelta = timedelta(minutes=20)
    fuzz: bool = True


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force: `keys` by the name of what they do in a review, `decks` the overrides by deck name.

    A deck's overrides have their settings' full names.
    """

    scheduler: str = "sm2"
    new_per_day: int = 20
    reviews_per_day: int = 200
    new_cards_ignore_review_limit: bool = False
    new_order: str = "file"
    rollover: time = time(4)
    max_interval: int = 36500
    leech_threshold: int = 8
    leech_action: str = "tag"
    bury_siblings: bool = True
    desired_retention: float = 0.9
    deck_prefix: str = ""
    stale_after_months: int = 18
    anki: AnkiOptions = AnkiOptions()
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=DEFAULT_KEYS.copy)
    decks: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def for_deck(self, deck: str) -> Settings:
        """The settings of one deck: its own overrides, then those of the decks above it, the nearest first."""
        if not self.decks:
            return self
        parts = deck.split("::")
        merged: dict[str, object] = {}
        for depth in range(1, len(parts) + 1):
            merged |= self.decks.get("::".join(parts[:depth]), {})
        return self.having(merged)

    def having(self, values: Mapping[str, object]) -> Settings:
        """The same settings with other values, by full name."""
        changes: dict[str, dict[str, Any]] = {"": {}, ANKI: {}, KEYS: {}}
        for name, value in values.items():
            setting = BY_NAME[name]
            changes[setting.table][setting.attribute] = value
        anki = replace(self.anki, **changes[ANKI]) if changes[ANKI] else self.anki
        chosen = {**self.keys, **changes[KEYS]} if changes[KEYS] else self.keys
        return replace(self, anki=anki, keys=chosen, **changes[""])

    def value_of(self, setting: Setting) -> object:
        """What a setting comes to: its own value, or where it has none that of the setting it leaves it to."""
        if setting.table == KEYS:
            return self.keys[setting.name]
        value = getattr(self.anki if setting.table else self, setting.attribute)
        return self.value_of(BY_NAME[setting.otherwise]) if value is None else value

    @property
    def suspends_leeches(self) -> bool:
        """Whether a card that becomes a leech is suspended under the scheduler in force."""
        own = self.anki.leech_action if self.scheduler == ANKI else None
        return (own or self.leech_action) == "suspend"

    @property
    def leeches_from(self) -> int:
        """How many lapses make a leech under the scheduler in force; 0: none do."""
        own = self.anki.leech_threshold if self.scheduler == ANKI else None
        return self.leech_threshold if own is None else own


# ---------------------------------------------------------------------------------------------- the table


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its `parse` takes text or a TOML value, and raises where the value is out of `range_text`.

    `table` is the table it stands in below the settings' own, `of_deck` tells whether a deck may override it,
    `otherwise` names the setting that holds where this one has no value.
    """

    name: str
    default: object
    parse: Callable[[Any], object]
    range_text: str
    about: str
    table: str = ""
    of_deck: bool = False
    otherwise: str = ""

    @property
    def attribute(self) -> str:
        """The name of its field in `Settings` or `AnkiOptions`."""
        return {"stale-after": "stale_after_months"}.get(self.name, self.name.replace("-", "_"))

    @property
    def full_name(self) -> str:
        """Its name with that of its table: `anki.easy-bonus`."""
        return f"{self.table}.{self.name}" if self.table else self.name

    @property
    def words(self) -> tuple[str, ...]:
        """The values it may have, where they are a few words."""
        return tuple(word for word in re.split(r", | or ", self.range_text) if word.isalnum())


def _anki(name: str, default: object, parse: Callable[[Any], object], range_text: str, about: str) -> Setting:
    """An option of Anki's; one without a default leaves it to the setting for all schedulers."""
    otherwise = "" if default is not None else {"maximum-interval": "max-interval"}.get(name, name)
    return Setting(name, default, parse, range_text, about, table=ANKI, of_deck=True, otherwise=otherwise)


_A_DAY = "0 to 9999"
_DAYS = "1 to 36500"
_STEPS = 'delays such as "1m 10m", or ""'
_ACTIONS = " or ".join(LEECH_ACTIONS)

SETTINGS = (
    Setting("scheduler", "sm2", one_of(*SCHEDULERS), ", ".join(SCHEDULERS), "how answers become intervals"),
    Setting("new-per-day", 20, whole(0, 9999), _A_DAY, "new cards shown on one day", of_deck=True),
    Setting("reviews-per-day", 200, whole(0, 9999), _A_DAY, "due cards shown on one day", of_deck=True),
    Setting(
        "new-cards-ignore-review-limit",
        default=False,
        parse=truth,
        range_text="true or false",
        about="new cards do not count as reviews",
    ),
    Setting("new-order", "file", one_of(*NEW_ORDERS), " or ".join(NEW_ORDERS), "the order in which new cards come"),
    Setting("rollover", time(4), clock, "00:00 to 23:59", "when a new study day begins, local time"),
    Setting(
        "max-interval",
        36500,
        whole(1, 365_000),
        "1 to 365000",
        "longest time between two reviews, in days",
        of_deck=True,
    ),
    Setting("leech-threshold", 8, whole(0, 9999), _A_DAY, "lapses that make a card a leech (0: never)", of_deck=True),
    Setting("leech-action", "tag", one_of(*LEECH_ACTIONS), _ACTIONS, "what becomes of a leech", of_deck=True),
    Setting("bury-siblings", True, truth, "true or false", "one card of a note a day", of_deck=True),
    Setting("desired-retention", 0.9, decimal(0.7, 0.99), "0.7 to 0.99", "what fsrs aims at", of_deck=True),
    Setting("deck-prefix", "", prefix, "a deck name, parts joined by ::", "put before deck names in exports"),
    Setting("stale-after", 18, months, '1 to 600, or "2 years"', "months after which an as-of date is stale"),
    _anki("learning-steps", (60, 600), steps, _STEPS, "when a new card comes back"),
    _anki("relearning-steps", (600,), steps, _STEPS, "when a lapsed card comes back"),
    _anki("graduating-interval", 1, DAYS, _DAYS, "days after the last learning step"),
    _anki("easy-interval", 4, DAYS, _DAYS, "days after Easy on a card in learning"),
    _anki("starting-ease", 2.5, decimal(1.31, 5), "1.31 to 5", "ease of a card that leaves learning"),
    _anki("hard-interval", 1.2, decimal(0.5, 1.3), "0.5 to 1.3", "what Hard multiplies the interval by"),
    _anki("easy-bonus", 1.3, decimal(1, 5), "1 to 5", "what Easy multiplies the interval by, besides the ease"),
    _anki("interval-modifier", 1.0, decimal(0.5, 2), "0.5 to 2", "what every review interval is multiplied by"),
    _anki("new-interval", 0.0, decimal(0, 1), "0 to 1", "what a lapse multiplies the interval by"),
    _anki("minimum-interval", 1, DAYS, _DAYS, "least days after a lapse"),
    _anki("maximum-interval", None, or_none(DAYS), _DAYS, "longest time between two reviews, in days"),
    _anki("leech-threshold", None, or_none(whole(0, 9999)), _A_DAY, "lapses that make a card a leech (0: never)"),
    _anki("leech-action", None, or_none(one_of(*LEECH_ACTIONS)), _ACTIONS, "what becomes of a leech"),
    Setting(
        "learn-ahead",
        timedelta(minutes=20),
        delay,
        'a delay such as "20m"',
        "how early a step may come when nothing else is left",
        table=ANKI,
    ),
    Setting("fuzz", True, truth, "true or false", "intervals vary a little", table=ANKI, of_deck=True),
    *(Setting(action.name, action.keys, keys, KEYS_TEXT, action.about, table=KEYS) for action in ACTIONS),
)

BY_NAME = {setting.full_name: setting for setting in SETTINGS}
