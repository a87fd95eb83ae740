"""A text with deletions: one card for each number."""

from __future__ import annotations

import re

from flashdeck.compile.deletions import deletions, has_deletions
from flashdeck.compile.draft import Draft, joined
from flashdeck.compile.source import Passage
from flashdeck.model import Card, Deletion, Note, NoteType

_SCOPED = re.compile(
    r"""
    (?: (?: std | torch | at | c10 | cuda | cub | thrust | cutlass | cute | boost | absl ) ::\w[^\s{}]*+
      | [A-Za-z_]\w*+ :: (?: \w*_\w*+ | \w*[a-z][A-Z]\w*+ | \w++ (?= [<(] ) ) (?: <[^\s{}]*+ | \([^{}]*+ )?+
    )
    """,
    re.VERBOSE,
)
"""A name in a name space, which no one writes for an answer and its hint."""


def is_meant(draft: Draft) -> bool:
    """Whether a deletion, or what was meant as one, stands anywhere in the card."""
    passages = (draft.heading, draft.above, draft.below)
    return any(has_deletions(passage.text) for passage in passages if passage)


def notes(draft: Draft) -> list[Note]:
    """The note of a card whose text holds deletions, unless one of them is wrong."""
    text, extra = (draft.below, None) if draft.above is None else (draft.above, draft.below)
    errors = draft.problems.errors
    refuse_in_heading(draft)
    if extra:
        _refuse(draft, extra, "cloze-below-border", "the extra below `---`", "Move it above `---`.")
    if not draft.heading.text.strip():
        draft.error("empty-front", "This card has no heading", "Write behind `##` what the text is about.")
    found, flaws = deletions(text.text)
    for flaw in flaws:
        draft.problems.error(flaw.code, flaw.message, text.place(flaw.start, flaw.end), flaw.fix)
    if not found and draft.problems.errors == errors:
        fix = "Hide a part of its text with `{{c1::…}}`, or mark the card `.basic`."
        draft.error("cloze-without-deletion", "This card holds no deletion", fix)
    if draft.problems.errors > errors:
        return []
    _warn_of_code(draft, text, found)
    numbers = sorted({deletion.number for deletion in found})
    note = draft.note(
        NoteType.CLOZE,
        front=text.text,
        back=extra.text if extra else "",
        context=draft.heading.text,
        deletions=found,
        ordinals=tuple(number - 1 for number in numbers),
    )
    return [note]


def refuse_in_heading(draft: Draft) -> None:
    """Reports each deletion of the heading, which is shown above every question."""
    _refuse(draft, draft.heading, "cloze-in-heading", "the heading", "Move it into the text below.")


def _warn_of_code(draft: Draft, text: Passage, found: tuple[Deletion, ...]) -> None:
    """Warns of a hint that is glued to its answer and reads like the rest of a name: `{{c1::std::move}}`."""
    for each in found:
        inside = text.text[each.answer_start : each.end - 2]
        if each.hint and _SCOPED.fullmatch(inside):
            opening = text.text[each.start : each.answer_start]
            answer = text.text[each.answer_start : each.answer_end]
            fix = (
                f"Write {opening}`{inside}`}}}} for code, or `{opening}{answer}:: {each.hint}}}}}` if a hint is meant."
            )
            message = f"`{each.hint}` is the hint of this deletion, though it looks like code"
            draft.problems.warning("hint-like-code", message, text.place(each.answer_end, each.end - 2), fix)


def _refuse(draft: Draft, passage: Passage, code: str, where: str, fix: str) -> None:
    if has_deletions(passage.text):
        found, flaws = deletions(passage.text)
        places = [(each.start, each.answer_start) for each in found] + [(each.start, each.end) for each in flaws]
        for place in places:
            draft.problems.error(code, f"A deletion stands in {where}", passage.place(*place), fix)


def cards(note: Note) -> tuple[Card, ...]:
    """For each number the text with its deletions hidden, and the whole text with the extra."""
    back = joined((_shown(note.front, note.deletions, None), note.back))
    return tuple(
        Card(note, ordinal, joined((note.context, _shown(note.front, note.deletions, ordinal + 1))), back)
        for ordinal in note.ordinals
    )


def _shown(text: str, found: tuple[Deletion, ...], hidden: int | None) -> str:
    """The text with the deletions of number `hidden` as `[...]` or `[hint]`, and all others plain."""
    cuts: list[tuple[int, int, str]] = []
    behind = 0
    for deletion in found:
        if deletion.start < behind:
            continue  # it stands inside a hidden one
        if deletion.number == hidden:
            cuts.append((deletion.start, deletion.end, f"[{deletion.hint or '...'}]"))
            behind = deletion.end
        else:
            cuts.append((deletion.start, deletion.answer_start, ""))
            cuts.append((deletion.answer_end, deletion.end, ""))
    pieces, at = [], 0
    for start, end, shown in sorted(cuts):
        pieces += [text[at:start], shown]
        at = end
    return "".join([*pieces, text[at:]])
