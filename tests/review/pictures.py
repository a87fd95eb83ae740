"""Pictures of a review, as SVG: `python -m tests.review.pictures FOLDER` writes one for each state worth seeing.

They come from the real screen, driven by its keys; the colours are those of a dark and of a light terminal, since the
screen has none of its own.
"""

from __future__ import annotations

import asyncio
import html
import re
import sys
from pathlib import Path

from rich.cells import cell_len
from rich.terminal_theme import TerminalTheme

from flashdeck.review.screen import ReviewApp
from tests.review.pilots import photograph, walk

# Ground, text, then black, red, green, yellow, blue, magenta, cyan and white, normal and bright.
DARK = TerminalTheme(
    (24, 26, 31),
    (214, 217, 224),
    [
        *((60, 64, 72), (224, 108, 117), (152, 195, 121), (229, 192, 123)),
        *((97, 175, 239), (198, 120, 221), (86, 182, 194), (200, 204, 212)),
    ],
    [
        *((110, 116, 128), (240, 128, 136), (172, 212, 142), (240, 208, 145)),
        *((122, 192, 250), (214, 144, 234), (110, 200, 212), (240, 242, 246)),
    ],
)
LIGHT = TerminalTheme(
    (252, 252, 250),
    (16, 18, 24),
    [
        *((40, 44, 52), (202, 60, 70), (48, 120, 44), (148, 98, 0)),
        *((32, 100, 200), (150, 60, 170), (0, 124, 140), (160, 164, 172)),
    ],
    [
        *((120, 126, 138), (220, 80, 90), (84, 156, 76), (188, 132, 20)),
        *((52, 120, 220), (170, 80, 190), (20, 144, 160), (120, 124, 132)),
    ],
)

SIZE = (80, 22)


def svg(app: ReviewApp, theme: TerminalTheme = DARK) -> str:
    """The screen of a running app as an SVG picture."""
    picture = photograph(app).export_svg(title="flashdeck review", theme=theme, unique_id="review")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)  # a picture fetches nothing
    return re.sub(r'textLength="([0-9.]+)"([^>]*)>([^<]*)<', _widened, picture)


def _widened(found: re.Match[str]) -> str:
    """Give a text the room of its cells, where rich gives that of its characters: CJK ones take two."""
    length, between, content = found.groups()
    text = html.unescape(content)
    room = float(length) * cell_len(text) / max(1, len(text))
    return f'textLength="{room:g}"{between}>{content}<'


async def write(folder: Path, tone: str, theme: TerminalTheme) -> None:
    """One picture for each state."""
    async for name, app in walk(SIZE):
        (folder / f"{name}-{tone}.svg").write_text(svg(app, theme), encoding="utf-8")


def main(folder: Path) -> None:
    """Write all pictures, dark and light."""
    folder.mkdir(parents=True, exist_ok=True)
    for tone, theme in (("dark", DARK), ("light", LIGHT)):
        asyncio.run(write(folder, tone, theme))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
