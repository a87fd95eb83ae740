from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flashdeck.compile.revision import revised

FILE = "cards/a.md"
TEXT = """\
---
tags: x
---

# One

## a {#a}

1

### deeper

more


## b
2
# Two
## c
```
## no card
```"""


def test_a_card_is_written_anew_and_nothing_else() -> None:
    """From its heading to its last line; the blank lines behind it stay."""
    after = revised(FILE, TEXT.encode(), {7: "## A {#a}\n\none\n"}).decode()
    assert after == TEXT.replace("## a {#a}\n\n1\n\n### deeper\n\nmore", "## A {#a}\n\none")


def test_several_cards_at_once() -> None:
    """Lines are counted in the file as it was; the last card may end without a line end."""
    after = revised(FILE, TEXT.encode(), {16: "## B\n\nzwei\ndrei", 19: "## C\n\n3"}).decode()
    assert after == TEXT.replace("## b\n2", "## B\n\nzwei\ndrei").replace("## c\n```\n## no card\n```", "## C\n\n3")


def test_line_ends_and_the_byte_order_mark_are_the_files() -> None:
    """CRLF stays CRLF in what is new as well."""
    raw = b"\xef\xbb\xbf# T\r\n\r\n## a\r\n\r\n1\r\n\r\n## b\r\n\r\n2"
    assert revised(FILE, raw, {3: "## a\n\nx\ny"}) == raw.replace(b"1", b"x\r\ny")
    assert revised(FILE, raw, {7: "## b\n\nx\ny"}) == raw.replace(b"2", b"x\r\ny")


@given(st.integers(-1, 30).filter(lambda line: line not in (7, 16, 19)))
def test_where_no_card_begins_nothing_changes(line: int) -> None:
    """A line of a body, of a section, of front matter or of none."""
    assert revised(FILE, TEXT.encode(), {line: "## x"}) == TEXT.encode()


def test_a_file_that_is_no_text_is_left_alone() -> None:
    """Its bytes come back."""
    assert revised(FILE, b"## a\n\xff", {1: "## b"}) == b"## a\n\xff"
