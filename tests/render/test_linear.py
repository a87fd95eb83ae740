"""Rendering takes bounded time and work linear in the size of a text, whatever stands in it."""

from __future__ import annotations

import pytest

from flashdeck.render.html import to_html
from flashdeck.render.terminal import lines
from tests.shapes import BODIES, SHAPED
from tests.soak import IS_SOAK, examples
from tests.work import calls, seconds

LARGEST_CARD = 64_000
SMALL = examples(500, 4_000)
NARROW, USUAL = 20, 80


def drawn(html: str) -> None:
    """What a terminal shows, in a narrow window and in a usual one."""
    for width in (NARROW, USUAL):
        lines(html, width)


@pytest.mark.parametrize("shape", BODIES)
def test_eight_times_the_text_is_about_eight_times_the_work(shape: str) -> None:
    """64 times would be quadratic; what is cut off at a limit is less."""
    small, large = (BODIES[shape](size) for size in (SMALL, 8 * SMALL))
    for raw_html in {False, "<" in small}:
        short, few = _counted(small, raw_html=raw_html)
        long, many = _counted(large, raw_html=raw_html)
        assert many < 16 * few + 2_000
        assert calls(lambda: drawn(long)) < 16 * calls(lambda: drawn(short)) + 2_000  # noqa: B023 - called at once


def _counted(text: str, *, raw_html: bool) -> tuple[str, int]:
    """The HTML of a text, and the calls that it takes."""
    html = to_html(text, raw_html=raw_html)
    return html, calls(lambda: to_html(text, raw_html=raw_html))


@pytest.mark.skipif(not IS_SOAK, reason="it takes minutes, and time is no matter of `make test`")
@pytest.mark.parametrize("shape", BODIES)
def test_the_largest_card_is_shown_at_once(shape: str) -> None:
    """No card of 64 kB takes long: in HTML, and then in a terminal, six times an ordinary text of that size at most."""
    text, usual = BODIES[shape](LARGEST_CARD), SHAPED["prose"](LARGEST_CARD)
    for raw_html in (False, True):
        assert seconds(lambda: to_html(text, raw_html=raw_html)) < 6 * seconds(lambda: to_html(usual))  # noqa: B023 - called at once
        html, prose = to_html(text, raw_html=raw_html), to_html(usual)
        for width in (NARROW, USUAL):
            assert seconds(lambda: lines(html, width)) < 6 * seconds(lambda: lines(prose, width))  # noqa: B023 - called at once
