"""Options of decks in the real Anki."""

from __future__ import annotations

from typing import Any

import pytest

from flashdeck.anki.presets import preset
from flashdeck.config import AnkiOptions, Settings
from tests.anki.conftest import NEXT_DAY, Folder
from tests.anki.engine import Profile


def options(anki: Profile, deck: str) -> Any:
    """The group that a deck has."""
    found = anki.col.decks.by_name(deck)
    assert found
    return anki.col.decks.config_dict_for_deck_id(found["id"])


@pytest.fixture
def two_decks(folder: Folder) -> Folder:
    folder.write("gpu/h100.md", "## A\n\nx\n")
    folder.write("net.md", "## B\n\nx\n")
    return folder


LIMITS = Settings(
    new_per_day=7,
    reviews_per_day=55,
    bury_siblings=False,
    leech_threshold=5,
    leech_action="suspend",
    max_interval=900,
    decks={"gpu": {"new-per-day": 3, "bury-siblings": True}},
)


def test_our_limits_arrive_with_ankis_box_for_presets(two_decks: Folder, anki: Profile) -> None:
    """A group for all, and one for a deck with settings of its own and the decks below it."""
    anki.take(two_decks.export(settings=LIMITS).file, presets=True)
    net, h100 = options(anki, "net"), options(anki, "gpu::h100")
    assert (net["name"], h100["name"]) == ("flashdeck", "flashdeck gpu")
    assert options(anki, "gpu")["id"] == h100["id"]
    assert (net["new"]["perDay"], net["rev"]["perDay"], net["rev"]["maxIvl"]) == (7, 55, 900)
    assert (net["lapse"]["leechFails"], net["lapse"]["leechAction"]) == (5, 0)
    assert (net["new"]["bury"], net["rev"]["bury"], net["buryInterdayLearning"]) == (False, False, False)
    assert (h100["new"]["perDay"], h100["rev"]["perDay"], h100["new"]["bury"]) == (3, 55, True)


def test_without_the_box_nothing_changes(two_decks: Folder, anki: Profile) -> None:
    """No group is added, and each deck has the one that it had."""
    before = anki.col.decks.all_config()
    number = anki.col.decks.id("net")
    mine = anki.col.decks.add_config("mine")
    assert number
    anki.col.decks.set_config_id_for_deck_dict(anki.col.decks.get(number), mine["id"])
    anki.take(two_decks.export(settings=LIMITS).file)
    assert options(anki, "net")["name"] == "mine"
    assert options(anki, "gpu::h100")["name"] == "Default"
    assert len(anki.col.decks.all_config()) == len(before) + 1


def test_what_a_person_changed_in_the_group_stays(two_decks: Folder, anki: Profile) -> None:
    """Anki takes a group once, whatever it holds later: neither is it doubled."""
    anki.take(two_decks.export(settings=LIMITS).file, presets=True)
    group = options(anki, "net")
    group["new"]["perDay"] = 99
    anki.col.decks.update_config(group)
    anki.take(two_decks.export(now=NEXT_DAY, settings=Settings(new_per_day=1)).file, presets=True)
    assert options(anki, "net")["new"]["perDay"] == 99
    assert len(anki.col.decks.all_config()) == 3


def test_under_ankis_scheduler_its_own_options_arrive(two_decks: Folder, anki: Profile) -> None:
    """Steps in minutes, intervals in days, factors."""
    own = AnkiOptions(
        learning_steps=(30, 900),
        relearning_steps=(1200,),
        graduating_interval=2,
        easy_interval=5,
        starting_ease=2.3,
        hard_interval=1.1,
        easy_bonus=1.4,
        interval_modifier=0.9,
        new_interval=0.25,
        minimum_interval=2,
        maximum_interval=365,
        leech_threshold=4,
        leech_action="suspend",
    )
    anki.take(two_decks.export(settings=Settings(scheduler="anki", anki=own)).file, presets=True)
    group = options(anki, "net")
    new, review, lapse = group["new"], group["rev"], group["lapse"]
    assert (new["delays"], new["ints"][:2], new["initialFactor"]) == ([0.5, 15], [2, 5], 2300)
    assert [review[name] for name in ("hardFactor", "ease4", "ivlFct")] == pytest.approx([1.1, 1.4, 0.9])
    assert (review["maxIvl"], lapse["delays"], lapse["mult"], lapse["minInt"]) == (365, [20], 0.25, 2)
    assert (lapse["leechFails"], lapse["leechAction"]) == (4, 0)


def test_other_schedulers_leave_ankis_options_as_they_are(two_decks: Folder, anki: Profile) -> None:
    """But for our limits; `fsrs` adds what it aims at."""
    settings = Settings(scheduler="fsrs", desired_retention=0.83, anki=AnkiOptions(learning_steps=(5,)))
    anki.take(two_decks.export(settings=settings).file, presets=True)
    group = options(anki, "net")
    assert group["desiredRetention"] == pytest.approx(0.83)
    default = anki.col.decks.get_config(1)
    assert default
    assert group["new"]["delays"] == default["new"]["delays"]
    assert group["new"]["ints"][:2] == default["new"]["ints"][:2]
    assert group["lapse"]["delays"] == default["lapse"]["delays"]


def test_the_nearest_deck_with_settings_of_its_own_names_the_group() -> None:
    """Its number follows from the name alone, so that a second export brings no second group."""
    settings = Settings(decks={"a": {"new-per-day": 1}, "a::b": {"new-per-day": 2}})
    names = [preset(settings, deck).name for deck in ("a", "a::c", "a::b::c", "ab", "")]
    assert names == ["flashdeck a", "flashdeck a", "flashdeck a::b", "flashdeck", "flashdeck"]
    assert preset(settings, "a").id == preset(Settings(decks={"a": {}}), "a").id != preset(settings, "ab").id
