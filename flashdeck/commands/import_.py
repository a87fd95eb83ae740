"""`flashdeck import`: notes, media and progress from Anki."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from flashdeck.commands.context import Context
from flashdeck.commands.manual import Section
from flashdeck.commands.options import command
from flashdeck.commands.printing import counted, print_json, say, shown_path, warn

if TYPE_CHECKING:
    from flashdeck.anki.adopting.report import Report


def _manual() -> tuple[Section, ...]:
    return (
        Section(
            "FROM ANKI",
            "FILE is what Anki writes with File, Export: a deck package (.apkg) or a collection package (.colpkg), of "
            "any version, or the collection.anki2 of a profile while Anki is closed. Tick “Include scheduling "
            "information” there to bring progress along, and “Include media” for pictures and sound.",
            "Each deck becomes a card file, the decks above it folders. A note keeps the id by which Anki knows it; on "
            "the way back Anki updates what lies there under flashdeck's note types, and of others the report of "
            "export says what to do. Anki's own note types become basic, reversed, typed and cloze cards; "
            "of any other the fields are kept below each other, by name, and the report says so.",
        ),
        Section(
            "A SECOND TIME",
            "The same file adds nothing. Of a newer one only what is new is added: notes, answers, and the texts that "
            "were changed in Anki and not here. A text changed in both places stays as it is here, and is reported.",
            "With --progress-only no card file is touched: the answers given in Anki to cards that were exported from "
            "here join the review log, so that the next review knows what the phone did.",
        ),
        Section(
            "FILES",
            [
                ("cards/", "a file for each deck, and media/ with pictures and sound"),
                (".flashdeck/log/", "what was answered in Anki, and where each card stands"),
            ],
        ),
    )


@command(
    reports=True,
    examples=(
        "flashdeck import anatomy.apkg",
        "flashdeck import collection.colpkg --dry-run",
        "flashdeck import phone.apkg --progress-only",
    ),
    manual=_manual,
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--progress-only", is_flag=True, help="Only answers to cards that were exported from here.")
@click.option("--dry-run", "is_dry", is_flag=True, help="Only report; write nothing.")
@click.option("--force", is_flag=True, help="Write although the clock was set back.")
def import_(context: Context, *, file: Path, progress_only: bool, is_dry: bool, force: bool) -> None:
    """Take notes, media and progress from an Anki package or collection.

    FILE is an .apkg, a .colpkg or a collection.anki2. Notes become card files, media are copied, schedules and history
    join the review log. All of it or nothing; the same file again adds nothing.
    """
    from flashdeck.anki.adopting.adopt import adopt, adopt_progress
    from flashdeck.commands.progress import Progress

    progress = Progress()
    with context.collection() as collection:
        if not is_dry:
            context.see_that_the_clock_is_right(collection, force=force)
        take = adopt_progress if progress_only else adopt
        try:
            report = take(collection, file, context.offset_at, is_dry=is_dry, track=progress)
        finally:
            progress.clear()
    for warning in report.warnings:
        warn(warning)
    if context.json:
        print_json(report.as_json())
    else:
        _tell(report, is_dry=is_dry)


def _tell(report: Report, *, is_dry: bool) -> None:
    would = "would be " if is_dry else ""
    what = [
        f"{counted(len(keys), 'note')} {would}{done}"
        for done, keys in (("added", report.new), ("updated", report.updated))
        if keys
    ]
    if report.reviews:
        what.append(f"{counted(report.reviews, 'answer')} {would}added to the log")
    if report.media:
        what.append(f"{counted(report.media, 'media file')} {would}copied")
    if report.unchanged:
        what.append(f"{counted(len(report.unchanged), 'note')} {'stay' if len(report.unchanged) > 1 else 'stays'}")
    say(f"{shown_path(report.file)}: {', '.join(what) or 'nothing that is new here'}.")
    for path in report.files:
        say(f"  {path}")
