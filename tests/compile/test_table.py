"""Tables: one note for each cell."""

from __future__ import annotations

import pytest

from flashdeck.compile import cards
from flashdeck.model import Note, NoteType
from tests.compile.texts import compiled, note, notes, problem, problems, underlined

TABLE = """\
## Accelerators {#acc .table}

Dense, without sparsity.

| GPU | HBM bandwidth | TDP | Source | As of | Note |
|---|:-:|--:|---|---|---|
| H100 SXM | 3.35 TB/s | 700 W | NVIDIA 2023 | 2026-03 | five stacks |
| H200 | 4.8 TB/s | 700 W |  | — |  |
| 思元 590 | — |  |  |  |  |
"""


def table(rows: str, options: str = "#t .table") -> str:
    return f"## T {{{options}}}\n\n{rows}\n"


def by_key(all_notes: tuple[Note, ...]) -> dict[str, Note]:
    return {each.key: each for each in all_notes}


def test_each_cell_with_a_value_is_a_note() -> None:
    """Named after table, subject and attribute; empty cells and dashes are not asked."""
    found = by_key(notes(TABLE))
    assert list(found) == [
        "acc/h100-sxm/hbm-bandwidth",
        "acc/h100-sxm/tdp",
        "acc/h200/hbm-bandwidth",
        "acc/h200/tdp",
    ]
    cell = found["acc/h100-sxm/hbm-bandwidth"]
    assert (cell.type, cell.front, cell.context) == (NoteType.TABLE, "H100 SXM — HBM bandwidth", "Accelerators")
    assert (cell.named, cell.ordinals) == (True, (0,))


def test_source_date_and_note_of_a_row_join_the_answer() -> None:
    """They replace the file's, and the note stands below the value."""
    found = by_key(notes("---\nsource: file\nas-of: 2020\n---\n" + TABLE))
    first, second = found["acc/h100-sxm/tdp"], found["acc/h200/tdp"]
    assert (first.back, first.source, first.as_of) == ("700 W\n\nfive stacks", "NVIDIA 2023", "2026-03")
    assert (second.back, second.source, second.as_of) == ("700 W", "file", "2020")


def test_a_cell_stands_where_it_stands() -> None:
    """Its span is the cell, so that a problem or an editor finds it."""
    span = by_key(notes(TABLE))["acc/h200/tdp"].span
    assert (span.line, span.column, span.length) == (8, 21, 5)


def test_cells_of_a_row_and_of_a_column_are_kept_apart() -> None:
    """Two cells share a group exactly if they share the row or the column."""
    found = by_key(notes(TABLE))
    groups = {key: set(each.apart) for key, each in found.items()}
    assert groups["acc/h100-sxm/tdp"] & groups["acc/h100-sxm/hbm-bandwidth"]
    assert groups["acc/h100-sxm/tdp"] & groups["acc/h200/tdp"]
    assert not groups["acc/h100-sxm/tdp"] & groups["acc/h200/hbm-bandwidth"]


def test_r22_correcting_a_value_keeps_the_key() -> None:
    """And so does a renamed row that carries its own id."""
    keys = [each.key for each in notes(TABLE)]
    assert [each.key for each in notes(TABLE.replace("3.35 TB/s", "3.352 TB/s"))] == keys
    assert [each.key for each in notes(TABLE.replace("H100 SXM |", "H100 SXM5 {#h100-sxm} |"))] == keys


def test_a_name_without_latin_letters_or_digits_is_a_digest() -> None:
    """The same for ever; one with some is made of those."""
    found = [each.key for each in notes(table("| 型号 | 带宽 | 内存 GB |\n|-|-|-|\n| 思元 | 1 | 2 |"))]
    assert found == ["t/n-fe004c10/n-18533369", "t/n-fe004c10/gb"]


def test_ids_of_subjects_and_headers() -> None:
    """Their own names, not shown."""
    found = note(table("| G | TDP {#power} |\n|-|-|\n| Ünï `x` {#u} | 1 |"))
    assert (found.key, found.front) == ("t/u/power", "Ünï `x` — TDP")
    assert note(table("| G | [TDP](https://x.y) |\n|-|-|\n| Ünï `x` | 1 |")).key == "t/uni-x/tdp"


def test_ask_limits_the_columns() -> None:
    """By their names, case ignored."""
    found = by_key(notes(TABLE.replace(".table", '.table ask="tdp"')))
    assert list(found) == ["acc/h100-sxm/tdp", "acc/h200/tdp"]
    assert len(notes(TABLE.replace(".table", '.table ask="TDP,  HBM  bandwidth"'))) == 4


def test_ask_for_a_column_that_is_not_there_is_an_error() -> None:
    """With the nearest name; columns that join the answer are not asked."""
    found = problem(TABLE.replace(".table", '.table ask="HBM bandwith, TDP"'))
    assert (found.code, found.help) == ("unknown-column", "Did you mean `HBM bandwidth`?")
    assert underlined(found) == 'ask="HBM bandwith, TDP"'
    assert problem(TABLE.replace(".table", ".table ask=Source")).code == "unknown-column"
    assert compiled(TABLE.replace(".table", ".table ask=Source")).notes == ()
    assert problem("## t {#t .table ask=b}\n\n| a | Note |\n|---|---|\n| x | y |\n").code == "nothing-asked"


def test_reversed_asks_for_the_subject_where_the_value_is_unique() -> None:
    """700 W belongs to two rows, and is asked one way only; the second of them is told."""
    result = compiled(TABLE.replace(".table", ".table .reversed"))
    assert [(each.code, each.severity, underlined(each)) for each in result.diagnostics] == [
        ("shared-value", "warning", "700 W")
    ]
    assert "`H200` and `H100 SXM` share this TDP" in result.diagnostics[0].message
    found = by_key(result.notes)
    assert [each.ordinals for each in found.values()] == [(0, 1), (0,), (0, 1), (0,)]
    first, second = cards(found["acc/h100-sxm/hbm-bandwidth"])
    assert (first.ordinal, first.front, first.back) == (0, "H100 SXM — HBM bandwidth", "3.35 TB/s\n\nfive stacks")
    assert (second.ordinal, second.front, second.back) == (
        1,
        "HBM bandwidth: 3.35 TB/s — GPU?",
        "H100 SXM\n\nfive stacks",
    )


def test_values_that_rows_share_are_told_once_a_column() -> None:
    """Empty cells are no values, and without `.reversed` nothing is told."""
    text = "## t {#t .table .reversed}\n\n| a | b | c | d |\n|-|-|-|-|\n"
    text += "| x | 1 | 2 | — |\n| y | 1 | 3 | — |\n| z | 1 | 2 | 4 |\n| w | 5 | 2 | |\n"
    assert problems(text) == [("shared-value", 6, 7), ("shared-value", 7, 11)]
    assert problems(text.replace(" .reversed", "")) == []


def test_pipes_in_cells() -> None:
    r"""In a code span they part nothing, and `\|` is `|` in code and outside."""
    found = notes(table("| a | b | c |\n|-|-|-|\n| `x|y` | `p \\| q` | r \\| `s|t|` |"))
    assert [(each.front, each.back) for each in found] == [("`x|y` — b", "`p | q`"), ("`x|y` — c", "r | `s|t|`")]


@pytest.mark.parametrize(
    "rows",
    [
        "a | b\n-|-\nx | y",
        "| a | b\n|-|-\n| x | y",
        "a | b |\n-|-|\nx | y |",
        "  | a | b |\n  |---|---|\n  | x | y |  ",
    ],
)
def test_pipes_at_the_ends_may_be_left_out(rows: str) -> None:
    """As in any pipe table."""
    assert (note(table(rows)).front, note(table(rows)).back) == ("x — b", "y")


def test_a_ragged_row_is_an_error_and_the_others_stay() -> None:
    """At its line, with both counts."""
    text = table("| a | b |\n|-|-|\n| x |\n| y | 1 | 2 |\n| z | 3 |")
    result = compiled(text)
    assert [(each.code, each.span.line) for each in result.diagnostics] == [("ragged-row", 5), ("ragged-row", 6)]
    assert "1 cell, and the header has 2" in result.diagnostics[0].message
    assert [each.key for each in result.notes] == ["t/z/b"]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("| a | b |\n|-|-|\n| x y | 1 |\n| X-Y | 2 |", "duplicate-name"),
        ("| a | b | B! |\n|-|-|-|\n| x | 1 | 2 |", "duplicate-name"),
        ("| a | b |\n|-|-|\n|  | 1 |", "unnamed-row"),
        ("| a |  |\n|-|-|\n| x | 1 |", "unnamed-column"),
        ("| a | b |\n|-|-|\n| x {.y} | 1 |", "unknown-option"),
        ("| a | b |\n|-|-|\n| x {#A} | 1 |", "bad-id"),
        ("| a | b |\n|-|-|\n| x | {{c1::1}} |", "cloze-in-table"),
        ("| a | {{c1::b}} |\n|-|-|\n| x | 1 |", "cloze-in-table"),
        ("| a | b |\n|-|-|\n| {{c1::x}} | 1 |", "cloze-in-table"),
        ("| a | As of |b\n|-|-|-|\n| x | 2026-13 | 1 |", "bad-as-of"),
    ],
)
def test_what_is_wrong_with_a_cell_is_told_there(rows: str, code: str) -> None:
    """Names must be there and differ; values are plain."""
    assert code in [each.code for each in compiled(table(rows)).diagnostics]


def test_a_duplicate_name_points_at_the_second_and_names_the_first() -> None:
    """The help gives it a name of its own."""
    found = problem(table("| a | b |\n|-|-|\n| x y | 1 |\n| X-Y | 2 |"))
    assert (found.span.line, underlined(found)) == (6, "X-Y")
    assert "line 5" in found.message
    assert "{#x-y-2}" in found.help


def test_a_table_without_an_id_is_an_error() -> None:
    """With a heading to paste."""
    found = problem(table("| a | b |\n|-|-|\n| x | 1 |", ".table"))
    assert (found.code, underlined(found)) == ("table-without-id", ".table")
    assert "`## T {#t .table}`" in found.help


def test_a_card_without_a_table_or_with_two() -> None:
    """One is wanted; a table in a code block is none."""
    assert problems(table("words")) == [("no-table", 1, 10)]
    assert problems(table("```\n| a | b |\n|-|-|\n```")) == [("no-table", 1, 10)]
    assert problems(table("| a | b |\n|-|-|\n| x | 1 |\n\n| c | d |\n|-|-|\n| y | 2 |")) == [("second-table", 7, 1)]
    assert problems(table("| a | Source |\n|-|-|\n| x | 1 |")) == [("nothing-asked", 3, 1)]


def test_a_deletion_in_the_heading_of_a_table_is_an_error() -> None:
    """As in any heading."""
    assert problems("## {{c1::T}} {#t .table}\n\n| a | b |\n|-|-|\n| x | 1 |\n") == [("cloze-in-heading", 1, 4)]


def test_the_files_type_may_be_table() -> None:
    """`.basic` makes a card of the table as it stands."""
    rows = "| a | b |\n|-|-|\n| x | 1 |"
    found = notes(f"---\ntype: table\n---\n## T {{#t}}\n\n{rows}\n\n## U {{#u .basic}}\n\n{rows}\n")
    assert [(each.key, each.type) for each in found] == [("t/x/b", NoteType.TABLE), ("u", NoteType.BASIC)]


def test_an_id_of_a_table_is_unique_in_its_file() -> None:
    """Though the cells' names might not meet."""
    one, two = "| a | b |\n|-|-|\n| x | 1 |", "| a | c |\n|-|-|\n| y | 2 |"
    assert problems(table(one) + "\n" + table(two)) == [("duplicate-id", 7, 7)]
    assert problems(table(one) + "\n## Q {#t}\n\nb\n") == [("duplicate-id", 7, 7)]
