"""A card whose numbers are drawn anew at each review from its `vars` block, and whose answer is computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flashdeck.compile.draft import Draft, joined
from flashdeck.compile.identity import derive_guid
from flashdeck.compile.notetypes.typed import tolerance_fits
from flashdeck.compile.source import Passage
from flashdeck.compile.values import listed, nearest
from flashdeck.drills import ANSWER, PLACEHOLDER, Drill, check, instance, read
from flashdeck.model import Card, Expected, Note, NoteType
from flashdeck.syntax import Kind, Region, regions

_INFO = "vars"
_EXAMPLE = "Write a fenced block with the info string `vars`, e.g. `n = 8, 64`, and below it `answer = 2 * n`."


@dataclass(frozen=True, slots=True)
class _Block:
    """The `vars` block of a card and the passage that it stands in."""

    passage: Passage
    fence: Region

    @property
    def text(self) -> str:
        return self.passage.text[self.fence.inner_start : self.fence.inner_end]


def notes(draft: Draft) -> list[Note]:
    """The note of a drill. What stands above a `---`, or else the whole body, is asked; the rest explains."""
    asked, explanation = (draft.below, None) if draft.above is None else (draft.above, draft.below)
    if not draft.heading.text.strip():
        draft.error("empty-front", "This card has no front: its heading is empty", "Write the question behind `##`.")
        return []
    block = _only_block(draft, asked, explanation)
    drill = _drill(draft, block) if block else None
    if block is None or drill is None or not _is_filled(draft, drill, asked, explanation):
        return []
    return [
        draft.note(
            NoteType.DRILL,
            front=joined((draft.heading.text, _without(block, asked))),
            back=_without(block, explanation) if explanation else "",
            drill=block.text,
            expected=Expected((), draft.options.values.get("tolerance", "")),
        )
    ]


def warn_if_forgotten(draft: Draft) -> None:
    """Warns of a block of numbers that a card without `.drill` shows instead of drawing from it."""
    passages = [passage for passage in (draft.above, draft.below) if passage and _INFO in passage.text]
    if not passages:
        return
    names = {found["name"] for each in (draft.heading, *passages) for found in PLACEHOLDER.finditer(each.text)}
    for block in (block for passage in passages for block in _blocks(passage)):
        drill, _ = read(block.text)
        if drill and names & set(drill.names):
            fix = (
                "Add `.drill` to its options."
                if draft.options.places
                else f"Write `## {draft.heading.text} {{.drill}}`."
            )
            draft.warning("vars-without-drill", "The numbers of this card are drawn only if it is a `.drill`", fix)
            return


def cards(note: Note) -> tuple[Card, ...]:
    """The one card, with the numbers of its first review."""
    worked = instance(note, 0, derive_guid(note.key))
    return (Card(note, 0, worked.front, worked.back),)


# ---------------------------------------------------------------------------------------------- the block


def _only_block(draft: Draft, *passages: Passage | None) -> _Block | None:
    blocks = [block for passage in passages if passage for block in _blocks(passage)]
    if not blocks:
        draft.error("drill-without-vars", "A card marked `.drill` holds no block of numbers", _EXAMPLE, option="drill")
    for second in blocks[1:]:
        message = "A card marked `.drill` holds one `vars` block, and this is another"
        place = second.passage.place(second.fence.start, second.fence.inner_start)
        draft.problems.error("second-vars", message, place, "Put its lines into the first one.")
    return blocks[0] if len(blocks) == 1 else None


def _blocks(passage: Passage) -> Iterator[_Block]:
    for area in regions(passage.text):
        if area.kind is Kind.FENCE:
            info = passage.text[area.start : area.inner_start].lstrip("`~").split()
            if info[:1] == [_INFO]:
                yield _Block(passage, area)


def _without(block: _Block, passage: Passage) -> str:
    """The text of a passage without the lines of the block."""
    if block.passage is not passage:
        return passage.text
    text, fence = passage.text, block.fence
    line_start = text.rfind("\n", 0, fence.start) + 1
    return joined((text[:line_start].strip("\n"), text[fence.end :].strip("\n")))


def _drill(draft: Draft, block: _Block) -> Drill | None:
    drill, flaws = read(block.text)
    if drill and (flaw := check(drill)):
        drill, flaws = None, (flaw,)
    start = block.fence.inner_start
    for flaw in flaws:
        place = block.passage.place(start + flaw.start, start + flaw.end)
        draft.problems.error("bad-vars", flaw.message, place, flaw.fix)
    if drill and not tolerance_fits(draft, draft.options.values.get("tolerance", ""), f"1 {drill.unit}"):
        return None
    return drill


# ---------------------------------------------------------------------------------------------- the text


def _is_filled(draft: Draft, drill: Drill, asked: Passage, explanation: Passage | None) -> bool:
    """Whether the text shows only names that there are, and not the answer in its question."""
    errors = draft.problems.errors
    shown = {*_names(draft, drill, draft.heading), *_names(draft, drill, asked)}
    if explanation:
        _names(draft, drill, explanation, may_show_answer=True)
    if draft.problems.errors > errors:
        return False
    hidden = drill.hidden(shown)
    if hidden:
        message = f"The answer depends on {listed(sorted(hidden))}, and the question does not show what is drawn"
        places = listed(f"{{{{{name}}}}}" for name in sorted(hidden))
        draft.warning("hidden-number", message, f"Write {places} into the question.")
    return True


def _names(draft: Draft, drill: Drill, passage: Passage, *, may_show_answer: bool = False) -> set[str]:
    """The names that a passage shows; errors for those that it must not."""
    shown = set()
    for found in PLACEHOLDER.finditer(passage.text):
        name, place = found["name"], passage.place(*found.span())
        shown.add(name)
        if name not in drill.names:
            near = nearest(name, drill.names)
            fix = f"Did you mean `{{{{{near}}}}}`?" if near else f"The block has {listed(sorted(drill.names))}."
            draft.problems.error("unknown-name", f"The `vars` block defines no `{name}`", place, fix)
        elif name == ANSWER and not may_show_answer:
            fix = "Show it below `---`, in the explanation."
            draft.problems.error("answer-in-question", "The question shows its answer", place, fix)
    return shown
