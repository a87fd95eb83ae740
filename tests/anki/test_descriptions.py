"""What decks say of themselves in the real Anki."""

from __future__ import annotations

from flashdeck.anki.descriptions import descriptions
from tests.anki.conftest import NEXT_DAY, Folder
from tests.anki.engine import Profile


def described(anki: Profile) -> dict[str, str]:
    """The descriptions by deck, where there are any."""
    return {deck["name"]: deck["desc"] for deck in anki.col.decks.all() if deck.get("desc")}


CARD = "## {0} {{#{0}}}\n\nA\n"


def test_f1_the_prose_above_the_cards_describes_the_deck(folder: Folder, anki: Profile) -> None:
    """As HTML; of several files of a deck it is that of the first which has any."""
    folder.write("a.md", "---\ndeck: all\n---\n# A\n\n" + CARD.format("a"))
    folder.write("b.md", "---\ndeck: all\n---\n# B\n\nOn *memory*, 1 < 2.\n\n" + CARD.format("b"))
    folder.write("c.md", "---\ndeck: all\n---\n# C\n\nMore.\n\n" + CARD.format("c"))
    folder.write("top/d.md", "# D\n\nOne.\n\nTwo.\n\n" + CARD.format("d"))
    anki.take(folder.export().file)
    assert described(anki) == {"all": "On <em>memory</em>, 1 &lt; 2.", "top::d": "<p>One.</p>\n<p>Two.</p>"}


def test_f1_anki_takes_a_later_description_and_keeps_one_that_is_gone(folder: Folder, anki: Profile) -> None:
    """Without any note being new, and over what was written there; an empty one never replaces it."""
    folder.write("a.md", "# A\n\nOne.\n\n" + CARD.format("a"))
    anki.take(folder.export().file)
    folder.write("a.md", "# A\n\nTwo.\n\n" + CARD.format("a"))
    assert anki.take(folder.export(now=NEXT_DAY).file) == {"duplicate": 1}
    assert described(anki) == {"a": "Two."}
    folder.write("a.md", "# A\n\n" + CARD.format("a"))
    anki.take(folder.export(now=NEXT_DAY).file)
    assert described(anki) == {"a": "Two."}


def test_pictures_and_raw_html_stay_outside(folder: Folder) -> None:
    """Anki would miss the picture, and nobody asked for live HTML there."""
    folder.write("ring.png", b"p")
    text = "---\nhtml: true\n---\n# A\n\nSee ![ring](ring.png) <script>x</script>.\n\n"
    folder.write("a.md", text + CARD.format("a"))
    with folder.open() as collection:
        found = descriptions(collection.root, collection.notes())
    assert found == {"a": "See  &lt;script&gt;x&lt;/script&gt;."}


def test_a_file_that_went_away_describes_nothing(folder: Folder) -> None:
    """What is read is the text as it is when it is exported."""
    folder.write("a.md", "# A\n\nOne.\n\n" + CARD.format("a"))
    with folder.open() as collection:
        notes = list(collection.notes())
    (folder.root / "cards" / "a.md").unlink()
    assert descriptions(folder.root, notes) == {}
