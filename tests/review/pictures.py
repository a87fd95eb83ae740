"""Pictures of the review: what the screen shows as SVG, in a dark and in a light terminal's colours.

`python -m tests.review.pictures FOLDER` writes those that the README shows.
"""

from __future__ import annotations

import io

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from textual.app import App

DARK = TerminalTheme(
    (24, 26, 31),
    (214, 217, 224),
    [(60, 64, 72), (224, 108, 117), (229, 192, 123), (152, 195, 121), (97, 175, 239), (198, 120, 221), (86, 182, 194), (200, 204, 212)],
    [(110, 116, 128), (240, 128, 136), (240, 208, 145), (172, 212, 142), (122, 192, 250), (214, 144, 234), (110, 200, 212), (240, 242, 246)],
)
# rich's order is black, red, green, yellow, blue, magenta, cyan, white


def svg(app: App[BaseException | None], *, theme: TerminalTheme = DARK, title: str = "flashdeck review") -> str:
    """The screen of a running app as an SVG picture."""
    width, height = app.size
    console = Console(
        width=width, height=height, file=io.StringIO(), force_terminal=True, color_system="truecolor", record=True, legacy_windows=False
    )
    console.print(app.screen._compositor.render_update(full=True, screen_stack=app._background_screens))
    return console.export_svg(title=title, theme=theme)
