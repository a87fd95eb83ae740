"""A pipe table: the first column names subjects, the header attributes, and each other cell is a note."""

from __future__ import annotations

from flashdeck.compile.draft import Draft, joined
from flashdeck.compile.grid import Cell, Grid
from flashdeck.compile.identity import slug
from flashdeck.compile.notetypes.cloze import refuse_in_heading
from flashdeck.compile.notetypes.typed import alternatives, expected
from flashdeck.compile.pipetables import PipeTable, pipe_tables
from flashdeck.compile.source import Passage
from flashdeck.model import Card, Note, NoteType
from flashdeck.syntax import Kind, regions


def notes(draft: Draft) -> list[Note]:
    """One note for each cell that is asked; a wrong row or cell leaves the others."""
    body = draft.above if draft.above and "|" in draft.above.text else draft.below
    errors = draft.problems.errors
    refuse_in_heading(draft)
    if draft.problems.errors > errors:
        return []
    if not draft.heading.text:
        draft.error("empty-front", "This table has no heading", "Write behind `##` what the table is about.")
    elif draft.options.id is None:
        message = "A table needs an id: its cells are named after it"
        fix = f"Write `## {draft.heading.text} {{#{slug(draft.heading.text)} .table}}`."
        draft.error("table-without-id", message, fix, option="table")
    elif table := _table(draft, body):
        return [_note(draft, cell) for cell in Grid(draft, body, table).cells() if _can_be_asked(draft, cell)]
    return []


def _table(draft: Draft, body: Passage) -> PipeTable | None:
    """The one table of the body; prose around it is free."""
    fences = [area for area in regions(body.text) if area.kind is Kind.FENCE]
    tables = [
        table
        for table in pipe_tables(body.text)
        if not any(fence.start <= table.delimiter.start < fence.end for fence in fences)
    ]
    if not tables:
        fix = "Write a header row, `|---|---|` below it, then one row for each subject."
        draft.error("no-table", "A card marked `.table` holds no pipe table", fix, option="table")
    for second in tables[1:]:
        message = "A card marked `.table` holds one table, and this is another"
        place = body.place(second.header.start, second.header.end)
        draft.problems.error("second-table", message, place, "Give it a heading of its own.")
    return tables[0] if len(tables) == 1 else None


def _can_be_asked(draft: Draft, cell: Cell) -> bool:
    """Whether a cell holds what can be typed, where that is asked for."""
    if "typed" not in draft.kinds or alternatives(cell.value):
        return True
    message, fix = "This cell holds nothing that can be typed", "Write it in words, or take `.typed` out."
    draft.problems.error("nothing-to-type", message, cell.place, fix)
    return False


def _note(draft: Draft, cell: Cell) -> Note:
    table, row, column = draft.options.id, cell.subject.key, cell.attribute.key
    more: dict[str, str | None] = {}
    if cell.source:
        more["source"] = cell.source
    if cell.as_of:
        more["as_of"] = cell.as_of
    both_ways = cell.unique and "reversed" in draft.kinds
    question = f"{cell.attribute.text}: {cell.value} — {cell.subject_header}?"
    return draft.note(
        NoteType.TABLE,
        front=f"{cell.subject.text} — {cell.attribute.text}",
        back=joined((cell.value, cell.note)),
        context=draft.heading.text,
        key=f"{table}/{row}/{column}",
        span=draft.problems.source.span(cell.place),
        apart=(f"{table}/{row}", f"{table}//{column}"),
        ordinals=(0, 1) if both_ways else (0,),
        reverse=(question, joined((cell.subject.text, cell.note))) if both_ways else None,
        expected=expected(draft, cell.value) if "typed" in draft.kinds else None,
        **more,
    )


def cards(note: Note) -> tuple[Card, ...]:
    """Ordinal 0 asks for the cell; ordinal 1, where there is one, which subject has its value."""
    asked = Card(note, 0, note.front, note.back)
    return (asked, Card(note, 1, *note.reverse)) if note.reverse else (asked,)
