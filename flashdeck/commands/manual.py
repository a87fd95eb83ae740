"""Manual pages: what `flashdeck help` shows of a command or a topic.

A page is sections; a section is paragraphs, tables of terms and what they mean, and texts that stand as they are.
What a command declares (usage, options, examples) is read from it, the rest stands beside it as its `manual`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from flashdeck.commands.options import Command

WIDEST = 88
"""Columns of a page at most: longer lines are hard to read."""

_INDENT = 4
_WIDEST_TERM = 24

Term = tuple[str, str]
Block = str | Sequence[Term]


class AsItIs(str):
    """A text whose lines are not flowed."""

    __slots__ = ()


class Section:
    """A title and the blocks below it: a text is flowed, a list of pairs is a table."""

    def __init__(self, title: str, *blocks: Block) -> None:
        self.title = title
        self.blocks = blocks


EXIT_STATUS = Section(
    "EXIT STATUS",
    [
        ("0", "fine"),
        ("1", "problems were found, or it failed for the reason told"),
        ("2", "wrong usage"),
        ("130", "interrupted"),
    ],
)


def page_of(command: Command, click_context: click.Context) -> tuple[Section, ...]:
    """The page of a command: the usual sections, and between them those of its `manual`."""
    name = click_context.command_path
    usage = " ".join((name, *command.collect_usage_pieces(click_context)))
    own, everywhere = command.described_options(click_context)
    first, further = (paragraphs := _paragraphs(command.help or ""))[:1], paragraphs[1:]
    options: list[Block] = [*([own] if own else []), "Of every command, also before its name:", everywhere]
    return (
        Section("NAME", f"{name} - {command.get_short_help_str(limit=200).rstrip('.')}"),
        Section("SYNOPSIS", AsItIs(usage)),
        Section("DESCRIPTION", *(further or first)),
        Section("OPTIONS", *options),
        *command.manual(),
        Section("EXAMPLES", AsItIs("\n".join(command.examples))),
        EXIT_STATUS,
    )


def settings_table(*names: str) -> list[Term]:
    """Settings by their full names, each with what it is for, its range and its default."""
    from flashdeck.config import BY_NAME, Settings, written

    return [
        (name, f"{setting.about}: {setting.range_text} (default {written(Settings().value_of(setting))})")
        for name, setting in ((name, BY_NAME[name]) for name in names)
    ]


def text_of(sections: Iterable[Section], width: int, *, color: bool = False) -> str:
    """The page in lines of at most `width` columns, save those that stand as they are; with titles in bold."""
    formatter = click.HelpFormatter(width=width)
    for section in sections:
        if formatter.getvalue():
            formatter.write("\n")
        formatter.write(f"{click.style(section.title, bold=True) if color else section.title}\n")
        formatter.current_indent = _INDENT
        for number, block in enumerate(section.blocks):
            if number:
                formatter.write("\n")
            _write(formatter, block)
        formatter.current_indent = 0
    return formatter.getvalue()


def _write(formatter: click.HelpFormatter, block: Block) -> None:
    if isinstance(block, AsItIs):
        for line in block.splitlines():
            formatter.write(f"{'':{formatter.current_indent}}{line}".rstrip() + "\n")
    elif isinstance(block, str):
        formatter.write_text(block)
    elif block:
        formatter.width -= _INDENT - 2  # click takes tables for indented by two
        formatter.write_dl(list(block), col_max=_WIDEST_TERM)
        formatter.width += _INDENT - 2


def _paragraphs(help_text: str) -> list[Block]:
    """The paragraphs of a docstring; one that begins with click's mark for it stands as it is."""
    paragraphs: list[Block] = []
    for paragraph in cleandoc(help_text).split("\n\n"):
        if paragraph.startswith("\b\n"):
            paragraphs.append(AsItIs(paragraph.removeprefix("\b\n")))
        elif paragraph:
            paragraphs.append(" ".join(paragraph.split()))
    return paragraphs
