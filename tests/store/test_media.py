from __future__ import annotations

import unicodedata

from flashdeck.store.media import MediaFile, media_files, named_media
from flashdeck.store.texts import find_media
from tests.store.desk import Desk


def unnamed(desk: Desk) -> set[str]:
    files = media_files(desk.root)
    return {file.path for file in files} - named_media(desk.root, files)


def test_media_files_are_listed_in_order_with_their_sizes(desk: Desk) -> None:
    """Pictures, sound and films in any case; drafts, hidden files and other files are none."""
    for name in (
        "b.PNG",
        "a b/x.svg",
        "a/z.mp3",
        "a/y.txt",
        "_draft/x.png",
        ".x.png",
        "_x.png",
        "a/.cache/x.png",
        "x.md",
    ):
        desk.write(name, b"12345")
    assert media_files(desk.root) == [
        MediaFile("cards/a/z.mp3", 5),
        MediaFile("cards/a b/x.svg", 5),
        MediaFile("cards/b.PNG", 5),
    ]


def test_a_broken_link_is_no_media_file(desk: Desk) -> None:
    """There is nothing to show."""
    desk.write("a.md", "")
    (desk.root / "cards" / "x.png").symlink_to("nowhere.png")
    assert media_files(desk.root) == []


def test_files_that_any_text_names_are_used(desk: Desk) -> None:
    """A card, the prose above it, README.md, a draft; relative to the text that names it, percent-decoded too."""
    for name in ("one", "two", "three", "four", "a b", "sub/one"):
        desk.write(f"{name}.png", b"")
    desk.write("a.md", "![](one.png) prose\n\n## a\n\n![](a%20b.png)\n")
    desk.write("sub/README.md", "![](../two.png)")
    desk.write("_draft.md", "[x](three.png)")
    assert unnamed(desk) == {"cards/four.png", "cards/sub/one.png"}


def test_one_file_by_two_ways_is_used_by_either(desk: Desk) -> None:
    """A link is the file that it leads to."""
    desk.write("figs/ring.png", b"")
    (desk.root / "cards" / "linked.png").symlink_to("figs/ring.png")
    desk.write("a.md", "![](linked.png)")
    assert unnamed(desk) == set()


def test_names_match_after_composition_part_by_part(desk: Desk) -> None:
    """A folder may be stored decomposed and the file in it composed; a literal match comes first."""
    folder, file = unicodedata.normalize("NFD", "Übersicht"), unicodedata.normalize("NFC", "Größe.png")
    desk.write(f"{folder}/{file}", b"")
    desk.write("sub/a.md", "")
    for form in ("NFC", "NFD"):
        written = unicodedata.normalize(form, "Übersicht/Größe.png")
        assert find_media(desk.root, "cards/a.md", written) is not None
        assert find_media(desk.root, "cards/sub/a.md", f"../{written}") is not None
    assert find_media(desk.root, "cards/a.md", "Übersicht/Grösse.png") is None
