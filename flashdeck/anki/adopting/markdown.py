"""A field of Anki's as Markdown: what a person would have written who wanted a card to show this."""

from __future__ import annotations

from flashdeck.anki.adopting.prose.content import Blocks
from flashdeck.anki.adopting.prose.reader import Media, content_of
from flashdeck.anki.adopting.prose.writing import write
from flashdeck.compile.deletions import deletions
from flashdeck.model import Note, NoteType, Span
from flashdeck.render.cloze import anki_text
from flashdeck.render.html import to_html


def to_markdown(html: str, *, media: Media = lambda name: name) -> str:
    """The body text of a card file that says what `html` says; never raises, and takes time linear in its length.

    `media` gives the path to be written for the name of a file in Anki, None where there is no such file. What an
    export makes of the text shows the same words, and becomes the same text again.
    """
    blocks, _ = content_of(html, media=media)
    return write(blocks, reread).text


def reread(text: str) -> Blocks:
    """The content that a Markdown text has once it is exported."""
    return content_of(to_html(text))[0]


def reread_titled(text: str) -> Blocks:
    """The same of a text that begins with a heading's."""
    return content_of(to_html(text, title=True))[0]


def reread_cloze(text: str) -> Blocks:
    """The same of a text with deletions; nothing where one of them is wrong."""
    found, flaws = deletions(text)
    if flaws:
        return ()
    note = Note("", NoteType.CLOZE, "", front=text, back="", span=Span("", 1), deletions=found)
    return content_of(anki_text(note), cloze=True)[0]
