"""The commands that change cards otherwise than by an answer, and `undo` and `redo` of what they did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.calls import MORNING, NEXT_DAY, call, report, review

EARLIER = "2026-11-20T09:00:00+00:00"
H100, RING = "h100-memory", "ring"


def card(name: str, now: str = MORNING) -> dict[str, Any]:
    """The card of `KEY:ORDINAL` as `cards --json` has it."""
    found: dict[str, dict[str, Any]] = {
        f"{each['key']}:{each['ordinal']}": each for each in report("cards", now=now)["cards"]
    }
    return found[name]


def asked(now: str = MORNING) -> int:
    """How many cards are asked."""
    total = report("due", now=now)["total"]
    return int(total["new"] + total["learning"] + total["review"])


def events(folder: Path) -> list[dict[str, Any]]:
    """The lines of the log."""
    return [
        json.loads(line)
        for path in sorted((folder / ".flashdeck" / "log").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


# ---------------------------------------------------------------------------------------------- names


def test_a_key_names_the_first_card_of_its_note(gpu: Path) -> None:
    """And `KEY:ORDINAL` another one."""
    assert report("suspend", "reduce-scatter")["cards"][0]["ordinal"] == 0
    assert report("suspend", "reduce-scatter:1")["cards"][0]["ordinal"] == 1
    assert [card(f"reduce-scatter:{ordinal}")["suspended"] for ordinal in (0, 1)] == [True, True]


def test_a_query_names_all_cards_that_match(gpu: Path) -> None:
    """Its words together are one query; what is named twice is changed once."""
    found = report("bury", "tag:gpu", "shard", "reduce-scatter")
    assert [(each["key"], each["ordinal"]) for each in found["cards"]] == [("reduce-scatter", 0), ("reduce-scatter", 1)]
    assert len(found["events"]) == 2


@pytest.mark.parametrize(
    ("name", "way_out"),
    [("h100-memroy", "did you mean `h100-memory`?"), ("zzz", "`flashdeck cards` lists all of them.")],
)
def test_a_name_that_matches_nothing(gpu: Path, name: str, way_out: str) -> None:
    """One sentence with the way out, exit code 1, and nothing is written."""
    result = call("suspend", name, code=1)
    assert result.stderr == f"flashdeck: No card matches `{name}`: {way_out}\n"
    assert events(gpu) == []


# ---------------------------------------------------------------------------------------------- what they do


def test_suspended_cards_keep_their_schedule_and_are_not_asked(gpu: Path) -> None:
    """R97: until they are taken back in; `due` tells how many are."""
    review(" 3q")
    schedule = card("h100-memory:0")["schedule"]
    call("suspend", H100)
    assert card("h100-memory:0")["suspended"] is True
    assert card("h100-memory:0")["schedule"] == schedule
    assert report("due", now=NEXT_DAY)["total"]["reasons"]["suspended"] == 1
    call("unsuspend", H100, now=NEXT_DAY)
    assert card("h100-memory:0", NEXT_DAY)["suspended"] is False
    assert report("due", now=NEXT_DAY)["total"]["review"] == 1


def test_a_card_that_its_text_suspends_can_be_taken_in(gpu: Path) -> None:
    """The log, where it says something, is stronger than the text."""
    path = gpu / "cards" / "gpu.md"
    path.write_text(path.read_text(encoding="utf-8").replace("{#h100-memory}", "{#h100-memory .suspended}"))
    assert card("h100-memory:0")["suspended"] is True
    call("unsuspend", "is:suspended")
    assert card("h100-memory:0")["suspended"] is False


def test_buried_cards_rest_until_the_study_day_turns(gpu: Path) -> None:
    """Before four in the morning it is still the same day."""
    before = asked()
    call("bury", H100)
    assert (asked(), report("due")["total"]["reasons"]["buried"]) == (before - 1, 1)
    assert asked("2026-12-02T03:59:00+00:00") == before - 1
    assert asked("2026-12-02T04:00:00+00:00") == before


def test_flags_are_ankis(gpu: Path) -> None:
    """Red unless told otherwise; 0 takes it away; a card without one has null."""
    assert card("h100-memory:0")["flag"] is None
    assert call("flag", H100).stdout == "Flagged red: How much HBM does an H100 SXM carry?\n"
    call("flag", "ring:1", "--flag", "3")
    assert (card("h100-memory:0")["flag"], card("ring:1")["flag"]) == (1, 3)
    assert [each["key"] for each in report("cards", "is:flagged")["cards"]] == ["h100-memory", "ring"]
    call("flag", "is:flagged", "--flag", "0")
    assert card("ring:1")["flag"] is None


def test_a_reset_card_is_new_again_and_its_answers_stay_in_the_log(gpu: Path) -> None:
    """Nothing is erased: an undo brings the schedule back."""
    review(" 3q")
    schedule = card("h100-memory:0")["schedule"]
    call("reset", H100)
    assert card("h100-memory:0")["schedule"]["state"] == "new"
    assert [event["kind"] for event in events(gpu)] == ["note", "review", "reset"]
    call("undo")
    assert card("h100-memory:0")["schedule"] == schedule


def test_r39_what_is_retired_can_be_forgotten_by_choice(gpu: Path) -> None:
    """The cards without a text are listed; those that are reset are not any more, and come back new with their text."""
    review(" 3q")
    path = gpu / "cards" / "gpu.md"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    assert [each["key"] for each in report("cards", "is:retired")["cards"]] == [H100]
    call("reset", "is:retired")
    assert report("cards", "is:retired")["cards"] == []
    path.write_text(text, encoding="utf-8")
    assert card("h100-memory:0")["schedule"]["state"] == "new"


def test_the_due_day_is_set(gpu: Path) -> None:
    """A new card gets an interval up to that day, one in review keeps its own; by default it is today."""
    review(" 3q")
    call("set-due", H100, "--days", "4")
    assert (card("h100-memory:0")["schedule"]["due"], card("h100-memory:0")["schedule"]["interval_days"]) == (
        "2026-12-05",
        1,
    )
    call("set-due", RING, "--date", "2026-12-11")
    assert (card("ring:0")["schedule"]["due"], card("ring:0")["schedule"]["interval_days"]) == ("2026-12-11", 10)
    call("set-due", H100)
    assert card("h100-memory:0")["schedule"]["due"] == "2026-12-01"


@pytest.mark.parametrize("scheduler", ["sm2", "anki", "fsrs"])
def test_a_card_set_to_today_is_asked_once_more_and_then_gone(gpu: Path, scheduler: str) -> None:
    """Also where it was answered today before, and under every scheduler."""
    settings = ("--set", f"scheduler={scheduler}", "--set", "learning-steps=")
    call("review", "gpu", "--plain", "--limit", "1", *settings, keys=" 3q")
    call("set-due", H100, *settings)
    assert report("due", *settings)["total"]["review"] == 1
    call("review", "gpu", "--plain", "--new", "0", *settings, keys=" 3q")
    assert report("due", *settings)["total"]["review"] == 0
    assert card("h100-memory:0")["schedule"]["due"] > "2026-12-01"


@pytest.mark.parametrize("wrong", [("--days", "-1"), ("--date", "2026-11-30"), ("--days", "1", "--date", "2026-12-24")])
def test_a_due_day_that_is_none(gpu: Path, wrong: tuple[str, ...]) -> None:
    """Wrong usage: a day that is gone, or two days."""
    call("set-due", H100, *wrong, code=2)


# ---------------------------------------------------------------------------------------------- undo and redo


def test_one_undo_takes_back_all_that_one_command_did(gpu: Path) -> None:
    """And says of how many cards; `redo` does it again."""
    assert "5 cards. `flashdeck undo`" in call("suspend", "deck:gpu", "ring", "ring:1").stdout
    assert call("undo").stdout == "Took back “suspend” of 2026-12-01 on 5 cards.\n"
    assert report("cards", "is:suspended")["cards"] == []
    assert call("redo").stdout == "Did again “suspend” of 2026-12-01 on 5 cards.\n"
    assert len(report("cards", "is:suspended")["cards"]) == 5


def test_commands_that_follow_each_other_at_one_time_are_not_one(gpu: Path) -> None:
    """Scripts give every call the same `--now`."""
    call("suspend", H100)
    call("suspend", RING)
    call("undo")
    assert [each["key"] for each in report("cards", "is:suspended")["cards"]] == [H100]


def test_undo_and_redo_go_as_deep_as_they_are_called(gpu: Path) -> None:
    """Back through answers and changes of several sessions, and forth again to the same state."""
    review(" 3 1q")
    call("flag", H100)
    call("bury", RING)
    review(" 4q", now=NEXT_DAY)
    states = [report("cards", now=NEXT_DAY)["cards"]]
    for _ in range(5):
        call("undo", now=NEXT_DAY)
        states.append(report("cards", now=NEXT_DAY)["cards"])
    call("undo", now=NEXT_DAY, code=1)
    assert all(each["schedule"]["state"] == "new" and each["flag"] is None for each in states[-1])
    for before in reversed(states[:-1]):
        call("redo", now=NEXT_DAY)
        assert report("cards", now=NEXT_DAY)["cards"] == before
    call("redo", now=NEXT_DAY, code=1)


def test_after_something_else_was_done_nothing_is_left_to_redo(gpu: Path) -> None:
    """As in every editor; one sentence, exit code 1."""
    review(" 3q")
    call("undo")
    call("flag", RING)
    assert call("redo", code=1).stderr == "flashdeck: There is nothing to do again.\n"


def test_a_change_after_an_answer_at_the_same_time_comes_after_it(gpu: Path) -> None:
    """A clock that stands still, or was corrected by seconds, reorders nothing."""
    review(" 3 3q")
    call("set-due", H100, "--days", "9")
    assert card("h100-memory:0")["schedule"]["due"] == "2026-12-10"


# ---------------------------------------------------------------------------------------------- the clock


@pytest.mark.parametrize("command", [("suspend", H100), ("undo",), ("review", "--plain"), ("set-due", H100)])
def test_a_clock_that_was_set_back_by_days_is_refused(gpu: Path, command: tuple[str, ...]) -> None:
    """Study day and UTC both stand before the last answer: nothing is written without --force."""
    review(" 3q")
    before = events(gpu)
    result = call(*command, now=EARLIER, code=1)
    assert result.stderr.splitlines()[-1] == (
        "flashdeck: The clock was set back: it shows 2026-11-20 09:00, before the last answer from here. "
        "Set it right, or write all the same with --force."
    )
    assert events(gpu) == before
    call(*command, "--force", now=EARLIER, keys="q")


def test_flying_west_is_no_clock_set_back(gpu: Path) -> None:
    """The study day goes back, UTC goes on."""
    review(" 3q", now="2026-12-02T09:00:00+14:00")
    call("flag", H100, now="2026-12-01T10:00:00-10:00")
    assert card("h100-memory:0", "2026-12-01T10:00:00-10:00")["flag"] == 1


def test_a_clock_set_back_within_the_day_is_told(gpu: Path) -> None:
    """Past five minutes; what is done counts."""
    review(" 3q")
    result = call("flag", H100, now="2026-12-01T08:00:00+00:00")
    assert "The clock was set back" in result.stderr
    assert card("h100-memory:0")["flag"] == 1


# ---------------------------------------------------------------------------------------------- cram and ahead


def test_r98_cramming_leaves_schedules_alone(gpu: Path) -> None:
    """Everything that matches is asked, due or not, until it is known; the log keeps each answer as `cram`."""
    review(" 3q")
    before = report("cards")["cards"]
    shown = call("review", "--cram", "--plain", "gpu", keys=" 3 1 3 3q").stdout
    assert "How much HBM" in shown
    assert report("cards")["cards"] == before
    assert [event["kind"] for event in events(gpu)].count("cram") == 4
    call("undo")
    assert report("cards")["cards"] == before


def test_r98_study_ahead(gpu: Path) -> None:
    """Cards that fall due within the days are asked as well, and scheduled from today."""
    review(" 3q")
    nothing = call("review", "gpu", "--plain", "--new", "0").stdout
    assert "Deck:" not in nothing
    ahead = call("review", "gpu", "--plain", "--new", "0", "--ahead", "1", now=MORNING, keys="q").stdout
    assert "How much HBM" in ahead
