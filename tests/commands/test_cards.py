"""`flashdeck cards`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flashdeck.commands.nothing import NO_CARDS
from tests.commands.calls import NEXT_DAY, call, report, review, write

FIELDS = {
    "key", "guid", "ordinal", "deck", "section", "type", "front", "back", "tags", "source", "as_of", "file", "line",
    "suspended", "flag", "schedule",
}  # fmt: skip
NEW = {
    "state": "new",
    "interval_days": 0,
    "interval_seconds": None,
    "ease": 0,
    "repetitions": 0,
    "lapses": 0,
    "leech": False,
}


def test_for_people(gpu: Path) -> None:
    """A line for each card in the order of the files; the second card of a note is named with its number."""
    result = call("cards")
    assert result.stdout == (
        "CARD              DUE  DECK       FRONT\n"
        "h100-memory       new  gpu        How much HBM does an H100 SXM carry?\n"
        "reduce-scatter    new  gpu        Reduce-scatter\n"
        "reduce-scatter:1  new  gpu        Each rank ends with one shard of the sum.\n"
        "ring              new  net::ring  Ring all-reduce: A ring of [...] ranks moves S bytes.\n"
        "ring:1            new  net::ring  Ring all-reduce: A ring of n ranks moves [how much] bytes.\n"
    )
    assert result.stderr == "5 cards\n"


def test_it_fits_the_terminal(gpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The widest columns are cut, by columns of the terminal: a wide character takes two."""
    write(gpu / "cards" / "zh.md", "## 带宽是多少，单位是什么，为什么 {#bandwidth}\n\nA.\n")
    monkeypatch.setenv("COLUMNS", "44")
    lines = call("cards", "deck:zh").stdout.splitlines()
    assert lines == [
        "CARD       DUE  DECK  FRONT",
        "bandwidth  new  zh    带宽是多少，单位是什…",
    ]


def test_json(gpu: Path) -> None:
    """Each card with every field of the manual, null where there is nothing."""
    found = report("cards")["cards"]
    assert all(set(card) == FIELDS for card in found)
    memory = found[0]
    assert {name: value for name, value in memory.items() if name not in {"guid", "schedule"}} == {
        "key": "h100-memory",
        "ordinal": 0,
        "deck": "gpu",
        "section": "Accelerators",
        "type": "basic",
        "front": "How much HBM does an H100 SXM carry?",
        "back": "80 GB of HBM3.",
        "tags": ["gpu"],
        "source": "A datasheet, 2023",
        "as_of": "2026-11",
        "file": "cards/gpu.md",
        "line": 9,
        "suspended": False,
        "flag": None,
    }
    assert NEW.items() <= memory["schedule"].items()
    assert [(card["key"], card["ordinal"], card["type"]) for card in found[1:]] == [
        ("reduce-scatter", 0, "reversed"),
        ("reduce-scatter", 1, "reversed"),
        ("ring", 0, "cloze"),
        ("ring", 1, "cloze"),
    ]
    ring = found[4]
    assert (ring["section"], ring["source"], ring["as_of"], ring["tags"]) == (None, None, None, [])
    assert ring["front"] == "Ring all-reduce\n\nA ring of $n$ ranks moves [how much] bytes."
    assert len({card["guid"] for card in found}) == 3


def test_html(gpu: Path) -> None:
    """Both sides as HTML, which is JSON only."""
    card = report("cards", "h100", "--html")["cards"][0]
    assert set(card) == FIELDS | {"front_html", "back_html"}
    assert "80 GB of HBM3." in card["back_html"]
    assert "<p>" in card["back_html"]
    assert "--html goes with --json." in call("cards", "--html", code=2).stderr


def test_an_answered_card(gpu: Path) -> None:
    """Its schedule counts days from its first answer."""
    review(" 3q")
    schedule = report("cards", "h100")["cards"][0]["schedule"]
    assert schedule["state"] == "review"
    assert (schedule["interval_days"], schedule["due_day"], schedule["ease"], schedule["repetitions"]) == (1, 1, 2.5, 1)
    assert call("cards", "h100").stdout.splitlines()[1].split()[:2] == ["h100-memory", "2026-12-02"]
    assert call("cards", "h100", now=NEXT_DAY).stdout.splitlines()[1].split()[:2] == ["h100-memory", "today"]


def test_search(gpu: Path) -> None:
    """Words of the text, and deck:, tag: and is:; all must hold."""

    def keys(*query: str) -> list[str]:
        return [f"{card['key']}:{card['ordinal']}" for card in report("cards", *query)["cards"]]

    assert keys("deck:net") == ["ring:0", "ring:1"]
    assert keys("tag:gpu", "shard") == ["reduce-scatter:0", "reduce-scatter:1"]
    review(" 1q")
    assert keys("is:due", "deck:gpu", "hbm") == ["h100-memory:0"]
    assert keys("nothing-like-this") == []


def test_nothing_found(gpu: Path) -> None:
    """Said on stderr; not a failure."""
    result = call("cards", "zzz")
    assert (result.stdout, result.stderr) == ("", "No card matches `zzz`: `flashdeck cards` lists all of them.\n")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("deck:nte", "There is no deck `nte`: did you mean `net`?"),
        ("deck:net::rnig", "There is no deck `net::rnig`: did you mean `net::ring` or `net`?"),
        ("shard deck:zzz", "There is no deck `zzz`: `flashdeck cards` lists the cards with their decks."),
        ("tag:gpus", "No card has the tag `gpus`: did you mean `gpu`?"),
        ("tag:zzz", "No card has the tag `zzz`: did you mean `gpu`?"),
        ("dek:net", "No card matches `dek:net`: did you mean `deck:net`?"),
        ("foo:gpu", "No card matches `foo:gpu`: did you mean `deck:gpu` or `tag:gpu`?"),
        ("h100-memroy", "No card matches `h100-memroy`: did you mean `h100-memory`?"),
        ("foo:bar", "No card matches `foo:bar`: `flashdeck cards` lists all of them."),
        ("is:leech deck:GPU", "No card matches `is:leech deck:GPU`: `flashdeck cards` lists all of them."),
    ],
)
def test_nothing_found_for_a_slip(gpu: Path, query: str, sentence: str) -> None:
    """The nearest deck, tag, prefix or card."""
    assert call("cards", *query.split()).stderr == f"{sentence}\n"


def test_fronts_are_shown_in_words(folder: Path) -> None:
    """Without the marks of Markdown, formulas as text; JSON has what was written."""
    front = r"How **many** `GPUs`, [*really*](https://example.org), for $2\frac{n-1}{n}S$ &amp; $n^2$? 2*3 \* x_i"
    write(folder / "cards" / "a.md", f"## {front} {{#q}}\n\nA.\n")
    told = "How many GPUs, really, for 2·(n−1)/n·S & n²? 2*3 * x_i"
    assert call("cards").stdout.splitlines()[1] == f"q     new  a     {told}"
    assert report("cards")["cards"][0]["front"] == front
    assert call("suspend", "q").stdout.splitlines()[0] == f"Suspended: {told}"
    assert told in call("undo").stdout


def test_no_cards_at_all(folder: Path) -> None:
    """An empty collection is not a failed search."""
    assert call("cards").stderr == f"{NO_CARDS}\n"


def test_a_query_that_is_not_understood(gpu: Path) -> None:
    """Wrong usage, with what there is."""
    assert "is:retired" in call("cards", "is:dead", code=2).stderr


def test_suspended(gpu: Path) -> None:
    """The word stands where the day would."""
    write(gpu / "cards" / "s.md", "## Later? {#later .suspended}\n\nA.\n")
    assert call("cards", "is:suspended").stdout.splitlines()[1].split()[:2] == ["later", "suspended"]
    assert report("cards", "is:suspended")["cards"][0]["suspended"] is True


def test_retired_cards_are_listed_only_when_asked_for(gpu: Path) -> None:
    """A card whose text is gone keeps its history."""
    review(" 3q")
    (gpu / "cards" / "gpu.md").unlink()
    assert [card["key"] for card in report("cards")["cards"]] == ["ring", "ring"]
    (gone,) = report("cards", "is:retired")["cards"]
    assert set(gone) == FIELDS
    assert (gone["key"], gone["deck"], gone["back"]) == ("h100-memory", None, None)
    assert gone["schedule"]["repetitions"] == 1
    assert call("cards", "is:retired").stdout.splitlines()[1].split()[:2] == ["h100-memory", "retired"]


def test_a_card_cannot_send_escapes(gpu: Path) -> None:
    """What a terminal would obey is shown; JSON escapes it by nature."""
    write(gpu / "cards" / "esc.md", "## Clear \x1b[2J the screen {#clear}\n\nA.\n")
    assert "\x1b" not in call("cards").stdout
    assert "\x1b" not in call("cards", "--json").stdout
    assert "Clear ␛[2J the screen" in call("cards", "deck:esc").stdout


def test_a_file_with_errors_is_told_once(gpu: Path) -> None:
    """The good cards of the file are listed, and stderr says where to look."""
    write(gpu / "cards" / "bad.md", "## Fine {#fine}\n\nYes.\n\n## Broken {.reversd}\n\nNo.\n")
    result = call("cards", "deck:bad")
    assert result.stdout.splitlines()[1].split()[0] == "fine"
    assert result.stderr == "1 error in card files: flashdeck check\n1 card\n"


def test_names_that_are_not_ascii(gpu: Path) -> None:
    """Files are shown as they are named."""
    write(gpu / "cards" / "带宽.md", "## Q? {#q}\n\nA.\n")
    assert report("cards", "deck:带宽")["cards"][0]["file"] == os.fsdecode("cards/带宽.md")
