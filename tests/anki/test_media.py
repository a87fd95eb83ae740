from __future__ import annotations

import hashlib
from pathlib import Path
from unicodedata import normalize

import pytest

from flashdeck.anki.media import MediaShelf, MissingMediaError, packed_name


def named(stem: str, content: bytes, extension: str = "png") -> str:
    return f"{stem}-{hashlib.sha1(content).hexdigest()[:12]}.{extension}"


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    folder = tmp_path / "cards" / "gpu"
    (folder / "figs").mkdir(parents=True)
    for name, content in {
        "figs/ring.png": b"ring",
        "figs/Große Übersicht.PNG": b"wide",
        "figs/a%20b.png": b"literal",
        "figs/a b.png": b"decoded",
        "figs/R&D.png": b"ampersand",
        "figs/voice.mp3": b"voice",
    }.items():
        (folder / name).write_bytes(content)
    return folder


def src(html: str, root: Path) -> str:
    return MediaShelf(root).pack(html, "cards/gpu/h100.md")[0]


def test_f5_a_picture_is_packed_under_the_digest_of_its_content(cards: Path, tmp_path: Path) -> None:
    """The rest of the HTML stays as it is."""
    html, media = MediaShelf(tmp_path).pack('<p>x <img alt="a ring" src="figs/ring.png"> y</p>', "cards/gpu/h100.md")
    assert html == f'<p>x <img alt="a ring" src="{named("ring", b"ring")}"> y</p>'
    assert [(file.name, file.path.name) for file in media] == [(named("ring", b"ring"), "ring.png")]


@pytest.mark.parametrize(
    ("written", "stem", "content"),
    [
        ("./figs/ring.png", "ring", b"ring"),
        ("../gpu/figs/ring.png", "ring", b"ring"),
        ("figs/a%20b.png", "a-20b", b"literal"),
        ("figs/a b.png", "a-b", b"decoded"),
        ("figs/R&amp;D.png", "r-d", b"ampersand"),
    ],
)
def test_r71_names_are_taken_literally_first(
    cards: Path, tmp_path: Path, written: str, stem: str, content: bytes
) -> None:
    """Then percent-decoded once; relative to the card file."""
    assert src(f'<img src="{written}">', tmp_path) == f'<img src="{named(stem, content)}">'


def test_f5_percent_codes_are_read_where_no_file_has_that_name(cards: Path, tmp_path: Path) -> None:
    """`a%20b.png` is `a b.png` when only that one is there."""
    (cards / "figs" / "a%20b.png").unlink()
    assert named("a-b", b"decoded") in src('<img src="figs/a%20b.png">', tmp_path)


def test_names_match_whatever_their_normal_form(cards: Path, tmp_path: Path) -> None:
    """One system stores `ü` as one sign, another as two; the packed name is ASCII."""
    spellings = [normalize(form, "figs/Große Übersicht.PNG") for form in ("NFC", "NFD")]
    (name,) = {src(f'<img src="{spelling}">', tmp_path) for spelling in spellings}
    assert name.isascii()
    assert name.endswith('.png">')


@pytest.mark.parametrize(
    "elsewhere", ["https://example.org/x.png", "//example.org/x.png", "data:image/png;base64,AA", ""]
)
def test_what_lies_elsewhere_stays(cards: Path, tmp_path: Path, elsewhere: str) -> None:
    """Addresses of the web are no files."""
    assert src(f'<img src="{elsewhere}">', tmp_path) == f'<img src="{elsewhere}">'


def test_f5_all_elements_that_anki_looks_into(cards: Path, tmp_path: Path) -> None:
    """Sound and video as well as pictures; links and shown code are text."""
    assert src("<audio controls src='figs/voice.mp3'></audio>", tmp_path) == (
        f"<audio controls src='{named('voice', b'voice', 'mp3')}'></audio>"
    )
    shown = '<a href="figs/ring.png">x</a><code>&lt;img src="figs/ring.png"&gt;</code>'
    assert src(shown, tmp_path) == shown


def test_a_name_without_quotes_is_packed_as_well(cards: Path, tmp_path: Path) -> None:
    """Nothing around it changes, and a name that another attribute mentions stays."""
    before = "<img alt='src=figs/none.png' src=figs/ring.png width=9>"
    assert src(before, tmp_path) == f"<img alt='src=figs/none.png' src={named('ring', b'ring')} width=9>"


@pytest.mark.parametrize("name", ["figs/none.png", "figs", "../../../secret.png", "/etc/hostname", "figs/%00.png"])
def test_a_file_that_is_not_below_cards_is_missing(cards: Path, tmp_path: Path, name: str) -> None:
    """Nothing from outside the cards ever leaves with them."""
    (tmp_path / "secret.png").write_bytes(b"secret")
    with pytest.raises(MissingMediaError, match=name.replace("%", "%")):
        src(f'<img src="{name}">', tmp_path)


def test_a_file_is_read_once(cards: Path, tmp_path: Path) -> None:
    """However many cards show it."""
    shelf = MediaShelf(tmp_path)
    before = shelf.pack('<img src="figs/ring.png">', "cards/gpu/h100.md")
    (cards / "figs" / "ring.png").write_bytes(b"other")
    assert shelf.pack('<img src="figs/ring.png">', "cards/gpu/h100.md") == before


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("Ring diagram.PNG", "ring-diagram-0a1b2c3d4e5f.png"),
        ("noextension", "noextension-0a1b2c3d4e5f"),
        ("archive.tar.gz", "archive-tar-0a1b2c3d4e5f.gz"),
        ("x" * 300 + ".svg", "x" * 60 + "-0a1b2c3d4e5f.svg"),
    ],
)
def test_f5_packed_names_are_plain(name: str, packed: str) -> None:
    """Lower-case ASCII, so that no system and no version of Anki renames them."""
    assert packed_name(name, "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567") == packed
