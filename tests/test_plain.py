"""Markdown as a person would type it."""

from __future__ import annotations

import time

import pytest

from flashdeck.syntax.plain import plain


@pytest.mark.parametrize(
    ("markdown", "typed"),
    [
        ("**HBM3**", "HBM3"),
        ("*a* and _b_, ~~c~~", "a and b, c"),
        ("**带宽（GB/s）**是", "带宽（GB/s）是"),
        ("`cudaMalloc`", "cudaMalloc"),
        ("**`a*b*`**", "a*b*"),
        ("8*H100 vs 16*A100", "8*H100 vs 16*A100"),
        ("2 * 3", "2 * 3"),
        ("2**13", "2**13"),
        ("*args", "*args"),
        ("snake_case_name", "snake_case_name"),
        ("[NVLink](https://example.com) 4", "NVLink 4"),
        ("![ring](ring.png)", ""),
        ("<https://example.com>", "https://example.com"),
        (r"a \| b, \*c\*, \$5", "a | b, *c*, $5"),
        ("$250k to $310k", "$250k to $310k"),
        ("&lt;b&gt;", "<b>"),
        ("two\nlines\\\nand more", "two lines and more"),
        ("a <!-- aside --> b", "a b"),
        (r"$3.35\,\text{TB/s}$", "3.35 TB/s"),
        (r"$3 \times 10^{8}$", "3 × 10^8"),
        (r"$\frac{1}{2}$", "1/2"),
        ("$1{,}979$ TFLOPS", "1,979 TFLOPS"),
        (r"$43\%$", "43%"),
        (r"$O(n \log n)$", "O(n log n)"),
    ],
)
def test_marks_go_and_words_stay(markdown: str, typed: str) -> None:
    """What is no mark, because it stands between letters or alone, stays as well."""
    assert plain(markdown) == typed


@pytest.mark.parametrize("mark", ["*a ", "_", "[a](", "![", "<a:", "~~", "\\", "$a", "`", "&"])
def test_plain_text_is_found_in_linear_time(mark: str) -> None:
    """Twenty times the marks take nowhere near four hundred times as long."""

    def seconds(count: int) -> float:
        start = time.process_time()
        plain(mark * count)
        return time.process_time() - start

    seconds(1_000)
    assert seconds(40_000) < 100 * max(seconds(2_000), 0.002)
