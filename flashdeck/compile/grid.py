"""What the table of a `.table` card says: subjects, attributes and values, each checked where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flashdeck.compile import attributes
from flashdeck.compile.deletions import has_deletions
from flashdeck.compile.draft import Draft
from flashdeck.compile.identity import folded, slug
from flashdeck.compile.pipetables import PipeTable, Row, unescaped
from flashdeck.compile.source import Passage, Place
from flashdeck.compile.values import listed, nearest

_JOINING = {"source": "source", "as of": "as-of", "as-of": "as-of", "note": "note"}
"""Columns that are not asked and join the answer, by their names with case folded."""

LONGEST = 1000
"""Characters of what the cards of a whole row, column or table repeat: longer texts would fill the memory."""

_MOST_TOLD, _MOST_COMPARED = 20, 200
"""Columns that one sentence names, and unknown names that are told of; columns that one of these is compared with."""

_NOTHING = ("", "—")


@dataclass(frozen=True, slots=True)
class Name:
    """What a subject or header cell says: its text, and its part of the notes' keys."""

    text: str
    key: str
    place: Place


@dataclass(frozen=True, slots=True)
class Cell:
    """One value, what it is the value of, and what its row adds; `unique` in its column."""

    subject: Name
    attribute: Name
    subject_header: str
    value: str
    place: Place
    unique: bool
    note: str
    source: str
    as_of: str


class Grid:
    """A table read once, names first; problems go to the draft as they are met."""

    def __init__(self, draft: Draft, body: Passage, table: PipeTable) -> None:
        self._draft = draft
        self._body = body
        self._width = len(table.header.cells)
        self._headers = [self._name(cell, "header") for cell in table.header.cells]
        self._is_regular(table.delimiter)
        self._rows = [row for row in table.rows if self._is_regular(row)]
        self._columns = self._asked_columns(table.header) if self._has_short_names() else []
        self._is_reversed = "reversed" in draft.kinds
        self._holders: dict[int, dict[str, Name] | None] = {index: {} for index in self._columns}

    def cells(self) -> Iterator[Cell]:
        """The cells that are asked, row by row."""
        values = {index: Counter(folded(self._text(row.cells[index])) for row in self._rows) for index in self._columns}
        for row, subject in self._named_rows():
            joining = self._joining(row)
            for index in self._columns:
                place, value = self._place(row.cells[index]), self._text(row.cells[index])
                if value not in _NOTHING and self._is_plain(value, place):
                    self._note_holder(index, subject, value, place)
                    yield Cell(
                        subject,
                        self._headers[index],
                        self._headers[0].text,
                        value,
                        place,
                        unique=values[index][folded(value)] == 1,
                        note=joining.get("note", ""),
                        source=joining.get("source", ""),
                        as_of=joining.get("as-of", ""),
                    )

    # ------------------------------------------------------------------------------------------ cells and rows

    def _text(self, cell: tuple[int, int]) -> str:
        return unescaped(self._body.text[cell[0] : cell[1]])

    def _place(self, cell: tuple[int, int]) -> Place:
        return self._body.place(*cell)

    def _error(self, code: str, message: str, place: Place, fix: str) -> None:
        self._draft.problems.error(code, message, place, fix)

    def _is_regular(self, row: Row) -> bool:
        """Whether a row has as many cells as the header."""
        count = len(row.cells)
        if count != self._width:
            message = f"This row has {count} {'cell' if count == 1 else 'cells'}, and the header has {self._width}"
            fix = "Keep the place of an empty cell; write `\\|` for a `|` in a cell; end the table with a blank line."
            self._error("ragged-row", message, self._body.place(row.start, row.end), fix)
        return count == self._width

    def _has_short_names(self) -> bool:
        """Whether heading and headers can be repeated; where one cannot, nothing is asked."""
        heading = self._draft.heading
        names = [(header.text, header.place, "header", "column") for header in self._headers]
        names.append((heading.text, heading.place(0, len(heading.text)), "heading", "table"))
        are_short = [self._is_short(*name) for name in names]  # not only the first that is too long is told
        return all(are_short)

    def _is_short(self, text: str, place: Place, sort: str, where: str) -> bool:
        """Whether each card of a row, column or table can repeat this text."""
        if len(text) > LONGEST:
            message = f"This {sort} has {len(text):,} characters, and every card of its {where} repeats it"
            self._error("long-name", message, place, f"Shorten it to {LONGEST:,}; tell the rest in a card of its own.")
        return len(text) <= LONGEST

    def _is_plain(self, value: str, place: Place) -> bool:
        """Whether no deletion stands in a cell: a table asks for whole cells."""
        if not has_deletions(value):
            return True
        fix = "Write the value alone, or ask for it below a heading of its own."
        self._error("cloze-in-table", "A deletion stands in a cell of a `.table`", place, fix)
        return False

    def _joining(self, row: Row) -> dict[str, str]:
        """What a row says in the columns that are not asked."""
        joining: dict[str, str] = {}
        for header, cell in zip(self._headers[1:], row.cells[1:], strict=True):
            column, text = _JOINING.get(header.text.casefold()), self._text(cell)
            if not column or text in _NOTHING or not self._is_short(text, self._place(cell), "cell", "row"):
                continue
            if column != "as-of" or self._draft.problems.check_as_of(text, self._place(cell)):
                joining[column] = text
        return joining

    def _note_holder(self, index: int, subject: Name, value: str, place: Place) -> None:
        """Remembers which subject has a value of a column; only the first that two share is told."""
        holders = self._holders[index]
        if not self._is_reversed or holders is None:
            return
        first = holders.setdefault(folded(value), subject)
        if first is not subject:
            column = self._headers[index].text
            message = f"`{subject.text}` and `{first.text}` share this {column}, so no card asks which of them has it"
            fix = f"Tell the two values apart, or move the column `{column}` to a table without `.reversed`."
            self._draft.problems.warning("shared-value", message, place, fix, "not asked backwards")
            self._holders[index] = None

    # ------------------------------------------------------------------------------------------ names

    def _name(self, cell: tuple[int, int], sort: str) -> Name:
        """The name in a subject or header cell: its own `{#id}`, or the slug of its text."""
        passage, options = attributes.read(self._body.part(*cell), self._draft.problems)
        for option, place in options.places.items():
            if option != "#id":
                message = f"A {sort} of a table takes an id and no other option"
                self._error("unknown-option", message, place, "Keep only `{#id}`.")
        text = folded(unescaped(passage.text))
        self._is_plain(text, self._place(cell))
        return Name(text, options.id or slug(text), self._place(cell))

    def _named_rows(self) -> Iterator[tuple[Row, Name]]:
        """The rows with their subjects, but those whose subject is missing or taken."""
        taken: dict[str, Name] = {}
        for row in self._rows:
            subject = self._name(row.cells[0], "subject")
            if not subject.text:
                place = self._body.place(row.start, row.end)
                self._error("unnamed-row", "This row has no subject", place, "Write its subject into the first column.")
            elif self._is_short(subject.text, subject.place, "subject", "row") and self._is_new(subject, taken, "rows"):
                yield row, subject

    def _is_new(self, name: Name, taken: dict[str, Name], sort: str) -> bool:
        first = taken.setdefault(name.key, name)
        if first is not name:
            line = self._draft.problems.source.span(first.place).line
            message = f"Two {sort} of this table are named `{name.key}`: the other is at line {line}"
            fix = f"Give one a name of its own: `{name.text} {{#{name.key}-2}}`."
            self._error("duplicate-name", message, name.place, fix)
        return first is name

    # ------------------------------------------------------------------------------------------ columns

    def _asked_columns(self, header_row: Row) -> Sequence[int]:
        """The columns with attributes, or those of them that `ask` names."""
        columns: dict[str, int] = {}
        taken: dict[str, Name] = {}
        for index, header in enumerate(self._headers[1:], start=1):
            if not header.text:
                self._error("unnamed-column", "This column has no name", header.place, "Write it in the header row.")
            elif header.text.casefold() not in _JOINING and self._is_new(header, taken, "columns"):
                columns[header.text.casefold()] = index
        wanted = self._draft.options.values.get("ask")
        if not columns:
            message, fix = "This table has no column to ask for", "Add one beside the first: `| GPU | HBM |`."
            self._error("nothing-asked", message, self._place((header_row.start, header_row.end)), fix)
        if wanted is None or not columns:
            return list(columns.values())
        names = [folded(name) for name in wanted.split(",")]
        unknown = [name for name in names if name.casefold() not in columns]
        for name in unknown[:_MOST_TOLD]:
            self._unknown_column(name, columns)
        return sorted({columns[name.casefold()] for name in names if name.casefold() in columns})

    def _unknown_column(self, name: str, columns: dict[str, int]) -> None:
        near = nearest(name, list(columns)[:_MOST_COMPARED])
        known = [self._headers[index].text for index in columns.values()]
        has = "has" if len(known) <= _MOST_TOLD else "has, among others,"
        fix = f'The table {has} {listed(known[:_MOST_TOLD])}: write e.g. `ask="{known[0]}"`.'
        if near:
            fix = f"Did you mean `{self._headers[columns[near]].text}`?"
        self._draft.error("unknown-column", f"The table has no column `{name}` to ask for", fix, option="ask")
