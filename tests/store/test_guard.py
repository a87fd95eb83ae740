"""The guard against mass retirement."""

from __future__ import annotations

import pytest

from flashdeck.store.collection import Collection
from flashdeck.store.guard import MassRetirementError
from flashdeck.store.index import delete_index
from tests.store.desk import Desk, at, card


def cards(count: int, start: int = 0) -> str:
    return "".join(card(f"q{number}", f"Answer {number}.") for number in range(start, start + count))


def test_more_than_20_and_more_than_a_tenth_is_stopped(desk: Desk) -> None:
    """Nothing is changed, at any opening, until the text is back."""
    path = desk.write("gone.md", cards(21))
    desk.write("rest.md", cards(29, 100))
    before = desk.keys()
    away = path.rename(path.with_suffix(".txt"))
    for _ in range(2):
        with pytest.raises(MassRetirementError, match=r"21 of 50 notes .*cards/gone\.md.*--accept-retired"):
            desk.keys()
    away.rename(path)
    assert desk.keys() == before


def test_an_accepted_retirement_is_done(desk: Desk) -> None:
    """Once, and for good; histories stay as ever."""
    path = desk.write("gone.md", cards(21))
    desk.write("rest.md", cards(1, 100))
    desk.answer("q3")
    path.unlink()
    with Collection.open(desk.root, desk.settings, at(), accept_retired=True) as collection:
        assert [gone.key for gone in collection.retired()] == ["q3"]
    assert desk.keys() == ["q100"]


@pytest.mark.parametrize(("gone", "rest"), [(20, 0), (21, 189), (30, 270)])
def test_a_few_may_retire(desk: Desk, gone: int, rest: int) -> None:
    """Twenty of any number, and a tenth of any number."""
    path = desk.write("gone.md", cards(gone))
    desk.write("rest.md", cards(rest, 1000) or "# Nothing\n")
    desk.keys()
    path.unlink()
    assert len(desk.keys()) == rest


def test_a_rename_is_no_retirement(desk: Desk) -> None:
    """Neither of headings nor of ids, files or decks, of however many cards."""
    names = ["ring", "tree", "mesh", "torus", "clique", "star", "cube", "bus", "switch", "crossbar", "line"]
    texts = [f"## How does a {name} of {size} GPUs sum?\n\nBy {name} {size}.\n\n" for name in names for size in (4, 8)]
    path = desk.write("a.md", "".join(texts))
    assert len(desk.keys()) == 22
    path.write_text(path.read_text().replace("GPUs", "chips"))
    assert len(desk.keys()) == 22
    path.unlink()
    desk.write("new/b.md", "".join(texts).replace("GPUs", "chips"))
    assert len(desk.keys()) == 22


def test_a_file_with_errors_retires_nothing(desk: Desk) -> None:
    """So there is nothing to ask."""
    path = desk.write("a.md", cards(30))
    before = desk.keys()
    path.write_text("## Broken {.nonsense}\n\nX.\n")
    assert desk.keys() == before


def test_a_deleted_index_knows_nothing(desk: Desk) -> None:
    """The guard compares with what the last opening saw."""
    path = desk.write("gone.md", cards(30))
    desk.write("rest.md", cards(1, 100))
    desk.answer("q3")
    path.unlink()
    delete_index(desk.index)
    assert desk.keys() == ["q100"]
