"""Texts of any size that are hard to read: repeated, nested and wide, each about as many characters as asked for."""

from __future__ import annotations

from collections.abc import Callable

Shape = Callable[[int], str]

UNITS = [
    "[", "]", "![", "[a](", "[a](b) ", "[a][b] ", "![a](b.png) ", "[a](<b ", '[a](b "', "[[a]] ", "[^1] ",
    "{", "{#a ", "{{c1::a}} ", "{{c1::a::h}} ", "{{c1::$a$}} ", "{{c1::", "}}",
    "$", "$a ", "$a$ ", "$$ ", "$$a$$ ", "\\(", "\\(a\\) ", "\\[ ", "$1 ",
    "`", "` ", "`a` ", "`` ` ", "```\n", "```\na\n```\n", "```python\nx = 1\n```\n", "~~~\n", "- ```\n  a\n", "> ```\n",
    "*", "*a ", "a* ", "*a* ", "**a** ", "***a ", "*a_b ", "*a **b _c __d ~~e ", "_a ", "~~a~~ ", "=", "8*H100 ",
    "a|b\n-|-\n1|2\n\n", "|a|1|\n", "|a", "|", "|\\|", "|-", "-|-\n", "- a|b\n  -|-\n  1|2\n",
    "> a|b\n> -|-\n> 1|2\n\n", "> ", ">", "> a\n",
    "> > > a\n> b\n", "- ", "- a\n", "1. ", "1. a\n", "- a\n+ a\n", "- [ ] a\n", "> - ", "- > ",
    "<", "<a ", "<a>", "</a>", "<b>x</b> ", "<int>", "<div>\n\n", "<p>", '<a href="', "<ul><li>", "<tr><td>a", "<!",
    "<!-- ", "<!-- a -->", "<!---->", "-->", "<a@b.c> ", "<http://a.b/c> ", "<br>", "<pre>", "<script>",
    "[a]: b\n", "[a]:\n", "[^1]: a\n", "\\", "\\*", "a\\\n", "a  \n", "&", "&amp;", "&#35;", "&lt;b",
    "# a\n", "### a\n", "#a\n", "a\n---\n", "a\n===\n", "---\n", "\n---\n\n", "***\n", "\n", "a\n", "a\n\n",
    "a", "a b ", "0", "http://a.b/c ", "http://a.b/((((", "www.", "a@b.c ", "漢字かな", "**漢**字", "👩‍👧 ", "🇩🇪",
    "a\u0301", "\u0301", "\t", "a\t", "    a\n", " ", "80 GB ", "a::b ", "\x1b[0m", "\x00", "(", ")", "- ***\n",
]  # fmt: skip
"""What is written again and again."""

PAIRS = [
    ("[", "]"), ("[", "](a)"), ("![", "](a)"), ("{", "}"), ("{{c1::", "}}"), ("(", ")"), ("*", "*"), ("**", "**"),
    ("_a ", " b_"), ("~~a ", " b~~"), ("*a **b ", " c** d*"), ("[a](", ")"), ("<b>", "</b>"), ("<div>", "</div>"),
    ("<ul><li>", "</li></ul>"), ("$\\frac{", "}{2}$"), ("> ", ""), ("- ", ""), ("1. ", ""), ("> - ", ""),
]  # fmt: skip
"""What is opened again and again, and then closed as often."""


def repeated(unit: str) -> Shape:
    """A unit again and again."""
    return lambda size: unit * (size // len(unit.encode()))


def nested(opening: str, closing: str) -> Shape:
    """Pairs inside one another."""
    return lambda size: opening * (size // len(opening + closing)) + "a" + closing * (size // len(opening + closing))


def table(header: str, row: str) -> Shape:
    """A table of many rows below one header."""
    columns = header.count("|") + 1
    return lambda size: f"{header}\n{'|'.join('-' * columns)}\n{row * (size // len(row.encode()))}"


def stairs(step: str, text: str) -> Shape:
    """Lines that begin with ever more steps."""
    return lambda size: "".join(f"{step * line}{text}" for line in range(int((2 * size / len(step)) ** 0.5)))


SHAPED: dict[str, Shape] = {
    "deep lists": lambda size: "".join(f"{'  ' * (line % 100)}- a\n" for line in range(size // 104)),
    "stairs of lists": stairs("  ", "- a\n\n"),
    "stairs of quotes": stairs("> ", "a\n"),
    "stairs of backticks": stairs("`", " a "),
    "quotes and blank lines": lambda size: "".join(f"{'> ' * (line % 20)}a\n\n" for line in range(size // 22)),
    "a lazy quote": lambda size: "> " * 30 + "a\n" + "b\n" * (size // 2),
    "paragraphs in lists": lambda size: "- " * 19 + "a\n" + (" " * 38 + "b\n\n") * (size // 41),
    "a fence in lists": lambda size: "- " * 19 + "```\n" + (" " * 38 + "b\n") * (size // 40),
    "code before blank lines": lambda size: "    a" + "\n" * size,
    "a table": table("a|b", "1|2\n"),
    "a table of one column": table("|a|", "|b|\n"),
    "rows that are short": table("a|b|c|d|e|f|g|h|i", "1\n"),
    "cells that are empty": table("a|b", "||\n"),
    "cells in bold": table("a|b", "**x**|*y\n"),
    "cells of code": table("a|b", "`x`|$y$\n"),
    "cells of links": table("a|b", "[x](y)|<\n"),
    "cells of words": table("a|b", "three words here|and some more of them\n"),
    "cells in Chinese": table("a|b", "漢|字\n"),
    "30 columns": table("|".join("a" * 30), "|".join("1" * 30) + "\n"),
    "1,000 columns": table("|".join("a" * 1000), "|".join("1" * 1000) + "\n"),
    "wide rows": lambda size: "|a" * (size // 6) + "\n" + "|-" * (size // 6) + "\n" + "|1" * (size // 6) + "\n",
    "wide, and rows that are short": lambda size: (
        "|a" * (size // 8) + "\n" + "|-" * (size // 8) + "\n" + "|\n" * (size // 4)
    ),
    "footnotes": lambda size: "".join(f"a[^{note}]\n\n[^{note}]: b\n\n" for note in range(size // 24)),
    "one footnote": lambda size: "[^1] " * (size // 5) + "\n\n[^1]: b\n",
    "footnotes of few letters": lambda size: (
        "".join(f"[^{note}] " for note in range(size // 18))
        + "\n\n"
        + "".join(f"[^{note}]:a\n" for note in range(size // 18))
    ),
    "references": lambda size: "".join(f"[a{number}] [a{number}]: b\n" for number in range(size // 20)),
    "definitions": lambda size: "".join(f"[a{number}]: b\n" for number in range(size // 12)) + "x [a1]",
    "a title without an end": lambda size: '[a]: b "' + "c\n" * (size // 2),
    "emphasis in paragraphs": lambda size: ("*a **b _c __d " * 20 + "\n\n") * (size // 282),
    "code of many blocks": lambda size: "```python\nx = foo(1, 'a')\n```\n\n" * (size // 32),
    "code of blocks for slow lexers": lambda size: ("```lua\n" + "[= " * 80 + "\n```\n\n") * (size // 253),
    "one line of code": lambda size: f"```\n{'a' * size}\n```\n",
    "a matrix": lambda size: f"$$\\begin{{matrix}}{'a&b' * (size // 3)}\\end{{matrix}}$$",
    "one formula": lambda size: f"${'x+' * (size // 2)}y$",
    "deletions of many numbers": lambda size: "".join(f"{{{{c{one}::a}}}} " for one in range(1, size // 13)),
    "deletions in code": lambda size: "```\n" + "{{c1::a}}\n" * (size // 10) + "```\n",
    "a numbered list": lambda size: "".join(f"{number}. a\n" for number in range(size // 8)),
    "a long word": lambda size: f"**{'x' * size}**",
    "a long address": lambda size: f"http://a.b/{'x/' * (size // 2)}",
    "prose": lambda size: "The **bandwidth** of `HBM3` is [3 TB/s](http://a.b/c), $x^2$.\n\n" * (size // 65),
    "attributes": lambda size: f"<a {'b=c ' * (size // 4)}>",
    "a table in HTML": lambda size: f"<table>{'<tr><td>a<td>b' * (size // 14)}</table>",
    "tags that never close": lambda size: "<i><b><u><s>" * (size // 12),
    "tags that never opened": lambda size: "<b>" * 100 + "</x>" * (size // 4),
}

BODIES: dict[str, Shape] = {
    **{f"{unit!r} again and again": repeated(unit) for unit in UNITS},
    **{f"{opening!r} and {closing!r} nested": nested(opening, closing) for opening, closing in PAIRS},
    **SHAPED,
}
"""Bodies of cards, by name."""
