from __future__ import annotations

import re

import pytest

from flashdeck.anki.adopting.markdown import to_markdown
from flashdeck.anki.adopting.prose.reader import content_of
from flashdeck.render.html import to_html

FOOTNOTES = (
    'Once<sup id="fnref:e5ef4a11-n"><a class="footnote-ref" href="#fn:e5ef4a11-n">1</a></sup>'
    '<div class="footnote">\n<hr>\n<ol>\n<li id="fn:e5ef4a11-n">\n<p>A note.</p>\n<p>Its end.&#160;'
    '<a class="footnote-backref" href="#fnref:e5ef4a11-n" title="Jump back">&#8617;</a></p>\n</li>\n</ol>\n</div>'
)
HIGHLIGHTED = (
    '<div class="highlight">\n<pre><code class="language-python"><span class="n">x</span> <span class="o">=</span> '
    '<span class="mi">1</span>\n\n<span class="c1"># &lt;two&gt;</span></code></pre>\n</div>'
)

WRITTEN = {
    # words
    "plain words": "plain words",
    "a <b>bold</b>, <strong>strong</strong> word": "a **bold**, **strong** word",
    "<i>one</i> <em>two</em> <u>three</u>": "*one* *two* *three*",
    "<s>gone</s> <del>too</del>": "~~gone~~ ~~too~~",
    '<span style="font-weight: bold">a</span> <span style="font-style:italic">b</span>': "**a** *b*",
    "<b>bold <i>both</i></b>": "**bold *both***",
    "<b>a </b>b<b> </b>c": "**a** b c",
    "<b><b>twice</b></b>": "**twice**",
    "<b>Note:</b>text": "**Note**:text",
    "mc<sup>2</sup> and H<sub>2</sub>O, a<sup>x+1</sup>": "mc² and H₂O, aˣ⁺¹",
    "2<sup>K/V</sup> and x<sub>Q</sub>": "2^(K/V) and x_Q",
    "<code>a  b</code> and <kbd>Ctrl</kbd>": "`a  b` and `Ctrl`",
    "<code>`</code> <code>a`b</code>": "`` ` `` ``a`b``",
    '<a href="https://a.b/c">there</a>': "[there](https://a.b/c)",
    '<a href="https://a.b/c">https://a.b/c</a>': "https://a.b/c",
    '<a href="https://a.b/c d" title="T">there</a>': '[there](https://a.b/c%20d "T")',
    '<a href="javascript:x()">there</a>': "there",
    "<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>": "漢字(かんじ)",
    "a&nbsp;&nbsp;b &amp; c&#33;": "a b & c!",
    # lines
    "one<br>two": "one\\\ntwo",
    "one<br><br>two<br>": "one\n\ntwo",
    "one<div>two</div><div>three</div>": "one\\\ntwo\\\nthree",
    "<div>one</div><div><br></div><div>two</div>": "one\n\ntwo",
    "<p>one\ntwo</p><p></p><p>three</p>": "one two\n\nthree",
    "<h1>Head</h1>text<h4>Small</h4>": "### Head\n\ntext\n\n#### Small",
    "a<hr>b": "a\n\n***\n\nb",
    "<blockquote>a<br>b<ul><li>c</li></ul></blockquote>": "> a\\\n> b\n>\n> - c",
    # lists
    "<ul><li>a</li><li>b</li></ul>": "- a\n- b",
    '<ol start="3"><li>a</li><li>b</li></ol>': "3. a\n4. b",
    "<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>": "- a\n  1. b\n- c",
    "<ul><li>a</li><ul><li>b</li></ul></ul>": "- a\n  - b",
    "<ul><li><p>a</p></li><li><p>b</p></li></ul>": "- a\n\n- b",
    "<ul><li>a<br><br>b</li></ul>": "- a\n\n  b",
    "<ol><li>a</li></ol><ol><li>b</li></ol>": "1. a\n\n1) b",
    "<ul><li>a</li></ul><ul><li>b</li></ul>": "- a\n- b",
    '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>': "- [x] a\n- [ ] b",
    "<ul><li>a<pre>x\n\ny</pre></li></ul>": "- a\n  ```\n  x\n\n  y\n  ```",
    # code
    HIGHLIGHTED: "```python\nx = 1\n\n# <two>\n```",
    "<pre>a\n```\nb</pre>": "````\na\n```\nb\n````",
    "<pre>a<br>b<div>c</div></pre>": "```\na\nb\nc\n```",
    # tables
    "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>x|y</td></tr></table>": (
        "| a   | b    |\n|-----|------|\n| 1   | x\\|y |"
    ),
    '<table><tr><th style="text-align:right">a</th><td align="center">b</td></tr></table>': (
        "| a   | b   |\n|----:|:---:|"
    ),
    "<table><tr><td>a<td colspan=2>b</tr><tr><td rowspan=2>c<td>d</tr><tr><td>e</table>": (
        "| a   | b   |     |\n|-----|-----|-----|\n| c   | d   |     |\n|     | e   |     |"
    ),
    "<table><tr><td>a<br>b<td><ul><li>c</li><li>d</li></ul></tr><tr><td>e</table>": (
        "| a b | c d |\n|-----|-----|\n| e   |     |"
    ),
    "<table><tr><td>alone</td></tr></table>": "alone",
    "<table><tr><td>a<td><ul><li>b</li></ul></table>": "a\n\n- b",
    '<table><tr><td class="linenos"><pre>1\n2</pre><td><pre>a\n b</pre></table>': "```\na\n b\n```",
    # formulas
    r"\(x &lt; y_1\) and \(\frac{a}{b}\)": r"$x < y_1$ and $\frac{a}{b}$",
    r"\( x \), \(n\)5": r"\( x \), \(n\)5",
    r"\[E = mc^2\]": "$$E = mc^2$$",
    r"so \[a<br>b\] holds": "so\n$$a\nb$$\nholds",
    r'<anki-mathjax>a*b</anki-mathjax> <anki-mathjax block="true">c</anki-mathjax>': "$a*b$\n$$c$$",
    "[$]a[/$] [$$]b[/$$]": "$a$\n$$b$$",
    r"[latex]Let $n$ be $$m$$[/latex]": "Let $n$ be\n$$m$$",
    r"[latex]\begin{align*}a\end{align*}[/latex]": r"$$\begin{align*}a\end{align*}$$",
    # media
    '<img src="a.png" alt="A ring">': "![A ring](a.png)",
    '<img src="a b.png" width="300" alt="[x] ]">': "![(x) )](<a b.png>)",
    "[sound:x.mp3] hear": "[x.mp3](x.mp3) hear",
    '<audio src="x.mp3"></audio>': "[x.mp3](x.mp3)",
    # footnotes
    FOOTNOTES: "Once[^n]\n\n[^n]: A note.\n\n    Its end.",
    # what is not for reading
    "a<script>alert(1)</script><style>b{}</style><!-- c -->d": "ad",
    '<b onclick="x()">a</b><iframe src="x">b</iframe><svg><text>c</text></svg>': "**a**",
    "": "",
    "<div><br></div>": "",
}

LITERAL = [
    "# no heading", "## no card", "#tag", "- no item", "+ no item", "* no item", "1. no item", "1) no item", "---",
    "***", "===", "___", "> no quote", "| a | b |", "|---|---|", "```", "~~~", "`code`", "*a* and **b**",
    "_a_ and __init__", "~~a~~", "[a](b)", "[a]: b", "![a](b.png)", "[^1] and [^1]: b", "<b>", "vector<int>",
    "<!-- a -->", "<https://a.b>", "<a@b.c>", "&amp; &copy; &#35;", "\\*", "C:\\new\\_dir", "a\\", "{{c1::a}}",
    "{{C2:", "a::b", "sets {a, b}", "$x$", "$$x$$", "$250k to $310k", "8*H100 vs 16*A100", "snake_case", "2**10",
    "80 GB * 8", "[ ] a", "[x] a", "1986. A great year", "[sound]", "a | b", "- - -", "\t", "{#id}", "{.typed}",
    "Setext\n===", "a\n---",
]  # fmt: skip


@pytest.mark.parametrize(("html", "text"), WRITTEN.items(), ids=range(len(WRITTEN)))
def test_each_kind_is_written_as_people_write_it(html: str, text: str) -> None:
    """Blocks are parted by one blank line, lines are not wrapped, and nothing is escaped that need not be."""
    assert to_markdown(html) == text


@pytest.mark.parametrize("text", LITERAL)
def test_what_would_be_syntax_is_shown_as_it_is(text: str) -> None:
    """Alone, at the beginning of a line, in a list and in a table."""
    shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")
    for html in (
        shown,
        f"a<br>{shown}<br>b",
        f"<ul><li>{shown}</li></ul>",
        f"<table><tr><td>a</td><td>{shown}</table>",
    ):
        assert words(to_html(to_markdown(html))) == words(html)


def words(html: str) -> list[str]:
    """The words that HTML shows."""
    from html import unescape

    lines = re.sub(r"<(?:br|/?(?:li|ul|td|th|tr|p|table|thead|tbody))\b[^>]*>", " ", html)
    return unescape(re.sub(r"<[^>]*>", "", lines)).split()


def test_money_and_products_need_no_escape() -> None:
    """Nor do names, angles and braces that mean nothing."""
    for text in (
        "$250k to $310k",
        "8*H100 vs 16*A100",
        "snake_case",
        "vector<int>",
        "sets {a, b}",
        "std::move",
        "a - b",
    ):
        html = text.replace("<", "&lt;")
        assert to_markdown(html) == text


def test_media_are_named_by_their_paths_and_asked_for_by_their_names() -> None:
    """A picture on the web is no file of Anki's; of a file that is not there the name stays."""
    asked: list[str] = []

    def path(name: str) -> str | None:
        asked.append(name)
        return None if name == "gone.png" else f"media/{name}"

    html = '<img src="a&amp;b.png"><img src="https://a.b/c.png"><img src="gone.png">[sound:s.mp3]'
    text = to_markdown(html, media=path)
    assert asked == ["a&b.png", "gone.png", "s.mp3"]
    assert "(media/a&b.png)" in text
    assert "(https://a.b/c.png)" in text
    assert text.endswith("gone.png[s.mp3](media/s.mp3)")


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<script>a</script>", "scripts"),
        ('<b onmouseover="a">b</b>', "scripts"),
        ('<span style="color: red">a</span>', "colours"),
        ('<img src="a.png" width="3">', "size"),
        ("<u>a</u>", "underlined"),
        ("a<sup>2</sup>", "raised"),
        ("[sound:a.mp3]", "sounds"),
        ("[latex]a[/latex]", "LaTeX"),
        ('<img src="data:image/png;base64,AAAA">', "in their text itself"),
        ("<table><tr><td colspan=2>a</td></tr><tr><td>b</td></tr></table>", "merged"),
        ("<table><tr><td>a<br>b<td>c</tr><tr><td>d</table>", "several lines"),
        ("<ul><li>" * 20 + "a", "deep"),
        ("plain <b>bold</b>", ""),
    ],
)
def test_what_gets_lost_is_told(html: str, told: str) -> None:
    """As predicates of the notes that it is said of."""
    _, found = content_of(html)
    assert len(found) == bool(told)
    assert all(told in each and not each.endswith(".") for each in found)
