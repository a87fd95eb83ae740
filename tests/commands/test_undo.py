"""`flashdeck undo`."""

from __future__ import annotations

from pathlib import Path

from tests.commands.calls import NEXT_DAY, call, report, review


def test_json(gpu: Path) -> None:
    """The event as the log has it, its time with the offset it was answered at, and the schedule after the undo."""
    review(" 4q", now="2026-12-01T09:00:00+09:00")
    found = report("undo")
    event, schedule = found["event"], found["schedule"]
    assert set(found) == {"cards", "event", "schedule"}
    assert (event["kind"], event["rating"], event["ordinal"], event["day"]) == ("review", "easy", 0, "2026-12-01")
    assert event["at"].startswith("2026-12-01T09:00:00")
    assert event["at"].endswith("+09:00")
    assert schedule["state"] == "new"


def test_for_people(gpu: Path) -> None:
    """What was taken back, and where the card stands now; the day after as well."""
    review(" 3q")
    assert call("undo", now=NEXT_DAY).stdout == (
        "Took back “good” of 2026-12-01 on: How much HBM does an H100 SXM carry?\nThe card is new again.\n"
    )


def test_it_is_repeatable_until_nothing_is_left(gpu: Path) -> None:
    """The last answer first; then one sentence and exit code 1, and nothing is written."""
    review(" 3 1q")
    assert report("undo")["event"]["rating"] == "again"
    assert report("undo")["event"]["rating"] == "good"
    result = call("undo", code=1)
    assert (result.stdout, result.stderr) == ("", "flashdeck: There is no answer to take back.\n")


def test_a_card_that_had_a_schedule_has_it_again(gpu: Path) -> None:
    """The second day's answer is taken back; the first day's stands."""
    review(" 3q")
    before = report("cards", "h100")["cards"][0]["schedule"]
    review(" 1q", now=NEXT_DAY)
    assert call("undo", now=NEXT_DAY).stdout.endswith("The card is due today.\n")
    assert report("cards", "h100")["cards"][0]["schedule"] == before


def test_a_card_whose_text_is_gone(gpu: Path) -> None:
    """Its answer can be taken back as well."""
    review(" 3q")
    (gpu / "cards" / "gpu.md").unlink()
    assert "a card whose text is gone" in call("undo").stdout
