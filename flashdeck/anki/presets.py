"""Options of decks as Anki keeps them: groups with a name, to which decks refer.

Source: the column `dconf` of Anki's schema 11. A group that Anki knows it never takes again, so that what a person
changed there stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from flashdeck.config import Settings
from flashdeck.config.settings import AnkiOptions

GROUP = "flashdeck"

_SUSPEND, _TAG_ONLY = 0, 1
_IN_ORDER = 1
_LONGEST_ANSWER = 60  # seconds


@dataclass(frozen=True, slots=True)
class Preset:
    """A group of options, which Anki knows by its id and lists by its name."""

    name: str
    settings: Settings

    @property
    def id(self) -> int:
        """A number that follows from the name."""
        return 2 * 10**12 + int.from_bytes(sha256(self.name.encode()).digest()[:5], "big")

    def to_json(self) -> dict[str, Any]:
        """The group with our limits and, under the scheduler `anki`, with our steps, intervals and factors.

        Under the others these are Anki's defaults: `sm2` and `fsrs` have none of the kind.
        """
        settings = self.settings
        options = settings.anki if settings.scheduler == "anki" else AnkiOptions()
        retention = {"desiredRetention": settings.desired_retention} if settings.scheduler == "fsrs" else {}
        return {
            "id": self.id,
            "mod": 0,
            "name": self.name,
            "usn": -1,
            "maxTaken": _LONGEST_ANSWER,
            "autoplay": True,
            "timer": 0,
            "replayq": True,
            "dyn": False,
            "buryInterdayLearning": settings.bury_siblings,
            **retention,
            "new": {
                "perDay": settings.new_per_day,
                "order": _IN_ORDER,
                "bury": settings.bury_siblings,
                "delays": _minutes(options.learning_steps),
                "ints": [options.graduating_interval, options.easy_interval, 0],
                "initialFactor": round(options.starting_ease * 1000),
            },
            "rev": {
                "perDay": settings.reviews_per_day,
                "bury": settings.bury_siblings,
                "maxIvl": options.maximum_interval or settings.max_interval,
                "ease4": options.easy_bonus,
                "ivlFct": options.interval_modifier,
                "hardFactor": options.hard_interval,
            },
            "lapse": {
                "delays": _minutes(options.relearning_steps),
                "mult": options.new_interval,
                "minInt": options.minimum_interval,
                "leechFails": settings.leeches_from,
                "leechAction": _SUSPEND if settings.suspends_leeches else _TAG_ONLY,
            },
        }


def preset(settings: Settings, deck: str) -> Preset:
    """The options of a deck of ours: those of the collection, or of the nearest deck above with settings of its own."""
    parts = deck.split("::")
    for end in range(len(parts), 0, -1):
        named = "::".join(parts[:end])
        if named in settings.decks:
            return Preset(f"{GROUP} {named}", settings.for_deck(named))
    return Preset(GROUP, settings)


def _minutes(steps: Sequence[int]) -> list[float]:
    return [seconds / 60 for seconds in steps]
