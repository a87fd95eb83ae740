"""How the answer of a drill comes about: each expression of its block with the numbers of this review in it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flashdeck.drills import ANSWER, read
from flashdeck.drills.numbers import with_unit, written

_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")


def working(block: str, draw: Mapping[str, str]) -> list[str]:
    """`t = 8 / 50 = 0.16` for each name that follows from others; of the answer only `1000 * 0.16 = 160 ms`."""
    drill, _ = read(block)
    if drill is None:
        return []
    shown, values = dict(draw), {name: float(text) for name, text in draw.items()}
    steps: list[str] = []
    for name, expression in drill.derived.items():
        values[name] = expression.value(values)
        shown[name] = written(values[name])
        start, end = drill.places[name]
        filled = _NAME.sub(lambda found: shown.get(found[0], found[0]), block[start:end])
        if name == ANSWER:
            steps.append(f"{filled} = {with_unit(values[name], drill.unit)}")
        else:
            steps.append(" = ".join(dict.fromkeys((name, filled, shown[name]))))
    return steps
