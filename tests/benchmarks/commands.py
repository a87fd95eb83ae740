"""Whole commands, from the shell to their end, each against a bare script that does only the unavoidable work."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tests.benchmarks import bare, corpus
from tests.benchmarks.measuring import Figure, compare, of_command, of_script

MORNING = "2026-12-01T09:00:00+00:00"


def figures(cards: int) -> Iterator[Figure]:
    """The figures of a new collection of so many notes."""
    with tempfile.TemporaryDirectory(prefix="flashdeck-bench-") as name:
        folder = Path(name)
        corpus.write(folder, cards)
        flashdeck = [sys.executable, "-m", "flashdeck", "--collection", name, "--now", MORNING]
        due, export = [*flashdeck, "due"], [*flashdeck, "export", "--output", str(folder / "out.apkg")]

        def first_compile() -> float:
            shutil.rmtree(folder / ".flashdeck", ignore_errors=True)
            return of_command(due)

        yield compare("first compile", cards, first_compile, lambda: of_script(bare.COMPILE, name))
        yield compare("due, nothing changed", cards, lambda: of_command(due), lambda: of_script(bare.LOOK, name))
        yield _one_file_changed(folder, cards, due)
        of_command(export)
        package = str(folder / "out.apkg")
        yield compare("export again", cards, lambda: of_command(export), lambda: of_script(bare.EXPORT, name, package))


def _one_file_changed(folder: Path, cards: int, due: list[str]) -> Figure:
    """One card changed, against the same with nothing changed and the compile of that file alone."""
    path = next(iter(sorted(folder.glob("cards/**/*.md"))))
    written, edits = path.read_text(encoding="utf-8"), count()
    nothing_but_python = of_script("")

    def changed() -> float:
        path.write_text(f"{written}\nEdited {next(edits)} times.\n", encoding="utf-8")
        return of_command(due)

    def its_own() -> float:
        of_command(due)  # after a change within the last second a file is looked at again
        return of_command(due) + of_script(bare.ONE_FILE, str(path)) - nothing_but_python

    return compare("due, one file changed", cards, changed, its_own)
