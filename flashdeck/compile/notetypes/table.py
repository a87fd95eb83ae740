"""A pipe table: the first column names subjects, the header attributes, and each other cell is a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flashdeck.compile import attributes
from flashdeck.compile.deletions import has_deletions
from flashdeck.compile.draft import Draft, joined
from flashdeck.compile.identity import folded, slug
from flashdeck.compile.pipetables import PipeTable, Row, pipe_tables, unescaped
from flashdeck.compile.source import Passage
from flashdeck.compile.values import AS_OF_HELP, is_as_of, listed, nearest
from flashdeck.model import Card, Note, NoteType
from flashdeck.syntax import Kind, regions

_JOINING = {"source": "source", "as of": "as-of", "as-of": "as-of", "note": "note"}
"""Columns that are not asked; they join the answer."""


@dataclass(frozen=True, slots=True)
class _Name:
    """What a subject or a header cell says: its text and its part of the keys."""

    text: str
    key: str
    cell: tuple[int, int]


def notes(draft: Draft) -> list[Note]:
    """One note for each cell that is neither empty nor `—`; a wrong row or cell leaves the others."""
    if draft.options.id is None:
        name = slug(draft.heading.text)
        draft.error(
            "table-without-id",
            "A table needs an id: its cells are named after it",
            option=".table",
            help=f"Write `{{#{name} .table}}`.",
        )
        return []
    if not draft.heading.text:
        draft.error("empty-front", "This table has no heading", help="Write behind `##` what the table is about.")
        return []
    body = draft.below if draft.above is None else draft.above
    table = _table(draft, body)
    return list(_Cells(draft, body, table).notes()) if table else []


def _table(draft: Draft, body: Passage) -> PipeTable | None:
    fences = [area for area in regions(body.text) if area.kind is Kind.FENCE]
    tables = [
        table
        for table in pipe_tables(body.text)
        if not any(fence.start <= table.delimiter.start < fence.end for fence in fences)
    ]
    if len(tables) == 1:
        return tables[0]
    help = "Write a header row, below it `|---|---|`, then one row for each subject."
    if tables:
        second = tables[1]
        draft.problems.error(
            "second-table",
            "A card marked `.table` holds one table, and this is another",
            body.offset(second.start),
            second.header.end - second.header.start,
            help="Give it a heading of its own.",
        )
    else:
        draft.error("no-table", "A card marked `.table` holds no pipe table", option=".table", help=help)
    return None


@dataclass(frozen=True, slots=True)
class _Cells:
    """The table of one draft, read row by row."""

    draft: Draft
    body: Passage
    table: PipeTable

    def notes(self) -> Iterator[Note]:
        """The notes in the order of the table."""
        headers = self._headers()
        rows = [row for row in self.table.rows if self._fits(row)]
        subjects = self._subjects(rows)
        asked = self._asked(headers)
        values = {index: Counter(folded(self._text(row.cells[index])) for row in rows) for index in asked}
        for row, subject in zip(rows, subjects, strict=True):
            if subject is None:
                continue
            joining = self._joining(row, headers)
            for index in asked:
                value = self._text(row.cells[index])
                if value in ("", "—") or not self._is_plain(row.cells[index]):
                    continue
                unique = values[index][folded(value)] == 1
                yield self._note(subject, headers[index], row.cells[index], joining, headers[0].text, unique=unique)

    def _text(self, cell: tuple[int, int]) -> str:
        return unescaped(self.body.text[cell[0] : cell[1]])

    def _error(self, code: str, message: str, cell: tuple[int, int], help: str) -> None:
        start, end = cell
        self.draft.problems.error(code, message, self.body.offset(start), max(1, end - start), help=help)

    def _fits(self, row: Row) -> bool:
        wanted, there = len(self.table.header.cells), len(row.cells)
        if wanted != there:
            message = f"This row has {there} {'cell' if there == 1 else 'cells'}, and the header has {wanted}"
            help = "Leave a cell empty to skip it; a `|` inside a cell is written `\\|`; end the table by a blank line."
            self._error("ragged-row", message, (row.start, row.end), help)
        return wanted == there

    def _is_plain(self, cell: tuple[int, int]) -> bool:
        """Whether no deletion stands in the cell: a table asks for whole cells."""
        if not has_deletions(self.body.text[cell[0] : cell[1]]):
            return True
        help = "Write the value alone, or make it a card of its own below another heading."
        self._error("cloze-in-table", "A deletion stands in a cell of a `.table`", cell, help)
        return False

    # -- names

    def _name(self, cell: tuple[int, int], sort: str) -> _Name:
        """The name in a subject or header cell, by its own `{#id}` or its slug."""
        passage = self.body.part(*cell)
        passage, options = attributes.read(passage, self.draft.problems)
        for place in options.places:
            if place != "#id":
                at, length = options.places[place]
                message = f"A {sort} of a table takes an id and no other option"
                self.draft.problems.error("unknown-option", message, at, length, help="Keep only `{#id}`.")
        text = unescaped(passage.text)
        return _Name(text, options.id or slug(text), cell)

    def _headers(self) -> list[_Name]:
        headers = [self._name(cell, "header") for cell in self.table.header.cells]
        delimiter = self.table.delimiter
        self._fits(delimiter)
        seen: dict[str, _Name] = {}
        for header in headers[1:]:
            if not header.text:
                self._error("unnamed-column", "A column has no name", header.cell, "Write its name in the header row.")
            elif header.key in seen:
                self._twice(header, seen[header.key], "column")
            seen.setdefault(header.key, header)
        return headers

    def _subjects(self, rows: Sequence[Row]) -> list[_Name | None]:
        """The name of each row; None where it is missing or taken."""
        names: list[_Name | None] = []
        seen: dict[str, _Name] = {}
        for row in rows:
            name = self._name(row.cells[0], "subject")
            if not name.text:
                message, help = "A row has no subject", "Write its subject into the first column."
                self._error("unnamed-row", message, (row.start, row.end), help)
                names.append(None)
            elif name.key in seen:
                self._twice(name, seen[name.key], "row")
                names.append(None)
            else:
                seen[name.key] = name
                names.append(name)
        return names

    def _twice(self, name: _Name, first: _Name, sort: str) -> None:
        line = self.draft.problems.source.span(self.body.offset(first.cell[0])).line
        message = f"Two {sort}s of this table are called `{name.key}`; the first is at line {line}"
        self._error("duplicate-name", message, name.cell, f"Give one of them its own name: `{name.text} {{#{name.key}-2}}`.")

    # -- columns

    def _asked(self, headers: Sequence[_Name]) -> list[int]:
        """The columns that are asked: all but those that join the answer, or those that `ask` names."""
        seen: set[str] = set()
        columns: dict[str, int] = {}
        for index, header in enumerate(headers):
            name = folded(header.text).casefold()
            if index and name and name not in _JOINING and header.key not in seen:
                columns[name] = index
                seen.add(header.key)
        wanted = self.draft.options.values.get("ask")
        if wanted is None:
            if not columns:
                self._error(
                    "nothing-asked",
                    "This table has no column to ask for",
                    (self.table.header.start, self.table.header.end),
                    "Put a column with values beside the first.",
                )
            return list(columns.values())
        chosen = set()
        for name in (folded(part) for part in wanted.split(",")):
            if name.casefold() in columns:
                chosen.add(columns[name.casefold()])
            else:
                near = nearest(name, columns)
                known = [headers[index].text for index in columns.values()]
                help = f"Did you mean `{headers[columns[near]].text}`?" if near else f"It has {listed(known)}."
                self.draft.error(
                    "unknown-column", f"The table has no column `{name}` to ask for", option="ask", help=help if known else ""
                )
        return sorted(chosen)

    def _joining(self, row: Row, headers: Sequence[_Name]) -> dict[str, str]:
        """What the row says in columns that are not asked."""
        joining: dict[str, str] = {}
        for header, cell in zip(headers[1:], row.cells[1:], strict=True):
            column = _JOINING.get(folded(header.text).casefold())
            text = self._text(cell)
            if not column or text in ("", "—"):
                continue
            if column == "as-of" and not is_as_of(text):
                self._error("bad-as-of", f"`{text}` is no date", cell, AS_OF_HELP)
            else:
                joining[column] = text
        return joining

    # -- notes

    def _note(
        self,
        subject: _Name,
        attribute: _Name,
        cell: tuple[int, int],
        joining: Mapping[str, str],
        subject_header: str,
        *,
        unique: bool,
    ) -> Note:
        table, value = self.draft.options.id, self._text(cell)
        asks_back = unique and "reversed" in self.draft.options.classes
        question = f"{attribute.text}: {value} — {subject_header}?" if subject_header else f"{attribute.text}: {value} — ?"
        note = self.draft.note(
            NoteType.TABLE,
            front=f"{subject.text} — {attribute.text}",
            back=joined((value, joining.get("note", ""))),
            context=self.draft.heading.text,
            key=f"{table}/{subject.key}/{attribute.key}",
            span=self.draft.problems.source.span(self.body.offset(cell[0]), cell[1] - cell[0]),
            apart=(f"{table}/{subject.key}", f"{table}//{attribute.key}"),
            ordinals=(0, 1) if asks_back else (0,),
            reverse=(question, joined((subject.text, joining.get("note", "")))) if asks_back else None,
        )
        source, as_of = joining.get("source", note.source), joining.get("as-of", note.as_of)
        return note if (source, as_of) == (note.source, note.as_of) else replace(note, source=source, as_of=as_of)


def cards(note: Note) -> tuple[Card, ...]:
    """Ordinal 0 asks for the cell; ordinal 1, where there is one, which subject has its value."""
    asked = Card(note, 0, note.front, note.back)
    return (asked, Card(note, 1, *note.reverse)) if note.reverse else (asked,)
