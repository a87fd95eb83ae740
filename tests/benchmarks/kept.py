"""The ratios that were reached, and whether those of this run are still as good."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.benchmarks.measuring import Figure

FILE = Path(__file__).with_name("kept.json")
GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"
TOLERANCE = 1.2
_BEGIN, _END = "<!-- make bench: -->\n", "<!-- :make bench -->"

Ratios = Mapping[str, Mapping[str, float]]
"""By the figure's name, then by the number of cards."""


def read() -> Ratios:
    """The ratios that are kept."""
    ratios: Ratios = json.loads(FILE.read_text(encoding="utf-8"))["ratios"]
    return ratios


def of(figure: Figure, ratios: Ratios) -> float | None:
    """The ratio that is kept for this figure, if there is one."""
    return ratios.get(figure.name, {}).get(str(figure.cards))


def is_worse(figure: Figure, ratios: Ratios) -> bool:
    """Whether the figure is more than a fifth above the ratio that is kept."""
    kept = of(figure, ratios)
    return kept is not None and figure.ratio > kept * TOLERANCE


def keep(figures: Iterable[Figure], machine: str) -> None:
    """Keep the ratios of this run in place of earlier ones, here and in CONTRIBUTING.md."""
    ratios = {name: dict(of_sizes) for name, of_sizes in read().items()}
    for figure in figures:
        ratios.setdefault(figure.name, {})[str(figure.cards)] = round(figure.ratio, 2)
    FILE.write_text(json.dumps({"machine": machine, "ratios": ratios}, indent=2) + "\n", encoding="utf-8")
    before, _, rest = GUIDE.read_text(encoding="utf-8").partition(_BEGIN)
    GUIDE.write_text(f"{before}{_BEGIN}{markdown()}{_END}{rest.partition(_END)[2]}", encoding="utf-8")


def markdown() -> str:
    """The ratios that are kept as a table, with the machine that they were measured on."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    ratios: Ratios = kept["ratios"]
    sizes = sorted({int(size) for of_sizes in ratios.values() for size in of_sizes})
    rows = [
        ("", *(f"{size:,} cards" for size in sizes)),
        ("---", *("--:" for _ in sizes)),
        *((name, *(_shown(of_sizes.get(str(size))) for size in sizes)) for name, of_sizes in ratios.items()),
    ]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{table}\nMeasured on {kept['machine']}.\n"


def _shown(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f}"
