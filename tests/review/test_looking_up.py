"""What a review tells of a card: its history, and its picture in the system's own viewer."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

import pytest

from flashdeck.model import EventKind, Rating
from flashdeck.review import pictures
from flashdeck.review.screen import ReviewApp
from flashdeck.schedule import moment
from tests.review.pilots import press, seen, sitting_over
from tests.review.terminals import eventually
from tests.review.test_plain import NEXT_MORNING, said
from tests.review.test_sitting import EVENING, SETTINGS, Clock, opened, sitting

# ---------------------------------------------------------------------------------------------- history

TYPED = "## Which collective? {#which .typed}\n\nreduce-scatter\n"


def test_the_history_is_told_newest_first(folder: Path) -> None:
    """Each day with what was done: the grade, the interval then, the time it took; what was taken back is not there."""
    clock = Clock()
    with opened(folder) as collection:
        one = sitting(collection, clock)
        key = one.session.card
        assert key
        one.clock.card_shown()
        clock.seconds += 12.4
        one.reveal()
        one.rate(Rating.GOOD)
        for days, kind in enumerate((EventKind.BURY, EventKind.SUSPEND, EventKind.UNSUSPEND, EventKind.RESET), 1):
            collection.change(kind, [key], moment(EVENING + timedelta(days=days), SETTINGS.rollover))
        collection.change(EventKind.FLAG, [key], moment(EVENING + timedelta(days=5), SETTINGS.rollover), flag=4)
        last = moment(EVENING + timedelta(days=6), SETTINGS.rollover)
        collection.change(EventKind.BURY, [key], last)
        collection.undo(moment(EVENING + timedelta(days=6, minutes=1), SETTINGS.rollover))
    with opened(folder, EVENING + timedelta(days=7)) as collection:
        one = sitting(collection, Clock(), EVENING + timedelta(days=7))
        while one.session.card != key:
            one.skip()
        assert one.history == [
            ("2026-12-06", "flag: blue"),
            ("2026-12-05", "made new again"),
            ("2026-12-04", "taken back in"),
            ("2026-12-03", "suspended"),
            ("2026-12-02", "buried until tomorrow"),
            ("2026-12-01", "good: 1 day, in 12 s"),
        ]


def test_what_was_typed_is_told_where_it_was_wrong() -> None:
    """By the text as it is now; an empty answer is told as such."""
    with sitting_over(TYPED) as one:
        for typed in ("all-gather", "", "reduce-scatter"):
            one.reveal(typed)
            one.rate(Rating.AGAIN)
        assert [told for _, told in one.history] == [
            "again: today, then 1 day, in 0.0 s",
            "again: today, then 1 day, in 0.0 s, nothing typed",
            "again: today, then 1 day, in 0.0 s, typed “all-gather”",
        ]


def test_a_drill_is_judged_by_the_numbers_that_were_drawn() -> None:
    """What was right then is not told, though the answer now is another."""
    drill = "## Half of {{n}}? {#half .drill}\n\n```vars\nn = 2 .. 1000 step 2\nanswer = n / 2\n```\n"
    with sitting_over(drill) as one:
        expected = one.standing.card.expected
        assert expected
        for typed in (expected.answers[0], "-7"):
            one.reveal(typed)
            one.rate(Rating.AGAIN)
        assert ["typed" in told for _, told in one.history] == [True, False]


def test_a_cram_is_part_of_the_history() -> None:
    """It gave no interval."""
    with sitting_over(TYPED, cram=True) as one:
        one.reveal("reduce-scatter")
        one.rate(Rating.AGAIN)
        assert [told for _, told in one.history] == ["again, crammed, in 0.0 s"]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_long_history_scrolls(size: tuple[int, int]) -> None:
    """The panel tells that there is more, and the keys for it move it."""
    with sitting_over("## Known?\n\nYes.\n") as one:
        for _ in range(40):
            one.reveal()
            one.rate(Rating.AGAIN)
        app = ReviewApp(one)
        async with app.run_test(size=size) as pilot:
            await press(pilot, "i")
            assert "↑ ↓ scroll" in seen(app)
            assert "cards/cards.md:1" in seen(app)
            await press(pilot, *["pagedown"] * 8)
            assert "again: today" in seen(app)
            await press(pilot, "i")
            assert "Known?" in seen(app)


def test_the_history_as_lines(folder: Path) -> None:
    """Below the schedule, one line each."""
    said(folder, " 3q")
    lines = said(folder, "i", now=NEXT_MORNING)
    place = lines.index("History: 1 event")
    assert lines[place + 1].startswith("2026-12-01: good: 1 day, in 0.")


# ---------------------------------------------------------------------------------------------- pictures

PICTURES = """\
## Which ring? {#ring}

![a ring](figs/a%20ring.png) and ![more](second.svg)

---

![the answer](answer.jpg)
"""


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The pictures that were opened."""
    found: list[Path] = []
    monkeypatch.setattr(pictures, "show", found.append)
    return found


def with_files(folder: Path, text: str, *names: str) -> None:
    (folder / "cards" / "gpu.md").write_text(text, encoding="utf-8")
    for name in names:
        path = folder / "cards" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"a picture")


def test_the_first_picture_of_what_is_seen_is_opened(folder: Path, shown: list[Path]) -> None:
    """And named as people write it; names may be escaped as in a URL."""
    with_files(folder, PICTURES, "figs/a ring.png", "second.svg", "answer.jpg")
    with opened(folder) as collection:
        one = sitting(collection, Clock())
        assert one.open_picture() == "Opened cards/figs/a ring.png."
        assert shown == [(folder / "cards/figs/a ring.png").resolve()]


def test_a_picture_of_the_answer_waits_for_it(folder: Path, shown: list[Path]) -> None:
    """Before it is shown nothing is said of what it holds."""
    with_files(folder, "## Which?\n\n![it](answer.jpg)\n\n## None?\n\nYes.\n", "answer.jpg")
    with opened(folder) as collection:
        one = sitting(collection, Clock())
        assert (one.open_picture(), shown) == ("The question has no picture.", [])
        one.reveal()
        assert one.open_picture() == "Opened cards/answer.jpg."
        one.rate(Rating.GOOD)
        one.reveal()
        assert one.open_picture() == "This card has no picture."


@pytest.mark.parametrize(
    "name", ["../outside.png", "/etc/logo.png", "https://example.org/a.png", "page.html", "run.desktop", "link.png"]
)
def test_only_pictures_inside_the_collection_are_opened(folder: Path, name: str) -> None:
    """A viewer of another kind of file might run it."""
    with_files(folder, PICTURES, "page.html", "run.desktop", "in.PNG")
    (folder / "outside.png").write_bytes(b"not one of the cards'")
    (folder / "cards" / "link.png").symlink_to(folder / "outside.png")
    side = f'<p><img src="{name}"></p>'
    assert pictures.first_picture(folder, "cards/gpu.md", side) is None
    inside = (folder / "cards" / "in.PNG").resolve()
    assert pictures.first_picture(folder, "cards/gpu.md", side, '<img alt="it" src="in.PNG">') == inside


@pytest.mark.skipif(sys.platform != "linux", reason="the viewer is xdg-open")
def test_the_viewer_gets_the_file_as_one_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shell reads it, whatever its name."""
    told = tmp_path / "told"
    viewer = tmp_path / "bin" / "xdg-open"
    viewer.parent.mkdir()
    viewer.write_text(f'#!/bin/sh\nprintf "%s|" "$@" > "{told}.new"; mv "{told}.new" "{told}"\n', encoding="utf-8")
    viewer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{viewer.parent}:/usr/bin:/bin")
    picture = tmp_path / "a $(touch x); b.png"
    pictures.show(picture)
    assert eventually(told.exists)
    assert told.read_text(encoding="utf-8") == f"{picture}|"


@pytest.mark.skipif(sys.platform != "linux", reason="the viewer is xdg-open")
def test_without_a_viewer_that_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence with the file, which can be opened otherwise."""
    with_files(folder, "## Which?\n\n![it](ring.png)\n", "ring.png")
    monkeypatch.setenv("PATH", "")
    with opened(folder) as collection:
        one = sitting(collection, Clock())
        one.reveal()
        told = one.open_picture()
    assert told.startswith("There is no xdg-open here to show ")
    assert "ring.png" in told


async def test_the_foot_says_which_picture_was_opened() -> None:
    """Or that there is none."""
    with sitting_over("## Which?\n\nYes.\n") as one:
        app = ReviewApp(one)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space", "o")
            assert "This card has no picture." in seen(app)
