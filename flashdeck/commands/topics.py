"""The pages of `flashdeck help` that belong to no command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flashdeck.commands.manual import AsItIs, Section, settings_table


@dataclass(frozen=True, slots=True)
class Topic:
    """A page: its line in the list of topics, and what makes its sections."""

    about: str
    sections: Callable[[], Sequence[Section]]


_CARD_FILE = """\
---
source: NVIDIA H100 datasheet, 2023
as-of: 2026-11
tags: [gpu]
---

# Memory

## How much HBM does an H100 SXM carry? {#h100-memory}

80 GB of HBM3.

## Reduce-scatter {#reduce-scatter .reversed}

Each rank ends with one shard of the sum.

## What a ring all-reduce moves {#ring-bytes}

Each of {{c1::$n$}} ranks sends {{c2::$2\\frac{n-1}{n}S$::how much}}."""

_DRILL = """\
## Ring all-reduce time {#ring-time .drill tolerance=5%}

{{S}} GB, {{n}} GPUs, {{B}} GB/s each. How long does it take?

```vars
S = 1, 2, 4, 8, 16
n = 8, 64, 512
B = 50 .. 400 step 50
answer = 2 * (n - 1) / n * S / B * 1000
unit = ms
```"""


def _card_files() -> Sequence[Section]:
    return (
        Section("NAME", "card-files - how cards are written"),
        Section(
            "FILES",
            "Every .md file below cards/ is a card file, but for README.md and names that begin with _ or a dot. It is "
            "Markdown in UTF-8. The deck is its path: cards/gpu/memory.md is gpu::memory.",
            AsItIs(_CARD_FILE),
        ),
        Section(
            "CARDS",
            "A heading of level 2 (##) asks, and what stands below it answers, to the next heading of level 1 or 2. "
            "A heading of level 1 names a section, which is shown above the question. Text before the first card is "
            "free, and so are HTML comments.",
            [
                ("---", "alone on a line, blank lines around it: what stands above it belongs to the question"),
                ("***", "a rule inside an answer"),
                ("$…$  $$…$$", "formulas; also \\(…\\) and \\[…\\]. $250k to $310k is money"),
                ("![what](a.png)", "a picture, relative to the file and inside cards/"),
            ],
        ),
        Section(
            "HEADING OPTIONS",
            'At the end of the heading: {#id .class key=value key="two words"}. An unknown option is an error.',
            [
                ("#id", "the lasting name of the note: a to z, 0 to 9 and -. `flashdeck stamp` writes missing ones"),
                (".reversed", "a second card asks for the heading, given the text"),
                (".typed", "the answer is typed and compared"),
                (".table", "one card for each cell of the table below"),
                (".drill", "the numbers are drawn anew at each review"),
                (".basic", "an ordinary card, in a file whose type is another"),
                (".suspended", "not asked before `flashdeck unsuspend`"),
                ('tags="a b"', "added to the tags of the file"),
                ('source="…"', "where the fact is from; shown in small print with the answer"),
                ("as-of=2026-03", "when it was last checked: a year, a month or a day"),
                ('hint="…"', "shown when h is pressed"),
                ("tolerance=2%", 'how far off a typed number may be; also tolerance="0.1 TB/s"'),
                ("case=exact", "upper and lower case matter in a typed answer"),
                ('ask="Memory, TDP"', "the columns of a table that are asked"),
            ],
        ),
        Section(
            "FRONT MATTER",
            "YAML between two lines of --- at the very start of a file: what holds for all its cards. Every key may be "
            "left out.",
            [
                ("deck", "the full name of the deck, parts joined by ::"),
                ("tags", "a list, or one text"),
                ("type", "the type of its cards: basic, reversed, typed, table, drill or cloze"),
                ("source", "where its facts are from"),
                ("as-of", "when they were last checked"),
                ("html", "true: HTML is HTML. Without it, tags are shown as they are written"),
                ("suspended", "true: none is asked before `flashdeck unsuspend`"),
            ],
        ),
        Section(
            "CLOZE",
            "A text with {{c1::…}} hides a part of itself; {{c1::…::hint}} shows a hint in its place. There is one "
            "card for each number, and parts of one number hide together. The heading names the note, and what stands "
            "below --- is shown with the answer.",
        ),
        Section(
            "TYPED ANSWERS",
            "With .typed the first paragraph is what is to be typed; a | b allows both. A number with a unit is taken "
            "as a quantity: 3350 GB/s is 3.35 TB/s, and Gb/s is not GB/s.",
        ),
        Section(
            "TABLES",
            "With .table and an #id, each cell is a card: the first column says of what, the first row asks what. "
            "Columns named Source, As of and Note join the answer. A cell that is empty or holds only — is not asked.",
        ),
        Section(
            "DRILLS",
            "With .drill, {{name}} is a number that a block `vars` says how to draw: from a list, or from a range with "
            "a step. The answer is computed with + - * / ** %, sqrt, log, log2, log10, exp, ceil, floor, min, max, abs "
            "and x if … else y.",
            AsItIs(_DRILL),
        ),
        Section(
            "WHAT KEEPS A HISTORY",
            "A note is known by its #id; without one, by its heading. The answer, tags, deck, file and place may "
            "change freely. Give an id to what you mean to keep.",
        ),
        Section("SEE ALSO", "`flashdeck help check` on what is told of mistakes."),
    )


def _settings() -> Sequence[Section]:
    from flashdeck.config.keys import ACTIONS, KEYS_TEXT
    from flashdeck.config.settings import ANKI, BY_NAME

    of_decks = ", ".join(name for name, setting in BY_NAME.items() if setting.of_deck and not setting.table)
    return (
        Section("NAME", "settings - what can be set, and where"),
        Section(
            "FILES",
            "They stand in flashdeck.toml beside cards/, or in [tool.flashdeck] of pyproject.toml. --set NAME=VALUE "
            "overrides one for a single call. `flashdeck config` shows those in force and where each comes from.",
            AsItIs('scheduler = "anki"\nnew-per-day = 10\n\n[anki]\nlearning-steps = "1m 10m 1h"'),
        ),
        Section("SETTINGS", settings_table(*(name for name, setting in BY_NAME.items() if not setting.table))),
        Section(
            "THE SCHEDULER ANKI",
            "In the table [anki], under Anki's own names.",
            settings_table(*(name for name, setting in BY_NAME.items() if setting.table == ANKI)),
        ),
        Section(
            "KEYS OF A REVIEW",
            f"In the table [keys], each {KEYS_TEXT}.",
            [(f"keys.{action.name}", f'{action.about} (default "{" ".join(action.keys)}")') for action in ACTIONS],
        ),
        Section(
            "DECKS",
            f"A deck, and those below it, may have its own: {of_decks}, and those of [anki].",
            AsItIs('[decks."gpu::memory"]\nnew-per-day = 5'),
        ),
    )


TOPICS = {
    "card-files": Topic("How cards are written: headings, options, front matter, cloze, tables, drills.", _card_files),
    "settings": Topic("What can be set, with ranges and defaults.", _settings),
}
"""What there is to read besides the pages of the commands."""
