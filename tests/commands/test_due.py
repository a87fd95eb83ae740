"""`flashdeck due`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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
    told = "Nothing is due until 2026-12-02. `flashdeck review --ahead 1` asks now what falls due by then.\n"
    assert call("due").stdout == call("review").stdout == told
    assert "1 left" in call("review", "--ahead", "1", "--plain").stdout
    assert report("due")["next_due"] == "2026-12-02"
    assert report("due", now=NEXT_DAY)["total"] == counts(review=1)


def test_no_cards_at_all(folder: Path) -> None:
    """Where to write some, and where to look for mistakes."""
    told = (
        "There are no cards yet: write some into cards/, as `flashdeck help card-files` shows. "
        "`flashdeck check` tells what is wrong in them.\n"
    )
    assert call("due").stdout == call("review").stdout == told
    assert call("export", code=1).stderr == f"flashdeck: {told}"
    assert call("review", "gpu", code=1).stderr == (
        "flashdeck: There is no deck `gpu`, for there are no cards yet: "
        "`flashdeck help card-files` shows how to write.\n"
    )
    assert report("due")["decks"] == []


def test_every_card_has_errors(folder: Path) -> None:
    """To write some is no help then."""
    write(folder / "cards" / "a.md", "## Q? {.reversd}\n\nA.\n")
    told = "No card is free of errors (1 error): `flashdeck check` shows them.\n"
    assert call("due").stdout == call("review").stdout == told


def test_no_collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How one begins, whatever was asked."""
    monkeypatch.chdir(tmp_path)
    for command in ("due", "review", "cards", "export", "stats"):
        assert "`flashdeck init` starts one" in call(command, code=1).stderr


def test_every_card_suspended(folder: Path) -> None:
    """Not the same as nothing due."""
    write(folder / "cards" / "a.md", "---\nsuspended: true\n---\n\n## Q? {#q}\n\nA.\n")
    assert call("due").stdout == (
        "Every card is suspended (1 card): `flashdeck cards is:suspended` lists them, "
        "`flashdeck unsuspend is:suspended` takes them back into reviews.\n"
    )
    assert "`flashdeck unsuspend is:suspended deck:a`" in call("review", "a").stdout
    assert report("due")["total"] == counts(suspended=1)
    call("unsuspend", "is:suspended", "deck:a")
    assert report("due")["total"] == counts(new=1)


def test_the_limit_is_reached(gpu: Path) -> None:
    """It names the limits, and the way to go on all the same."""
    assert call("due", "--set", "new-per-day=0").stdout == (
        "Today's limit is reached (0 new and 200 due cards): 5 cards left for tomorrow. "
        "`flashdeck review --new 10` asks ten new ones all the same.\n"
    )


def test_the_limit_of_reviews_is_reached(gpu: Path) -> None:
    """New cards would be no way out: they need room below it, too."""
    review(" 3 3 3q")
    limited = ("--set", "reviews-per-day=0")
    told = call("review", "gpu", *limited, now=NEXT_DAY).stdout
    assert told.startswith("Today's limit is reached (20 new and 0 due cards): ")
    assert "`flashdeck review gpu --set reviews-per-day=2` asks the due ones all the same." in told
    assert "2 left" in call("review", "gpu", "--set", "reviews-per-day=2", "--plain", now=NEXT_DAY).stdout


def test_only_siblings_are_left(folder: Path) -> None:
    """The other card of a note waits for the next day."""
    write(folder / "cards" / "a.md", "## Q {#q .reversed}\n\nA.\n")
    review(" 3")
    assert call("due").stdout == (
        "Nothing more today: 1 card left for tomorrow, after another card of the same note. "
        "`flashdeck review --cram` asks everything all the same.\n"
    )


def test_only_buried_cards_are_left(folder: Path) -> None:
    """They come back tomorrow, and are not said to be nothing."""
    write(folder / "cards" / "a.md", "## Q {#q}\n\nA.\n")
    call("bury", "q")
    assert "1 card left for tomorrow, buried for today." in call("due").stdout


def test_settings_for_a_deck_that_is_not_there(gpu: Path) -> None:
    """One sentence on stderr with the nearest name; a deck above others is one, and what is counted stays the same."""
    write(gpu / "flashdeck.toml", '[decks."gpus"]\nnew-per-day = 5\n\n[decks."net"]\nnew-per-day = 5\n')
    told = 'The settings of [decks."gpus"] hold for no card. There is no deck `gpus`: did you mean `gpu`?\n'
    assert call("due").stderr == call("config").stderr == told
    write(gpu / "flashdeck.toml", '[decks."gpu"]\nnew-per-day = 5\n')
    assert call("due").stderr == call("config").stderr == ""


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
