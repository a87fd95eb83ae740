"""`flashdeck due`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.commands.calls import NEXT_DAY, call, report, review, write


def counts(new: int = 0, learning: int = 0, review: int = 0, **deferred: int) -> dict[str, Any]:
    shown = {"new": new, "learning": learning, "review": review}
    return {**shown, "deferred": sum(deferred.values()), "reasons": deferred}


def test_json(gpu: Path) -> None:
    """Counts by deck and in total; a sibling of a new card waits."""
    assert report("due") == {
        "now": "2026-12-01T09:00:00+00:00",
        "study_day": "2026-12-01",
        "next_due": None,
        "next_step": None,
        "decks": [
            {"deck": "gpu", **counts(new=2, sibling=1)},
            {"deck": "net::ring", **counts(new=1, sibling=1)},
        ],
        "total": counts(new=3, sibling=2),
    }


def test_for_people(gpu: Path) -> None:
    """A line for each deck, why cards wait, and how to start."""
    assert call("due").stdout == (
        "DECK       NEW  DUE  AGAIN  WAITING\n"
        "gpu          2    -      -        1\n"
        "net::ring    1    -      -        1\n"
        "total        3    -      -        2\n"
        "\n"
        "Waiting: 2 after another card of the same note.\n"
        "\n"
        "Start: flashdeck review\n"
    )


def test_again_today(gpu: Path) -> None:
    """A card answered again today is asked until known, and is due tomorrow as well."""
    review(" 1q")
    found = report("due")
    assert found["decks"][0] == {"deck": "gpu", **counts(new=1, learning=1, sibling=1)}
    assert found["next_due"] == "2026-12-02"


def test_nothing_due(gpu: Path) -> None:
    """When everything was answered, the next day on which something is due."""
    for path in (gpu / "cards" / "net" / "ring.md",):
        path.unlink()
    write(gpu / "cards" / "gpu.md", "## Q? {#q}\n\nA.\n")
    review(" 3")
    assert call("due").stdout == "Nothing is due until 2026-12-02.\n"
    assert report("due")["next_due"] == "2026-12-02"
    assert report("due", now=NEXT_DAY)["total"] == counts(review=1)


def test_no_cards_at_all(folder: Path) -> None:
    """Where to write some, and where to look for mistakes."""
    assert call("due").stdout == (
        "There are no cards yet: write some into cards/. `flashdeck check` tells what is wrong in them.\n"
    )
    assert report("due")["decks"] == []


def test_every_card_suspended(folder: Path) -> None:
    """Not the same as nothing due."""
    write(folder / "cards" / "a.md", "---\nsuspended: true\n---\n\n## Q? {#q}\n\nA.\n")
    assert call("due").stdout == "Every card is suspended: 1 card.\n"
    assert report("due")["total"] == counts(suspended=1)


def test_the_limit_is_reached(gpu: Path) -> None:
    """It names the limits, and the way to go on all the same."""
    assert call("due", "--set", "new-per-day=0").stdout == (
        "Today's limit is reached (0 new and 200 due cards): 5 cards left for tomorrow. "
        "`flashdeck review --new 10` asks ten new ones all the same.\n"
    )


def test_only_siblings_are_left(folder: Path) -> None:
    """The other card of a note waits for the next day."""
    write(folder / "cards" / "a.md", "## Q {#q .reversed}\n\nA.\n")
    review(" 3")
    assert call("due").stdout == (
        "Nothing more today: 1 card left for tomorrow, after another card of the same note.\n"
    )


def test_one_deck_needs_no_total(folder: Path) -> None:
    """The line of the deck is the total."""
    write(folder / "cards" / "a.md", "## Q? {#q}\n\nA.\n")
    assert (
        call("due").stdout
        == "DECK  NEW  DUE  AGAIN  WAITING\na       1    -      -        -\n\nStart: flashdeck review\n"
    )


def test_errors_in_card_files(gpu: Path) -> None:
    """One line on stderr; the good cards are counted."""
    write(gpu / "cards" / "bad.md", "## Fine {#fine}\n\nYes.\n\n## Broken {.reversd}\n\nNo.\n")
    result = call("due")
    assert result.stderr == "1 error in card files: flashdeck check\n"
    assert "\nbad " not in result.stderr
    assert result.stdout.startswith("DECK")


def test_the_day_begins_at_the_rollover(gpu: Path) -> None:
    """At three at night it is still yesterday; `rollover` moves that."""
    assert report("due", now="2026-12-02T03:00:00+05:30")["study_day"] == "2026-12-01"
    assert report("due", "--set", "rollover=02:00", now="2026-12-02T03:00:00+05:30")["study_day"] == "2026-12-02"


def test_decks_that_only_wait_share_a_line(folder: Path) -> None:
    """On a day whose limit the first deck takes up, the other decks are counted together and not listed."""
    for name in ("a", "b", "c"):
        text = "".join(f"## Question {name}{number}? {{#{name}{number}}}\n\nYes.\n\n" for number in range(3))
        write(folder / "cards" / f"{name}.md", text)
    lines = call("due", "--set", "new-per-day=3").stdout.splitlines()
    assert [line.split() for line in lines[1:4]] == [
        ["a", "3", "-", "-", "-"],
        ["2", "more", "decks", "-", "-", "-", "6"],
        ["total", "3", "-", "-", "6"],
    ]
