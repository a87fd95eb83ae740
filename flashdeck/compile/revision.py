"""Cards of a file written anew, every other byte as it was."""

from __future__ import annotations

from collections.abc import Mapping

from flashdeck.compile import frontmatter
from flashdeck.compile.blocks import extents
from flashdeck.compile.source import Problems, read


def revised(file: str, raw: bytes, texts: Mapping[int, str]) -> bytes:
    """The bytes of a card file with these texts in place of cards, by the line of their heading, counted from 1.

    A line at which no card begins is passed over. The blank lines behind a card stay, and line ends are the file's.
    """
    source, undecodable = read(file, raw)
    if undecodable:
        return raw
    lines = raw.split(b"\n")
    for start, end in reversed(list(extents(source.text, frontmatter.read(Problems(source), "").end))):
        first = source.text.count("\n", 0, start)
        if (text := texts.get(first + 1)) is not None:
            last = first + source.text[start:end].rstrip().count("\n")
            newline = b"\r" if lines[first].endswith(b"\r") else b""
            new = [line.encode() + newline for line in text.strip("\n").split("\n")]
            if last == len(lines) - 1:  # the file ends there without a line end
                new[-1] = new[-1].removesuffix(b"\r")
            lines[first : last + 1] = new
    return b"\n".join(lines)
