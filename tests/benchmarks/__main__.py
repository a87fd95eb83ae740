"""Timings as ratios within one run: `python -m tests.benchmarks [CARDS ...]` prints one table.

Each figure is the time of what flashdeck does over that of a bare script which does only the unavoidable work, taken in
turn; the medians of five pairs. Where one is over a fifth above the ratio that is kept, it is red, and with `--strict`
the exit code is 1. `--keep` keeps the ratios of this run.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from itertools import pairwise

from tests.benchmarks import answering, commands, exporting, folding, kept, waiting
from tests.benchmarks.measuring import PAIRS, Figure

SIZES = (1_000, 10_000)
GROWING = ("first compile", "due, nothing changed", "export again")


def main() -> int:
    """Measure and print; the exit code."""
    options = _options()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed has its bytecode
    ratios = kept.read()
    print(f"{machine()}; medians of {PAIRS} pairs")
    print(f"{'':<34} {'cards':>8} {'flashdeck':>11} {'bare':>11} {'ratio':>7} {'kept':>7}")
    figures: list[Figure] = []
    for figure in _figures(options.cards):
        figures.append(figure)
        print(_line(figure, ratios), flush=True)
    for line in _growth(figures):
        print(line)
    waiting.main()
    if options.keep:
        kept.keep(figures, machine())
    return int(options.strict and any(kept.is_worse(figure, ratios) for figure in figures))


def machine() -> str:
    """What kind of machine this is."""
    return f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("cards", nargs="*", type=int, default=SIZES, help="how many cards the collections have")
    parser.add_argument("--keep", action="store_true", help="keep the ratios of this run")
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a ratio has become a fifth worse")
    return parser.parse_args()


def _figures(sizes: list[int]) -> Iterator[Figure]:
    for cards in sizes:
        yield from commands.figures(cards)
        yield answering.figure(cards)
    yield exporting.figure()
    yield from folding.figures()


def _line(figure: Figure, ratios: kept.Ratios) -> str:
    before = kept.of(figure, ratios)
    shown = "" if before is None else f"{before:.2f}"
    times = f"{figure.ours * 1000:>8,.1f} ms {figure.bare * 1000:>8,.1f} ms"
    line = f"{figure.name:<34} {figure.cards:>8,} {times} {figure.ratio:>7.2f} {shown:>7}"
    return red(line) if kept.is_worse(figure, ratios) else line


def red(line: str) -> str:
    """The line in red on a terminal, unless NO_COLOR asks for none."""
    return line if os.environ.get("NO_COLOR") or not sys.stdout.isatty() else f"\x1b[31m{line}\x1b[0m"


def _growth(figures: list[Figure]) -> Iterator[str]:
    """How many times longer each command takes for so many times more cards."""
    for name in GROWING:
        of_sizes = sorted((figure for figure in figures if figure.name == name), key=lambda figure: figure.cards)
        for smaller, larger in pairwise(of_sizes):
            times = f"{larger.ours / smaller.ours:.1f} times {smaller.cards:,}"
            yield f"{f'{name}, growth':<34} {larger.cards:>8,} {times:>23}"


if __name__ == "__main__":
    sys.exit(main())
