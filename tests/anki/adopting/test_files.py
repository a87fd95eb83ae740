from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.anki.adopting.files import MOST_IN_A_FILE, CardFile, Piece, filed, path_of
from flashdeck.compile import compile_file
from flashdeck.store.texts import deck_of


def piece(name: str, deck: str = "gpu::h100", section: str = "") -> Piece:
    return Piece(name, deck, section, f"## Front of {name} {{#{name}}}\n\nBack of {name}\n")


def written(*pieces: Piece, existing: dict[str, str] | None = None) -> dict[str, str]:
    """The files by path, as text."""
    there = {path: text.encode() for path, text in (existing or {}).items()}
    return {file.path: file.after.decode() for file in filed(pieces, there)}


def test_a_deck_is_a_file_and_the_decks_above_it_are_folders() -> None:
    """As a person lays them out: the path alone names the deck."""
    assert written(piece("a"), piece("b", "gpu"), piece("c")) == {
        "cards/gpu/h100.md": "## Front of a {#a}\n\nBack of a\n\n## Front of c {#c}\n\nBack of c\n",
        "cards/gpu.md": "## Front of b {#b}\n\nBack of b\n",
    }


def test_a_deck_whose_name_is_no_path_stands_in_the_front_matter() -> None:
    """What a file system, or the walk over card files, does not take is left out of the name."""
    files = written(piece("a", 'Bio: "cells"::_x'), piece("b", "CON"), piece("c", "README"), piece("d", "a/b"))
    decks = [compile_file(path, text.encode(), deck=deck_of(path)).notes[0].deck for path, text in files.items()]
    assert decks == ['Bio: "cells"::_x', "CON", "README", "a/b"]
    first, *_, last = files
    assert (first, last) == ("cards/Bio- -cells/x.md", "cards/a-b.md")


@given(st.lists(st.text(min_size=1, max_size=200).filter(str.strip), min_size=1, max_size=4))
def test_any_deck_name_gives_a_path_below_cards(parts: list[str]) -> None:
    """No part is empty, hidden, too long, or leads out; and the file is walked."""
    path = path_of("::".join(parts))
    assert path.startswith("cards/")
    assert path.endswith(".md")
    for part in path.removesuffix(".md").split("/"):
        assert part
        assert part[0] not in "._ "
        assert not set(part) & set('<>:"\\|?*\0')
        assert len(part.encode()) <= 100


def test_two_decks_of_one_path_get_files_of_their_own() -> None:
    """Also where only a file system without upper and lower case would mix them up."""
    files = written(piece("a", "x?"), piece("b", "x*"), piece("c", "X"))
    assert list(files) == ["cards/x.md", "cards/x-2.md", "cards/X-3.md"]
    decks = [compile_file(p, t.encode(), deck=deck_of(p)).notes[0].deck for p, t in files.items()]
    assert decks == ["x?", "x*", "X"]


def test_sections_stand_together_below_their_title() -> None:
    """Cards without one come first, or they would fall below one."""
    (text,) = written(
        piece("a", section="One"), piece("b"), piece("c", section="Two"), piece("d", section="One")
    ).values()
    assert [line for line in text.split("\n") if line.startswith("#")] == [
        "## Front of b {#b}",
        "# One",
        "## Front of a {#a}",
        "## Front of d {#d}",
        "# Two",
        "## Front of c {#c}",
    ]


def test_a_large_deck_is_several_files() -> None:
    """Of one deck, whatever their names."""
    files = list(filed([piece(f"n{i}") for i in range(2 * MOST_IN_A_FILE + 1)], {}))
    assert [file.path for file in files] == ["cards/gpu/h100.md", "cards/gpu/h100-2.md", "cards/gpu/h100-3.md"]
    assert [len(file.notes) for file in files] == [MOST_IN_A_FILE, MOST_IN_A_FILE, 1]
    assert {note.deck for file in files for note in file.notes} == {"gpu::h100"}


def test_a_file_that_has_the_deck_grows() -> None:
    """New cards come behind those that are there, which stay byte for byte."""
    before = "## Mine {#mine}\r\n\r\nMy own\r\n"
    files = written(piece("a"), existing={"cards/gpu/h100.md": before})
    assert files == {"cards/gpu/h100.md": before + "\r\n## Front of a {#a}\r\n\r\nBack of a\r\n"}


@pytest.mark.parametrize(
    "before",
    [
        "---\ntags: mine\n---\n\n## Mine\n\nx\n",  # the new card would get the tag
        "---\ndeck: other\n---\n\n## Mine\n\nx\n",
        "# Section\n\n## Mine\n\nx\n",  # it would fall below the title
        "## Mine {#mine\n\n## b {.nothing}\n\nx\n",  # has an error
        "## Mine\n\n```\nnever closed\n",
        "\udcff",
    ],
)
def test_a_file_in_which_it_would_read_otherwise_is_left_alone(before: str) -> None:
    """The cards get a file of their own, of the same deck."""
    raw = before.encode("utf-8", "surrogateescape")
    (file,) = filed([piece("a")], {"cards/gpu/h100.md": raw})
    assert (file.path, file.before) == ("cards/gpu/h100-2.md", None)
    assert [(note.key, note.deck, note.tags) for note in file.notes] == [("a", "gpu::h100", ())]


def test_the_notes_of_a_file_are_those_that_were_added() -> None:
    """As the compile reads them, in order."""
    existing = {"cards/gpu/h100.md": b"## Mine {#mine}\n\nx\n"}
    files: list[CardFile] = list(filed([piece("a"), piece("b")], existing))
    assert [note.key for note in files[0].notes] == ["a", "b"]
