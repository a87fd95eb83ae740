"""Exports as the real Anki takes them."""

from __future__ import annotations

import os
import re
import zipfile
from html import unescape
from pathlib import Path

import pytest

from flashdeck.anki.export import export
from flashdeck.config import Settings
from flashdeck.model import UserError
from tests.anki.conftest import Folder
from tests.anki.engine import Profile

ALL_KINDS = """\
---
tags: [gpu]
source: A datasheet, https://example.org/h100?a=1&b=2
as-of: 2026-11
---

# Accelerators

## How much HBM does an H100 SXM carry? {#h100-memory}

80 GB of HBM3, `vector<int>` & more.

## Reduce-scatter {#reduce-scatter .reversed tags="collectives"}

Each rank ends with one shard, $1/n$ of the sum.

## Ring all-reduce {#ring}

A ring of {{c1::$n$}} ranks moves {{c2::$2\\frac{n-1}{\\sqrt{n}}S$::how many bytes}} each,
in {{c4::two {{c5::phases}}}}.

---

Found by `{{c9::nobody}}`.

## The code {#code}

It calls {{c1::`std::map<int, X{}>`}} and {{c2::`}}`}}.

## Figures {#specs .table}

| GPU | HBM | Link | Source |
|---|---|---|---|
| A100 | 40 GB | 600 GB/s | sheet |
| H100 | 80 GB | — | |

## Off {#off .suspended}

Not now.
"""


def plain(html: str) -> str:
    """What a person reads."""
    return unescape(re.sub(r"<[^>]*>", "", html))


def test_f1_every_card_arrives_in_its_deck(folder: Folder, anki: Profile) -> None:
    """With its ordinal, in the order of the files, none blank; the report counts what Anki counts."""
    folder.write("gpu/specs.md", ALL_KINDS)
    folder.write("a.md", "## First {#first}\n\nOne.\n")
    report = folder.export()
    assert anki.take(report.file) == {"new": 9}
    assert anki.problems() == []
    with folder.open() as collection:
        entries = list(collection.entries())
    assert [(card.guid, card.ordinal, card.deck) for card in anki.cards()] == [
        (entry.card.note.guid, entry.card.ordinal, entry.card.note.deck) for entry in entries
    ]
    assert {card.deck for card in anki.cards()} == {"a", "gpu::specs"}
    assert [card.due for card in anki.cards()] == list(range(1, len(entries) + 1))
    assert report.cards == len(entries) == 14
    assert (len(report.new), report.refused, report.left_behind) == (9, (), ())


def test_what_a_standard_note_brings(folder: Folder, anki: Profile) -> None:
    """Question, answer, the section above, source and day in small print on the answer alone."""
    folder.write("gpu.md", ALL_KINDS)
    anki.take(folder.export().file)
    (note,) = [note for note in anki.notes().values() if "How much HBM" in note.first]
    assert note.model == "flashdeck"
    assert note.tags == ["gpu"]
    assert note.fields["Front"] == "How much HBM does an H100 SXM carry?"
    assert note.fields["Context"] == "Accelerators"
    address = "https://example.org/h100?a=1&amp;b=2"
    assert note.fields["Source"] == f'A datasheet, <a href="{address}">{address}</a>'
    assert note.fields["Guid"] == note.guid
    (card,) = [card for card in anki.cards() if card.guid == note.guid]
    assert "vector&lt;int&gt;" in card.answer
    assert "A datasheet" not in card.question
    assert "2026-11" not in card.question
    assert re.search(r'id="answer".*80 GB.*A datasheet.*As of 2026-11', card.answer, re.DOTALL)


def test_a_reversed_note_asks_both_ways(folder: Folder, anki: Profile) -> None:
    """The second card asks for the heading, and only notes that are reversed have it."""
    folder.write("gpu.md", ALL_KINDS)
    anki.take(folder.export().file)
    second = [card for card in anki.cards() if card.ordinal == 1 and "Reduce-scatter" in card.answer]
    assert len(second) == 1
    assert "one shard" in second[0].question
    assert "Reduce-scatter" not in second[0].question
    assert "\\(1/n\\)" in second[0].question


def test_f6_clozes_hide_what_they_shall(folder: Folder, anki: Profile) -> None:
    """Nested, with braces of a formula, with `::` and `}}` of code, with gaps in the numbers."""
    folder.write("gpu.md", ALL_KINDS)
    anki.take(folder.export().file)
    ring = {card.ordinal: card for card in anki.cards() if "Ring all-reduce" in card.question}
    assert sorted(ring) == [0, 1, 3, 4]
    assert "[how many bytes]" in ring[1].question
    assert "sqrt" not in plain(ring[1].question)
    assert "\\(2\\frac{n-1}{\\sqrt{n}}S\\)" in plain(ring[1].answer)
    assert "two" not in plain(ring[3].question)
    assert "two" in ring[4].question
    assert "phases" not in plain(ring[4].question)
    assert "nobody" in ring[0].answer
    assert "nobody" not in ring[0].question
    code = {card.ordinal: card for card in anki.cards() if "The code" in card.question}
    assert "It calls std::map<int, X{}> and }}." in plain(code[0].answer)


def test_the_cells_of_a_table_are_notes_with_the_heading_above(folder: Folder, anki: Profile) -> None:
    """Each cell asks for itself, in the table's name."""
    folder.write("gpu.md", ALL_KINDS)
    report = folder.export()
    anki.take(report.file)
    cells = [note.fields for note in anki.notes().values() if note.fields["Context"].endswith("Figures")]
    assert [(cell["Front"], cell["Back"]) for cell in cells] == [
        ("A100 — HBM", "40 GB"),
        ("A100 — Link", "600 GB/s"),
        ("H100 — HBM", "80 GB"),
    ]
    assert "specs/a100/hbm" in report.new


def test_r49_a_suspended_card_arrives_suspended(folder: Folder, anki: Profile) -> None:
    """Where the person lets Anki take progress; the report says that it depends on it."""
    folder.write("gpu.md", ALL_KINDS)
    report = folder.export()
    anki.take(report.file, progress=True)
    assert [card.queue for card in anki.cards() if "Off" in card.question] == [-1]
    assert {card.queue for card in anki.cards() if "Off" not in card.question} == {0}
    assert any(warning.startswith("Suspended notes: 1.") for warning in report.warnings)


def test_r45_f2_new_cards_come_in_file_order_with_the_day_they_were_made(folder: Folder, anki: Profile) -> None:
    """Across decks and in natural order of the paths; Anki shows ids as creation dates."""
    folder.write("b.md", "---\ndeck: one\n---\n## B1\n\nx\n")
    folder.write("a/z.md", "---\ndeck: two\n---\n## A1\n\nx\n\n## A2\n\nx\n")
    folder.write("a/a.md", "---\ndeck: one\n---\n## A0\n\nx\n")
    anki.take(folder.export().file)
    assert [plain(card.question).strip() for card in anki.cards()] == ["A0", "A1", "A2", "B1"]
    made = sorted(note.id for note in anki.notes().values())
    assert made == [1_772_442_000_000, 1_772_442_000_001, 1_772_442_000_002, 1_772_442_000_003]


def test_r73_f5_two_pictures_of_one_name_stay_two(folder: Folder, anki: Profile) -> None:
    """Packed by content: neither overwrites the other, and one content under one name is packed once."""
    for place, content in {"a": b"one", "b": b"two", "c": b"one"}.items():
        folder.write(f"{place}/ring.png", content)
        folder.write(f"{place}/ring.md", f"## {place}?\n\n![a ring](ring.png)\n")
    folder.write("unused.png", b"unused")
    report = folder.export()
    anki.take(report.file)
    assert anki.problems() == []
    assert sorted(anki.media().values()) == [b"one", b"two"]
    assert report.media == 2


def test_r71_f5_pictures_are_found_however_they_are_written(folder: Folder, anki: Profile) -> None:
    """`./`, `../`, percent codes and signs that HTML escapes."""
    folder.write("figs/a b & ü.png", b"p")
    folder.write("gpu/x.md", "## One\n\n![](../figs/a%20b%20&%20ü.png)\n\n## Two\n\n![](<./../figs/a b & ü.png>)\n")
    anki.take(folder.export().file)
    assert anki.problems() == []
    assert list(anki.media().values()) == [b"p"]


def test_r76_f7_tags_arrive_whole(folder: Folder, anki: Profile) -> None:
    """A tag of two words is one tag in Anki."""
    folder.write("x.md", '---\ntags: ["two words", "tab\\there", "wide\\u3000space", gpu]\n---\n## Q\n\nA\n')
    report = folder.export()
    anki.take(report.file)
    (note,) = anki.notes().values()
    assert "gpu" in note.tags
    assert all(tag in {"gpu", "two_words", "tab_here", "wide_space"} for tag in note.tags)


def test_f6_text_that_anki_would_obey_is_shown(folder: Folder, anki: Profile) -> None:
    """Template braces, sound and LaTeX commands are text of the card."""
    text = "{{Front}} [latex]y[/latex] {{type:Back}} [$]z {{#Source}}"
    folder.write("x.md", f"## What is {text}?\n\n`[sound:y.mp3]` and `{{{{c1::no cloze}}}}`\n")
    anki.take(folder.export().file)
    assert anki.problems() == []
    (card,) = anki.cards()
    assert f"What is {text}?" in plain(card.question)
    assert "[sound:y.mp3] and {{c1::no cloze}}" in plain(card.answer)


def test_the_prefix_stands_before_every_deck(folder: Folder, anki: Profile) -> None:
    """As the setting says."""
    folder.write("gpu.md", "## Q\n\nA\n")
    anki.take(folder.export(settings=Settings(deck_prefix="flashdeck")).file)
    assert [card.deck for card in anki.cards()] == ["flashdeck::gpu"]


def test_f7_the_default_deck_and_decks_of_one_name(folder: Folder, anki: Profile) -> None:
    """`Default` is Anki's own, and Anki knows no case."""
    folder.write("a.md", "---\ndeck: Default\n---\n## A\n\nx\n")
    folder.write("b.md", "---\ndeck: GPU::x\n---\n## B\n\nx\n")
    folder.write("c.md", "---\ndeck: gpu::X\n---\n## C\n\nx\n")
    anki.take(folder.export().file)
    assert [card.deck for card in anki.cards()] == ["Default", "GPU::x", "GPU::x"]


@pytest.fixture
def two_decks(folder: Folder) -> Folder:
    folder.write("gpu/h100.md", "## A\n\nx\n")
    folder.write("gpu/a100.md", "## B\n\nx\n")
    folder.write("comp.md", "## C\n\nx\n")
    return folder


@pytest.mark.parametrize(
    ("decks", "name", "count"),
    [
        ((), "flashdeck.apkg", 3),
        (("gpu",), "gpu.apkg", 2),
        (("gpu::h100",), "gpu-h100.apkg", 1),
        (("comp", "gpu::h100"), "comp+gpu-h100.apkg", 2),
        (("gpu", "gpu::h100"), "gpu+gpu-h100.apkg", 2),
    ],
)
def test_decks_are_exported_with_those_below_them(
    two_decks: Folder, anki: Profile, decks: tuple[str, ...], name: str, count: int
) -> None:
    """Into `exports/`, under their name."""
    report = two_decks.export(*decks)
    assert report.file == two_decks.root / "exports" / name
    assert anki.take(report.file) == {"new": count}


def tree(folder: Folder) -> set[Path]:
    return {path for path in folder.root.rglob("*") if path.is_file() and "index.db" not in path.name}


def test_an_unknown_deck_is_a_sentence_with_the_nearest_name(two_decks: Folder) -> None:
    """Nothing is written."""
    before = tree(two_decks)
    with pytest.raises(UserError, match=r"no deck `gpu::h10`.*`gpu::h100`"):
        two_decks.export("gpu::h10")
    assert not [path for path in tree(two_decks) - before if path.suffix in {".apkg", ".jsonl", ".tmp"}]


def test_nothing_to_export_is_a_sentence(folder: Folder) -> None:
    """No empty package."""
    with pytest.raises(UserError, match="nothing to export"):
        folder.export()


@pytest.mark.parametrize("where", ["a folder", "missing/x.apkg", "a file/x.apkg"])
def test_a_place_that_cannot_be_written_is_a_sentence(two_decks: Folder, where: str) -> None:
    """Nothing is logged, nothing is left."""
    (two_decks.root / "a folder").mkdir()
    (two_decks.root / "a file").write_text("x")
    before = tree(two_decks)
    with pytest.raises(UserError, match=where.split("/", maxsplit=1)[0]):
        two_decks.export(out=two_decks.root / where)
    assert not [path for path in tree(two_decks) - before if path.suffix in {".apkg", ".jsonl", ".tmp"}]
    assert len(two_decks.export().new) == 3


@pytest.mark.parametrize("where", ["cards/gpu.apkg", "cards/../cards/h100.md", ".flashdeck/log/x.jsonl", "to-a-card"])
def test_the_texts_are_never_written_over(two_decks: Folder, where: str) -> None:
    """Not under their own names, not by way of a link."""
    card = next((two_decks.root / "cards").rglob("*.md"))
    (two_decks.root / "to-a-card").symlink_to(card)
    before = {path: path.read_bytes() for path in tree(two_decks)}
    with pytest.raises(UserError, match="never touches"):
        two_decks.export(out=two_decks.root / where)
    assert {path: path.read_bytes() for path in tree(two_decks) if path in before} == before


def test_a_pipe_is_not_replaced(two_decks: Folder) -> None:
    """Nor a device: a package is a file of its own."""
    if not hasattr(os, "mkfifo"):
        return
    os.mkfifo(two_decks.root / "pipe")
    with pytest.raises(UserError, match="device or a pipe"):
        two_decks.export(out=two_decks.root / "pipe")
    assert (two_decks.root / "pipe").is_fifo()


def test_a_link_is_followed(two_decks: Folder) -> None:
    """The link stays, and the file that it names is written."""
    (two_decks.root / "link.apkg").symlink_to(two_decks.root / "real.apkg")
    two_decks.export(out=two_decks.root / "link.apkg")
    assert (two_decks.root / "link.apkg").is_symlink()
    assert zipfile.is_zipfile(two_decks.root / "real.apkg")


def test_f6_a_question_of_nothing_is_refused(folder: Folder, anki: Profile) -> None:
    """Anki would show a blank card."""
    folder.write("x.md", "---\nhtml: true\n---\n## <br> {#nothing}\n\nAn answer.\n\n## Fine {#fine}\n\nx\n")
    report = folder.export()
    assert (report.new, report.refused) == (("fine",), ("nothing",))
    assert anki.take(report.file) == {"new": 1}


def test_the_report_as_json(two_decks: Folder) -> None:
    """Every name of the documented object is there, also where a list is empty."""
    two_decks.write("comp.md", "## Cluster {#c .reversed}\n\nx\n")
    report = two_decks.export("comp")
    assert report.as_json() == {
        "file": str(two_decks.root / "exports" / "comp.apkg"),
        "notes": {
            "new": ["c"],
            "updated": [],
            "unchanged": [],
            "left_behind": [],
            "retyped": [],
            "moved": [],
            "removed": [],
            "refused": [],
            "not_exported": [],
        },
        "by_hand": [],
        "cards": 2,
        "media": 0,
        "warnings": [],
    }


def test_f5_a_note_whose_picture_is_gone_is_refused(folder: Folder, anki: Profile) -> None:
    """What Anki has of it stays as it is; the report names it and says why."""
    folder.write("ring.png", b"p")
    folder.write("x.md", "## Ring {#ring}\n\n![](ring.png)\n\n## Other {#other}\n\nx\n")
    anki.take(folder.export().file)
    with folder.open() as collection:
        (folder.root / "cards" / "ring.png").unlink()
        report = export(collection)
    assert report.refused == report.not_exported == ("ring",)
    assert report.unchanged == ("other",)
    assert report.left_behind == ()
    assert any("ring.png" in warning for warning in report.warnings)
    anki.take(report.file)
    assert len(anki.notes()) == 2
