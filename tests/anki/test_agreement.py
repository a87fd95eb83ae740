"""Three readings of one card file agree: the compiler's, that of `flashdeck cards --json`, and the real Anki's."""

from __future__ import annotations

import re
import tempfile
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from flashdeck.render.html import to_html
from tests.anki.conftest import MORNING, NEXT_DAY, Folder
from tests.anki.engine import AnkiCard, Profile
from tests.commands.calls import report
from tests.golden import CASES, PICTURES

APART = re.compile(r'<div class="context">.*?</div>|<details class="hint">.*?</details>|\[\[type:.*?\]\]', re.DOTALL)


def words(html: str) -> str:
    """What is read of HTML, without the white space."""
    return "".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def asked_in_anki(card: AnkiCard) -> str:
    return words(APART.sub("", card.question))


def asked_here(card: dict[str, Any]) -> str:
    """The front as `cards --json` tells it; the heading of a cloze is context."""
    front = card["front"].partition("\n\n")[2] if card["type"] == "cloze" else card["front"]
    return words(to_html(front))


@pytest.fixture
def golden(folder: Folder) -> Folder:
    """A collection of all golden files."""
    for case in CASES:
        folder.write(case.name, case.read_bytes())
    for name in PICTURES:
        folder.write(name, name.encode())
    return folder


def test_number_ordinals_and_questions_of_all_golden_cards_agree(
    golden: Folder, anki: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same cards in the same order, each asking the same; of a cloze, the same words are hidden."""
    anki.take(golden.export().file)
    monkeypatch.chdir(golden.root)
    here = report("cards", now=MORNING)["cards"]
    there = anki.cards()
    assert [(card.guid, card.ordinal) for card in there] == [(card["guid"], card["ordinal"]) for card in here]
    asked = [(card["key"], card["ordinal"], asked_here(card)) for card in here]
    assert asked == [
        (card["key"], card["ordinal"], asked_in_anki(other)) for card, other in zip(here, there, strict=True)
    ]


def test_r75_moving_and_rewriting_a_file_changes_no_field(golden: Folder, anki: Profile) -> None:
    """Prose above the cards, a file's BOM and its line ends are no part of them; an address is never broken."""
    golden.write("z.md", "## A ring {#a-ring}\n\n![a ring of\neight GPUs](ring.png) and\\\na line\n")
    before = golden.export()
    anki.take(before.file)
    fields = {note.guid: note.fields for note in anki.notes().values()}
    sources = re.findall(r"<img[^>]*>", " ".join(field for note in fields.values() for field in note.values()))
    assert len(sources) > 3
    assert all(re.search(r'src="\S+"', source) for source in sources)
    for path in (golden.root / "cards").glob("*.md"):
        raw = path.read_bytes()
        if b"\r" not in raw and not raw.startswith(b"---"):
            path.write_bytes(b"\xef\xbb\xbfProse.\r\n\r\n" + raw.replace(b"\n", b"\r\n"))
    after = golden.export(now=NEXT_DAY)
    assert (after.new, after.updated, len(after.unchanged)) == ((), (), len(before.new))
    anki.take(after.file)
    assert {note.guid: note.fields for note in anki.notes().values()} == fields


def test_s10_an_export_leaves_nothing_behind(golden: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No temporary database or folder: the package is all there is."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    package = golden.export().file
    assert list((tmp_path / "tmp").iterdir()) == []
    assert list(package.parent.iterdir()) == [package]
