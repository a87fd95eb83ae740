"""Whatever is said on the screen can be read, on a dark and on a light ground."""

from __future__ import annotations

from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from tests.review.pictures import DARK, LIGHT
from tests.review.pilots import photograph, walk

LEAST = 4.5  # WCAG 2.2, success criterion 1.4.3
DIM = 0.4  # of the ground, in what a terminal dims
LINES = frozenset("─━│╭╮╰╯▁▂▃▄▅▆▇█ ")  # frames and bars say nothing


def luminance(color: ColorTriplet) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(style: Style, theme: TerminalTheme) -> float:
    """Of a text in this style, from 1 to 21."""
    text = style.color.get_truecolor(theme) if style.color else theme.foreground_color
    ground = style.bgcolor.get_truecolor(theme, foreground=False) if style.bgcolor else theme.background_color
    if style.reverse:
        text, ground = ground, text
    if style.dim:
        text = blend_rgb(text, ground, DIM)
    darker, lighter = sorted((luminance(text), luminance(ground)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_definition() -> None:
    """Black on white is 21, and a colour on itself is 1."""
    black_on_white = TerminalTheme((255, 255, 255), (0, 0, 0), [(0, 0, 0)] * 8)
    assert round(contrast(Style(), black_on_white), 2) == 21
    assert round(contrast(Style(color="black", bgcolor="black"), black_on_white), 2) == 1


async def test_every_text_of_every_state_can_be_read() -> None:
    """Also what is dimmed, the keys that grade, and every colour of code."""
    faint: set[tuple[str, str]] = set()
    async for _, app in walk((80, 24)):
        for segment in photograph(app)._record_buffer:
            if set(segment.text) <= LINES:
                continue
            style = segment.style or Style()
            faint |= {(str(style), segment.text) for theme in (DARK, LIGHT) if contrast(style, theme) < LEAST}
    assert not faint
