"""`flashdeck check`: every problem of the card files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click

from flashdeck.commands.context import Context
from flashdeck.commands.manual import AsItIs, Section, settings_table
from flashdeck.commands.options import command
from flashdeck.commands.printing import counted, print_json, warn
from flashdeck.model import Diagnostic, Note, Severity, UserError

FORMATS = ("full", "concise", "json", "github")


def _manual() -> tuple[Section, ...]:
    return (
        Section(
            "DIAGNOSTICS",
            "A diagnostic tells what is wrong, where, and what to do:",
            AsItIs(
                "error[unknown-option]: A card has no class `.reversd`\n"
                " --> cards/gpu.md:9:59\n"
                "  |\n"
                "9 | ## How much HBM does an H100 SXM carry? {#h100-memory .reversd}\n"
                "  |                                                       ^^^^^^^^\n"
                "  |\n"
                "  = help: Did you mean `.reversed`?"
            ),
            [
                ("error", "what the card says cannot be told: it is left out, and all others are asked"),
                ("warning", "it can, though perhaps it is not what you meant; nothing is left out"),
                ("[code]", "the kind of problem, which stays the same from version to version"),
                ("FILE:LINE:COLUMN", "where it stands; columns count characters, from 1"),
                ("help", "what to write instead"),
            ],
            "Until its errors are mended, a file keeps the cards that it had before, and no history is lost.",
        ),
        Section(
            "FORMATS",
            [
                ("full", "with the line and a caret, as above"),
                ("concise", "a line each, as editors and grep like them"),
                ("json", "one object with `diagnostics`, `errors` and `warnings`; also --json"),
                ("github", "annotations of a workflow on GitHub"),
            ],
        ),
        Section("SETTINGS", settings_table("stale-after")),
        Section("SEE ALSO", "`flashdeck help card-files` on how cards are written."),
    )


@command(
    reports=True,
    examples=("flashdeck check", "flashdeck check cards/gpu-specs --format concise"),
    manual=_manual,
)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="full", help="How to print them; full shows the line."
)
def check(context: Context, paths: tuple[str, ...], form: str) -> int:
    """Find every problem of the card files.

    PATH is a card file or a folder: only its problems are reported, though ids are compared with those of the whole
    collection, and questions with those of all other cards. Exit code 1 if any problem is an error; warnings alone do
    not fail. Nothing is written.
    """
    found = _read_all(context)
    if paths:
        found = _within(found, context.root, paths)
    _print(found.diagnostics, "json" if context.json else form, color=context.color)
    for problem in found.unreadable:
        warn(problem)
    if found.files or found.unreadable or paths:
        warn(_summary(found))
    else:
        from flashdeck.commands.nothing import NO_CARDS

        warn(NO_CARDS)
    return int(bool(found.unreadable) or any(d.severity is Severity.ERROR for d in found.diagnostics))


@dataclass(slots=True)
class Found:
    """What the card files hold and which media lie beside them; `unreadable` tells of what could not be read at all."""

    files: list[str] = field(default_factory=list)
    media: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def _read_all(context: Context) -> Found:
    """Compile every card file and compare all of them, without the index: `check` needs none and makes none."""
    from flashdeck.compile import Freshness, Listing, claim, compile_file, link, quoted
    from flashdeck.compile.advice import advice
    from flashdeck.compile.media import file_warnings
    from flashdeck.store.media import media_files, named_media
    from flashdeck.store.texts import deck_of, find_media, in_order, read, walk

    root = context.root
    listed, media = walk(root), media_files(root)
    found = Found(media=[file.path for file in media], unreadable=listed.problems)
    listing = Listing(tuple(found.media))
    freshness = Freshness(context.now.day, context.settings.stale_after_months)
    texts: dict[str, bytes] = {}
    for file in listed.files:
        try:
            raw = texts[file.path] = read(root, file.path)
        except OSError as error:
            listed.leave_out(file.path, error)
            continue

        def exists(name: str, path: str = file.path) -> bool:
            return find_media(root, path, name) is not None

        deck = deck_of(file.path)
        compiled = compile_file(file.path, raw, deck=deck, exists=exists, listing=listing, freshness=freshness)
        found.files.append(file.path)
        found.notes += compiled.notes
        found.diagnostics += compiled.diagnostics
    linked = link([claim(note) for note in found.notes], guids={}, before={})
    found.diagnostics += quoted([*linked.diagnostics, *advice(found.notes)], texts)
    found.diagnostics += file_warnings([(file.path, file.size) for file in media], named_media(root, media))
    place = {file: number for number, file in enumerate(in_order([*found.files, *found.media]))}
    found.diagnostics.sort(key=lambda d: (place[d.span.file], d.span.line, d.span.column))
    return found


def _within(found: Found, root: Path, paths: Iterable[str]) -> Found:
    """What is found in the files that the person named. Raises `UserError` for a path that is not there."""
    targets = []
    for path in paths:
        if not os.path.lexists(path):
            raise UserError(f"There is no `{path}`: name a card file or a folder of card files.", exit_code=2)
        targets.append(Path(path).resolve())
    real = {file: (root / file).resolve() for file in (*found.files, *found.media)}
    chosen = {file for file in real if any(real[file].is_relative_to(target) for target in targets)}
    return Found(
        files=[file for file in found.files if file in chosen],
        media=[file for file in found.media if file in chosen],
        notes=[note for note in found.notes if note.span.file in chosen],
        diagnostics=[diagnostic for diagnostic in found.diagnostics if diagnostic.span.file in chosen],
        unreadable=found.unreadable,
    )


# ---------------------------------------------------------------------------------------------- output


def _print(diagnostics: Sequence[Diagnostic], form: str, *, color: bool) -> None:
    from flashdeck import diagnostics as forms

    if form == "json":
        print_json(forms.as_json(diagnostics))
    elif diagnostics:
        texts: dict[str, Callable[[Sequence[Diagnostic]], str]] = {
            "full": partial(forms.full, color=color),
            "concise": forms.concise,
            "github": forms.github,
        }
        click.echo(texts[form](diagnostics))


def _summary(found: Found) -> str:
    """`2 errors and 1 warning in 3 files`, or `128 cards in 5 files, no problems`."""
    severities = [diagnostic.severity for diagnostic in found.diagnostics]
    counts = [
        counted(number, noun)
        for number, noun in (
            (severities.count(Severity.ERROR), "error"),
            (severities.count(Severity.WARNING), "warning"),
            (len(found.unreadable), "unreadable path"),
        )
        if number
    ]
    if not counts:
        cards = sum(len(note.ordinals) for note in found.notes)
        return f"{counted(cards, 'card')} in {counted(len(found.files), 'file')}, no problems"
    files = {diagnostic.span.file for diagnostic in found.diagnostics}
    return " and ".join(counts) + (f" in {counted(len(files), 'file')}" if files else "")
