"""Photographs of cards as Anki shows them: `python -m tests.anki.looks FOLDER`.

The real engine takes a package and draws the cards, and headless Chromium photographs them, on a phone and on a desk,
by day and by night. What Anki's own window adds is added here: the classes of the body, and the field of an answer that
is to be typed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from anki.collection import Collection
from anki.notes import Note

from tests.anki.conftest import Folder
from tests.anki.engine import profile

DEVICES = {"phone": (390, 640, 4), "desk": (900, 600, 2)}
"""Width and height of the window (CSS pixels), and how many stand beside each other in a picture."""

MODES = {"day": "", "night": "nightMode night_mode"}
_GAP = 24
_TYPED = re.compile(r"\[\[type:[^\]]*\]\]")

FILES = {
    "gpu/typed.md": """\
---
source: NVIDIA H100 Tensor Core GPU datasheet, https://www.nvidia.com/en-us/data-center/h100/
as-of: 2026-11
---
# Accelerators

## How fast is the HBM of an H100 SXM? {#hbm .typed tolerance=2% hint="Five stacks"}

3.35 TB/s

From five stacks of **HBM3**, each a thousand bits wide.

## How is the third element of an array `a` written in C? {#third .typed}

`a[2]`
""",
    "net/ring.md": """\
---
source: Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations
as-of: 2026-10
---
# Collectives

## Ring all-reduce {#ring}

A ring of {{c1::$n$}} ranks moves {{c2::$2\\frac{n-1}{n}S$::how many bytes}} from each of them, in
{{c3::two}} phases:

- reduce-scatter, and
- all-gather.

---

No algorithm moves less.

## How long does a ring all-reduce take? {#ring-time .drill tolerance=5%}

{{S}} GB of gradients, {{n}} GPUs, {{B}} GB/s of bus bandwidth per GPU.

```vars
S = 1, 2, 4
n = 8, 64
B = 50 .. 400 step 50
each_step = S / n
steps = 2 * (n - 1)
latency = 0.02, 0.05
answer = steps * each_step / B * 1000 + steps * latency
unit = ms
```

---

Every rank sends and receives $2\\frac{n-1}{n}S$ bytes.

## How does one write a warp reduction? {#warp}

```cuda
__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2)  // halves at each step
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}
```
""",
    "gpu/table.md": """\
# Datasheets

## What do the three generations bring? {#generations}

| GPU | HBM | Bandwidth | NVLink | TDP | Process | Transistors |
|-----|----:|----------:|-------:|----:|---------|------------:|
| A100 SXM | 80 GB | 2.04 TB/s | 600 GB/s | 400 W | TSMC 7N | 54.2 bn |
| H100 SXM | 80 GB | 3.35 TB/s | 900 GB/s | 700 W | TSMC 4N | 80 bn |
| B200 | 192 GB | 8 TB/s | 1.8 TB/s | 1,000 W | TSMC 4NP | 208 bn |

> **Note:** per GPU, and as announced.
""",
}


@dataclass(frozen=True, slots=True)
class Face:
    """A side of a card, as Anki's window holds it."""

    name: str
    html: str
    ordinal: int


def faces() -> Iterator[Face]:
    """Both sides of every card, in the order of the files."""
    with TemporaryDirectory(prefix="flashdeck-looks-") as scratch, profile() as anki:
        folder = Folder(Path(scratch, "collection"))
        for name, text in FILES.items():
            folder.write(name, text)
        anki.take(folder.export().file)
        with folder.open() as collection:
            names = {note.guid: note.key for note in collection.notes()}
        for row in anki.col.db.list("select id from cards order by due"):
            card = anki.col.get_card(row)
            name = f"{names[card.note().guid]}-{card.ord + 1}"
            field = '<center><input type="text" id="typeans" autocapitalize="none"></center>'
            yield Face(f"{name}-asked", _TYPED.sub(field, card.question()), card.ord)
            compared = _compared(anki.col, card.note()) if _TYPED.search(card.answer()) else ""
            yield Face(f"{name}-answered", compared.join(_TYPED.split(card.answer())), card.ord)


def _compared(col: Collection, note: Note) -> str:
    """Anki's comparison with an answer in which signs are others, and one is too much."""
    typed = unescape(note["Expected"]).replace("3", "2", 1).replace("[", "(", 1)
    return f"<div>{col.compare_answer(note['Expected'], f'{typed}s')}</div>"


def page(shown: list[Face], device: str, classes: str) -> str:
    """All sides, each in a window of its own."""
    width, height, columns = DEVICES[device]
    grid = f"display:grid;grid-template-columns:repeat({columns},{width}px);gap:{_GAP}px;margin:{_GAP}px"
    frames = "\n".join(_frame(face, height, classes) for face in shown)
    return f"<!doctype html><meta charset=utf-8><body style='{grid};background:#888'>{frames}"


def _frame(face: Face, height: int, classes: str) -> str:
    document = (
        f'<!doctype html><html class="{classes}"><meta charset=utf-8>'
        f'<body class="card card{face.ordinal + 1} {classes}"><div id="qa">{face.html}</div>'
    )
    return f'<iframe srcdoc="{escape(document)}" style="border:0;width:100%;height:{height}px"></iframe>'


def photograph(chromium: str, page_file: Path, picture: Path, size: tuple[int, int]) -> None:
    """Write the picture of a page; raises CalledProcessError where the browser fails."""
    subprocess.run(
        [
            chromium,
            *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=4000"),
            *(f"--window-size={size[0]},{size[1]}", f"--screenshot={picture}", page_file.resolve().as_uri()),
        ],
        check=True,
        capture_output=True,
    )


def main(target: Path) -> None:
    """Photograph every card, `phone-day.png` and so on."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        sys.exit("There is no chromium to photograph with: `apt install chromium` brings one.")
    target.mkdir(parents=True, exist_ok=True)
    shown = list(faces())
    for device, (width, height, columns) in DEVICES.items():
        rows = -(-len(shown) // columns)
        for mode, classes in MODES.items():
            written = target / f"{device}-{mode}.html"
            written.write_text(page(shown, device, classes), encoding="utf-8")
            size = (columns * (width + _GAP) + _GAP, rows * (height + _GAP) + _GAP)
            photograph(chromium, written, target / f"{device}-{mode}.png", size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
