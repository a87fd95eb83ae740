"""Rendering takes bounded time and work linear in the size of a text, whatever stands in it."""

from __future__ import annotations

import pytest

from flashdeck.render.html import to_html
from flashdeck.render.terminal import lines
from tests.shapes import BODIES, SHAPED
from tests.soak import IS_SOAK
from tests.work import calls, seconds

LARGEST_CARD = 64_000
SMALL = 2_000
NARROW, USUAL = 20, 80


def drawn(html: str) -> None:
    """What a terminal shows, in a narrow window and in a usual one."""
    for width in (NARROW, USUAL):
        lines(html, width)


@pytest.mark.parametrize("raw_html", [False, True])
@pytest.mark.parametrize("shape", BODIES)
def test_eight_times_the_text_is_about_eight_times_the_work(shape: str, *, raw_html: bool) -> None:
    """64 times would be quadratic; what is cut off at a limit is less."""
    small, large = (BODIES[shape](size) for size in (SMALL, 8 * SMALL))
    assert calls(lambda: to_html(large, raw_html=raw_html)) < 14 * calls(lambda: to_html(small, raw_html=raw_html))
    short, long = (to_html(text, raw_html=raw_html) for text in (small, large))
    assert calls(lambda: drawn(long)) < 14 * calls(lambda: drawn(short))


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
