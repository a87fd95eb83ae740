"""Golden texts: what both faces show. `python -m tests.review.golden` writes them anew; read the diff."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.review.pilots import CARDS, seen, walk
from tests.review.terminals import MORNING

FOLDER = Path(__file__).parent / "texts"
SIZES = ((40, 12), (80, 24), (120, 40))
KEYS = (
    " 3 x1 ?3\n 4i*s 2"  # basic, cloze and code; info, flag and skip
    "\tu\n3\n\th\n4.8 GB/s\n "  # undo before anything is typed, a hint, a number and what it proposes
    " 3\nreducescater\n2 3\n"  # a text, between two cells of a table
    "\t?\n100\n3u3"  # a drill, undone with its verdict
    " 3 @\tu\n3\x1b\n3\nreduce-scatter\n\nu\n3q"  # those that come again, one suspended for a moment, one given up
)


def golden(name: str) -> str:
    """The text as it was last approved."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


async def screens(size: tuple[int, int]) -> str:
    """Every state of the screen in a window of this size, one below the other."""
    return "".join([f"{f' {name} ':═^{size[0]}}\n{seen(app)}" async for name, app in walk(size)])


def transcript(folder: Path) -> str:
    """What `review --plain` says to the keys of a whole sitting."""
    (folder / "cards").mkdir()
    (folder / "cards" / "cards.md").write_text(CARDS, encoding="utf-8")
    (folder / "flashdeck.toml").write_text("bury-siblings = false\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "flashdeck", "--now", MORNING, "review", "--plain"],
        cwd=folder,
        input=KEYS.encode(),
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONUTF8": "1", "COLUMNS": "80"},
    )
    return run.stdout.decode()


def main() -> None:
    """Write all golden texts of this room."""
    FOLDER.mkdir(exist_ok=True)
    for size in SIZES:
        (FOLDER / f"{size[0]}x{size[1]}.txt").write_text(asyncio.run(screens(size)), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        (FOLDER / "plain.txt").write_text(transcript(Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
