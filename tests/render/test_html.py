"""Where the card format is stricter than CommonMark or kinder than Python-Markdown, and what Anki needs of the HTML."""

from __future__ import annotations

import re
from html import unescape

import pytest

from flashdeck.render.html import Mark, to_html
from flashdeck.render.tree import Node, parse


def elements(html: str, tag: str) -> list[Node]:
    """Every element of that tag, in order."""
    found: list[Node] = []
    waiting = [parse(html)]
    while waiting:
        node = waiting.pop(0)
        found += [node] if node.tag == tag else []
        waiting = [*node.elements(), *waiting]
    return found


# ---------------------------------------------------------------------------------------------- emphasis


@pytest.mark.parametrize(
    "text",
    ["8*H100 vs 16*A100", "2*3*4", "n*m*k GB", "2**10 and 3**5", "x**2 + y**2", "~80 GB and ~100 GB", "snake_case_x"],
)
def test_products_powers_tildes_and_names_are_text(text: str) -> None:
    """`*` between letters or digits, `**` beside a digit, single tildes and `_` in a word mean nothing to Markdown."""
    assert to_html(text) == f"<p>{text}</p>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**带宽（GB/s）**是", "<strong>带宽（GB/s）</strong>是"),
        ("是**（GB/s）**", "是<strong>（GB/s）</strong>"),
        ("这是**“重点”**。", "这是<strong>“重点”</strong>。"),
        ("显存**80 GB**，带宽", "显存<strong>80 GB</strong>，带宽"),
        ("这是*重点*内容", "这是<em>重点</em>内容"),
        ("**`代码`**是", "<strong><code>代码</code></strong>是"),
        ("**$x$**是", r"<strong>\(x\)</strong>是"),
        ("**3.35**TB/s", "<strong>3.35</strong>TB/s"),
        ("un**believ**able", "un<strong>believ</strong>able"),
        ("~~40~~ 44 GB", "<del>40</del> 44 GB"),
    ],
)
def test_emphasis_works_beside_cjk_text_punctuation_and_units(text: str, expected: str) -> None:
    """`**` beside a CJK character or its punctuation opens and closes as it does beside a space."""
    assert to_html(text) == f"<p>{expected}</p>"


# ---------------------------------------------------------------------------------------------- raw HTML, entities


def test_r51_angle_brackets_are_shown_literally() -> None:
    """`vector<int>`, `<ESC>` and `1 <= n` lose nothing: tags of the text are text."""
    assert to_html("Use vector<int>; press <ESC>; 1 <= n") == (
        "<p>Use vector&lt;int&gt;; press &lt;ESC&gt;; 1 &lt;= n</p>"
    )


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '<img src=x onerror="x">', "<div>\n\ntext\n\n</div>"])
def test_tags_are_escaped_unless_the_file_allows_them(text: str) -> None:
    """Without `raw_html` no tag of the text is a tag of the HTML; with it, it is."""
    assert unescape(re.sub(r"</?p>|\n", "", to_html(text))) == text.replace("\n", "")
    assert text.partition("\n")[0] in to_html(text, raw_html=True)


def test_raw_html_may_stand_in_a_line_and_keeps_markdown_around_it() -> None:
    """With `raw_html`, an inline tag passes and the text in it is still Markdown."""
    assert to_html("HBM<sub>3e</sub> is *new*", raw_html=True) == "<p>HBM<sub>3e</sub> is <em>new</em></p>"


def test_entities_are_kept_and_an_escaped_one_is_text() -> None:
    """`&amp;` is an ampersand; after a backslash it is the five characters."""
    assert unescape(to_html("AT&amp;T &copy; R&D \\&amp; `&amp;`")) == ("<p>AT&T © R&D &amp; <code>&amp;</code></p>")


@pytest.mark.parametrize(
    "tag", ["[sound:x.mp3]", "[latex]x[/latex]", "[$]x[/$]", "[$$]x[/$$]", "[anki:tts]x[/anki:tts]"]
)
def test_what_anki_itself_would_read_is_broken_by_an_entity(tag: str) -> None:
    """Anki plays and typesets such brackets wherever they stand; as text they begin with an entity."""
    html = to_html(f"Type `{tag}`")
    assert tag not in html
    assert unescape(html) == f"<p>Type <code>{tag}</code></p>"


# ---------------------------------------------------------------------------------------------- math and money


def test_r57_backslashes_and_ampersands_of_a_formula_arrive_unchanged() -> None:
    r"""An `aligned` block reaches Anki byte for byte: `\\`, `\{`, `&` and `<` only escaped as HTML wants."""
    formula = "\n\\begin{aligned}\na &< b \\\\\n\\{c\\} &= d_1 * e_1\n\\end{aligned}\n"
    assert (
        unescape(to_html(f"Before\n\n$${formula}$$\n\nafter")) == f"<p>Before</p>\n<p>\\[{formula}\\]</p>\n<p>after</p>"
    )
    assert "&amp;&lt; b" in to_html(f"$${formula}$$")


def test_r58_underscores_and_asterisks_of_a_formula_are_no_emphasis() -> None:
    """`$x_1*y_2*z$` is untouched, also beside emphasis."""
    assert to_html("*a* $x_1*y_2*z$ *b* $_c_$") == r"<p><em>a</em> \(x_1*y_2*z\) <em>b</em> \(_c_\)</p>"


def test_r59_money_is_no_formula_and_code_keeps_its_dollars() -> None:
    """`$250k to $310k` is money; `$` in code is code."""
    text = "From $250k to $310k, `echo $HOME $x$` and \\$5"
    assert to_html(text) == "<p>From $250k to $310k, <code>echo $HOME $x$</code> and $5</p>"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("$1/n$", r"\(1/n\)"),
        (r"\(1/n\)", r"\(1/n\)"),
        ("$$1/n$$", r"\[1/n\]"),
        (r"\[1/n\]", r"\[1/n\]"),
        ("[$x$](u)", r'<a href="u">\(x\)</a>'),
        ("**$x$** _$y$_", r"<strong>\(x\)</strong> <em>\(y\)</em>"),
    ],
)
def test_every_way_to_write_a_formula_arrives_in_the_one_that_anki_reads(written: str, expected: str) -> None:
    r"""Inline formulas come out as `\(…\)`, displayed ones as `\[…\]`."""
    assert to_html(written) == f"<p>{expected}</p>"


def test_nothing_in_a_displayed_formula_is_a_block() -> None:
    """Lines of a formula that begin like a list, a quote or a heading are lines of the formula."""
    formula = "\n- a\n+ b\n> c\n# d\n\n= e\n---\n"
    assert unescape(to_html(f"$${formula}$$")) == f"<p>\\[{formula}\\]</p>"


def test_a_formula_in_a_quote_does_not_take_the_marks_of_the_quote() -> None:
    """The `>` before each line of a quoted formula is the quote's."""
    assert to_html("> $$\n> x\n> $$") == "<blockquote>\n<p>\\[\nx\n\\]</p>\n</blockquote>"


def test_an_indented_code_block_keeps_its_dollars_and_backticks() -> None:
    """In code that is only indented, `$x$` and backticks are characters."""
    assert unescape(elements(to_html("Text\n\n    $x$ `y` <!-- z"), "pre")[0].text) == "$x$ `y` <!-- z"


# ---------------------------------------------------------------------------------------------- lists, fences, titles


def test_r54_a_fence_in_a_list_item_is_code() -> None:
    """An indented fence below a list item is escaped code, and no heading comes out of it."""
    html = to_html("- Run:\n  ```bash\n  # comment\n  echo <b>\n  ```\n- next")
    [code] = elements(html, "code")
    assert code.text == "# comment\necho <b>"
    assert not elements(html, "h1")
    assert len(elements(html, "li")) == 2


def test_r55_two_spaces_nest_a_list() -> None:
    """A list nested by two spaces is a list in the item above."""
    outer, inner = elements(to_html("- a\n  - b\n- c"), "ul")
    assert [len(part.elements("li")) for part in (outer, inner)] == [2, 1]


def test_r60_an_answer_goes_on_after_a_blank_line() -> None:
    """Sentence, blank line, table: all of it is there."""
    html = to_html("The figures:\n\n| GPU | HBM |\n|---|---|\n| H100 | 80 GB |")
    assert [cell.text for cell in elements(html, "td")] == ["H100", "80 GB"]
    assert elements(html, "p")[0].text == "The figures:"


@pytest.mark.parametrize("title", ["1986. A great year", "- not a list", "# 1 GPU?", "> 8 GPUs?", "```"])
def test_a_title_is_text_whatever_it_looks_like(title: str) -> None:
    """A heading's text is one paragraph, though as a body it would begin a list, a heading, a quote or a fence."""
    html = to_html(f"{title}\n\n- a list", title=True)
    assert html.startswith(f"<p>{title.replace('>', '&gt;')}</p>\n<ul>")


def test_a_year_that_begins_a_body_begins_a_list_as_commonmark_says() -> None:
    """`1986. A great year` in a body is a list from 1986; in the middle of a paragraph it is text."""
    assert elements(to_html("1986. A great year"), "ol")[0].attributes["start"] == "1986"
    assert not elements(to_html("It was\n1986. A great year"), "ol")


def test_comments_are_dropped_with_their_lines() -> None:
    """A comment leaves no trace: not a space, not a blank line that would loosen the list around it."""
    assert to_html("a<!-- x -->b") == "<p>ab</p>"
    assert to_html("- a\n<!-- x\ny -->\n- b") == to_html("- a\n- b")
    assert "<!-- x -->" in unescape(to_html("`<!-- x -->`"))


def test_a_task_list_shows_its_boxes() -> None:
    """`[ ]` and `[x]` at the beginning of an item are boxes that cannot be ticked."""
    boxes = elements(to_html("- [ ] todo\n- [x] done"), "input")
    assert ["checked" in box.attributes for box in boxes] == [False, True]
    assert all("disabled" in box.attributes for box in boxes)


# ---------------------------------------------------------------------------------------------- tables


def test_a_pipe_in_code_or_math_splits_no_cell_and_an_escaped_one_is_a_pipe() -> None:
    r"""`a | b` in code, `|x|` in a formula and `\|` anywhere stay in their cell; `\|` is shown as `|`."""
    html = to_html("| a | b |\n|---|---|\n| `x | y` | $|x|$ |\n| `x \\| y` | p \\| q |\n| $\\|x\\|$ | |")
    cells = [cell.text for cell in elements(html, "td")]
    assert cells == ["x | y", r"\(|x|\)", "x | y", "p | q", r"\(\|x\|\)", ""]


def test_columns_are_aligned_as_the_delimiter_row_says() -> None:
    """Colons left, right and on both sides become a style."""
    html = to_html("| a | b | c | d |\n|---|:--|--:|:-:|\n| 1 | 2 | 3 | 4 |")
    assert [cell.attributes.get("style") for cell in elements(html, "td")] == [
        None, "text-align:left", "text-align:right", "text-align:center",
    ]  # fmt: skip


# ---------------------------------------------------------------------------------------------- code


def test_code_is_highlighted_by_classes_and_keeps_every_character() -> None:
    """Pygments' short classes stand in spans; the text is the code."""
    [code] = elements(to_html("```python\ndef f(x):\n\treturn '<' + x  # why\n\n```"), "code")
    assert code.text == "def f(x):\n\treturn '<' + x  # why\n"
    assert {"k", "nf", "c1"} <= {span.attributes["class"] for span in code.elements("span")}
    assert code.attributes["class"] == "language-python"


@pytest.mark.parametrize("language", ["", "no-such-language", '"><script>', "text"])
def test_code_of_an_unknown_language_is_plain(language: str) -> None:
    """A fence without a language that Pygments knows is code without spans."""
    html = to_html(f"~~~ {language}\na < b\n~~~")
    assert elements(html, "code")[0].text == "a < b"
    assert not elements(html, "span")
    assert not elements(html, "script")


# ---------------------------------------------------------------------------------------------- links, pictures, notes


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("See https://nvidia.com/a_b_c.", "https://nvidia.com/a_b_c"),
        ("(https://example.com/a_(b))", "https://example.com/a_(b)"),
        ("见https://example.com/文档", "https://example.com/"),
        ("**https://example.com**", "https://example.com"),
        ("https://example.com/?a=1&b=2!", "https://example.com/?a=1&b=2"),
        ("www.example.com, too", "http://www.example.com"),
    ],
)
def test_a_bare_url_is_a_link_without_the_punctuation_after_it(text: str, url: str) -> None:
    """A URL ends before punctuation, an unopened parenthesis, and CJK text."""
    assert [link.attributes["href"] for link in elements(to_html(text), "a")] == [url]


def test_a_url_in_a_link_or_in_code_is_left_alone() -> None:
    """A link's text holds no second link, and code holds none."""
    html = to_html("[https://a.example](https://b.example) `https://c.example` <https://d.example>")
    assert [link.attributes["href"] for link in elements(html, "a")] == ["https://b.example", "https://d.example"]


def test_the_path_of_an_image_is_left_as_written() -> None:
    """Neither percent-encoding nor a formula's dollars in a path are touched: the export looks the file up."""
    [image] = elements(to_html('![a `b` $c$](figs/my%20$x$_y.png "t")'), "img")
    assert image.attributes == {"alt": "a `b` $c$", "src": "figs/my%20$x$_y.png", "title": "t"}


def test_footnotes_have_ids_of_their_own_on_each_text() -> None:
    """A reference and its note point at each other, and two texts on one page share no id."""
    one, other = to_html("A[^1] B[^n]\n\n[^1]: first\n[^n]: second *one*"), to_html("C[^1]\n\n[^1]: first")
    identifiers = [re.findall(r'id="([^"]+)"', html) for html in (one, other)]
    assert len(identifiers[0]) == 4
    assert not set(identifiers[0]) & set(identifiers[1])
    assert all(f'href="#{name}"' in one for name in identifiers[0])
    assert "<em>one</em>" in one


def test_a_footnote_holds_several_blocks_and_may_stand_anywhere() -> None:
    """Indented blocks below a definition belong to it; text after it does not."""
    html = to_html("A[^1]\n\n[^1]: first\n\n    - a list\n\nafter")
    [notes] = [node for node in elements(html, "div") if "footnote" in node.classes]
    assert "a list" in notes.text
    assert "after" not in notes.text


# ---------------------------------------------------------------------------------------------- marks, bounds


def test_a_mark_takes_the_place_of_text_and_is_not_markdown() -> None:
    """What a mark covers is replaced by its HTML, and in a formula by its other form."""
    text = "**AxB** $AyB$"
    marks = [Mark(at, at + 1, "<i>*</i>", "!") for at in (text.index("x"), text.index("y"))]
    assert to_html(text, marks=marks) == r"<p><strong>A<i>*</i>B</strong> \(A!B\)</p>"


def test_the_same_text_gives_the_same_html_whatever_came_before() -> None:
    """The converter is kept between texts and remembers nothing of them."""
    text = "[a][r] and [^1] **b**\n\n[r]: u\n\n[^1]: note"
    before = to_html(text)
    to_html("unclosed **x [a][r] `y\n\n[r]: other\n\n[^1]: other")
    assert to_html(text) == before
    assert "href" not in to_html("[a][r]")


@pytest.mark.parametrize("mark", ["> ", "- ", "1. ", "[", "**a *b ", "![", "~~a "])
def test_what_is_nested_too_deep_is_shown_literally(mark: str) -> None:
    """A thousand quotes, lists or brackets inside one another come out with their text, and not a thousand deep."""
    html = to_html(mark * 1000 + "end")
    assert "end" in html
    assert html.count("<blockquote>") + html.count("<li>") <= 40


def test_characters_that_mean_something_to_the_machinery_are_shown() -> None:
    """NUL, STX and ETX in a card cannot pass for a token."""
    assert to_html("a\x00b\x02fd0\x03c") == "<p>a\ufffdb␂fd0␃c</p>"
