from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from flashdeck.model import UserError
from flashdeck.store.texts import CardFile, deck_of, find_media, read_text, walk
from tests.store.desk import Desk, card


def paths(desk: Desk) -> list[str]:
    return [file.path for file in walk(desk.root).files]


def test_card_files_are_sorted_by_the_parts_of_their_paths(desk: Desk) -> None:
    """A folder stands among the files by its own name, wherever its name would sort as text."""
    for name in ("b.md", "a b/x.md", "a/z.md", "a/b/c.md", "A.md", "a.md"):
        desk.write(name, card("x"))
    assert paths(desk) == [f"cards/{name}" for name in ("A.md", "a/b/c.md", "a/z.md", "a b/x.md", "a.md", "b.md")]


def test_other_files_are_no_card_files(desk: Desk) -> None:
    """README.md, names that begin with _ or ., and everything that is not called .md are left alone."""
    for name in ("README.md", "sub/README.md", "_draft.md", ".hidden.md", "_sub/x.md", ".git/x.md", "x.txt", "x.MD"):
        desk.write(name, card("x"))
    desk.write("sub/readme.md", card("y"))
    assert paths(desk) == ["cards/sub/readme.md"]


def test_a_file_tells_its_size_and_time(desk: Desk) -> None:
    """What the listing says is what the file system says."""
    path = desk.write("x.md", "twelve bytes")
    os.utime(path, ns=(5, 1_234_567_890_123_456_789))
    assert walk(desk.root).files == [CardFile("cards/x.md", 12, 1_234_567_890_123_456_789)]


def test_no_cards_folder_is_one_sentence(desk: Desk) -> None:
    """Its absence, and a file in its place, are told with the way out."""
    with pytest.raises(UserError, match="make one"):
        walk(desk.root)
    (desk.root / "cards").write_text("")
    with pytest.raises(UserError, match="is a file"):
        walk(desk.root)


def test_what_is_no_file_is_told_and_skipped(desk: Desk) -> None:
    """A folder or a pipe with a card file's name stops nothing."""
    desk.write("a.md", card("x"))
    desk.write("folder.md/inside.md", card("y"))
    os.mkfifo(desk.root / "cards" / "pipe.md")
    found = walk(desk.root)
    assert [file.path for file in found.files] == ["cards/a.md"]
    assert [problem.split(" ")[0] for problem in found.problems] == ["cards/folder.md", "cards/pipe.md"]


def test_links_that_stay_are_followed_and_others_refused(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A link may give a card file or folder another place, but never lead out of cards/."""
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text(card("secret"))
    desk.write("a/x.md", card("x"))
    cards = desk.root / "cards"
    (cards / "b").symlink_to("a")
    (cards / "c.md").symlink_to("a/x.md")
    (cards / "out").symlink_to(outside)
    (cards / "out.md").symlink_to(outside / "secret.md")
    (cards / "up.md").symlink_to("../cards-elsewhere.md")
    (desk.root / "cards-elsewhere.md").write_text(card("elsewhere"))
    found = walk(desk.root)
    assert [file.path for file in found.files] == ["cards/a/x.md", "cards/b/x.md", "cards/c.md"]
    assert [problem.split(" ")[0] for problem in found.problems] == ["cards/out", "cards/out.md", "cards/up.md"]
    assert all("leaves cards/" in problem for problem in found.problems)
    assert not found.hides("cards/out.md")


def test_links_in_a_circle_end(desk: Desk) -> None:
    """A link to a folder above itself is not followed for ever."""
    desk.write("a/x.md", card("x"))
    (desk.root / "cards" / "a" / "again").symlink_to("..")
    (desk.root / "cards" / "a" / "self.md").symlink_to("self.md")
    assert paths(desk) == ["cards/a/x.md"]


def test_a_broken_link_hides_what_was_there(desk: Desk) -> None:
    """Nothing is known of it, so nothing is said to be gone."""
    desk.write("a.md", card("x"))
    (desk.root / "cards" / "b.md").symlink_to("nowhere.md")
    found = walk(desk.root)
    assert found.problems[0].startswith("cards/b.md cannot be read")
    assert found.hides("cards/b.md")
    assert not found.hides("cards/a.md")


def test_a_name_that_is_not_text_is_told_and_skipped(desk: Desk) -> None:
    """It cannot be shown or stored; the problem shows its bytes."""
    desk.write("a.md", card("x"))
    try:
        Path(os.fsdecode(os.fsencode(desk.root / "cards") + b"/\xff.md")).write_text("")
    except OSError:
        pytest.skip("this file system takes no such name")
    found = walk(desk.root)
    assert [file.path for file in found.files] == ["cards/a.md"]
    assert found.problems == ["'cards/\\udcff.md' is not UTF-8; it is skipped"]


def test_the_path_names_the_deck() -> None:
    """Folders are decks, and the file is the last of them."""
    assert deck_of("cards/gpu-specs/nvlink.md") == "gpu-specs::nvlink"
    assert deck_of("cards/x.y.md") == "x.y"


def test_a_fresh_file_is_racy(desk: Desk) -> None:
    """A file written just before it was read may be written again within the same tick of its clock."""
    path = desk.write("x.md", "text")
    assert read_text(desk.root, walk(desk.root).files[0]).is_racy
    os.utime(path, ns=(0, 0))
    assert not read_text(desk.root, walk(desk.root).files[0]).is_racy


def test_media_are_found_beside_their_card(desk: Desk) -> None:
    """A name is relative to the card file and stays below cards/, in any spelling of its accents."""
    (desk.root / "outside.png").write_text("")
    figure = desk.write("gpu/figs/ré.png", b"")
    desk.write("top.png", b"")
    assert find_media(desk.root, "cards/gpu/h100.md", unicodedata.normalize("NFD", "figs/ré.png")) == figure
    assert find_media(desk.root, "cards/gpu/h100.md", "../top.png") == desk.root / "cards" / "top.png"
    assert find_media(desk.root, "cards/gpu/h100.md", "../../outside.png") is None
    assert find_media(desk.root, "cards/gpu/h100.md", str(desk.root / "outside.png")) is None
    assert find_media(desk.root, "cards/gpu/h100.md", "figs") is None
    assert find_media(desk.root, "cards/gpu/h100.md", "a\0b") is None
    assert find_media(desk.root, "cards/gpu/h100.md", "data:image/png;base64," + "A" * 5000) is None
