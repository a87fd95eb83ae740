"""What is done to runs wherever they are: asked whether they are blank, joined, and freed of what cannot go on."""

from __future__ import annotations

from collections.abc import Iterable

from flashdeck.anki.adopting.prose.content import Gap, Image, Link, Run, Runs, Style

_UNSEEN = dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))


def is_blank(run: Run) -> bool:
    """Whether a run shows nothing: white space alone, also that of no width."""
    return isinstance(run.what, str) and not run.what.translate(_UNSEEN).strip()


def is_picture(runs: Runs) -> bool:
    """Whether a line shows pictures and nothing else."""
    return bool(runs) and all(isinstance(run.what, Image) or is_blank(run) for run in runs)


def merged(runs: Iterable[Run]) -> list[Run]:
    """The runs, those that stand in the same made one."""
    result: list[Run] = []
    same: list[str] = []
    for run in runs:
        last = result[-1] if result else None
        if last and same and isinstance(run.what, str) and (last.styles, last.gaps) == (run.styles, run.gaps):
            same.append(run.what)
        elif run.what != "":
            _close(result, same)
            result.append(run)
            same = [run.what] if isinstance(run.what, str) else []
    _close(result, same)
    return result


def _close(runs: list[Run], same: list[str]) -> None:
    if len(same) > 1:
        runs[-1] = Run("".join(same), runs[-1].styles, runs[-1].gaps)


def common(one: tuple[Gap, ...], other: tuple[Gap, ...]) -> tuple[Gap, ...]:
    """The deletions, from the outermost on, that are around both."""
    length = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        length += 1
    return one[:length]


def outer(styles: frozenset[Style | Link]) -> frozenset[Style | Link]:
    """The styles that can stand around what is no code."""
    return styles - {Style.CODE}
