"""How a command declares itself, and the options that every command takes.

The options stand on the group and on each command, so that they may be written before or after the command's name;
the later one wins. What they say is collected in one `Asked`, which all click contexts of a call share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from flashdeck.commands.manual import Section


COMPLETING = "_FLASHDECK_COMPLETE"
"""The variable in which a shell says that it wants a line completed."""


@dataclass(slots=True)
class Asked:
    """What the options of every command said; None or empty where they were not given."""

    collection: str | None = None
    now: datetime | None = None
    color: str = "auto"
    json: bool = False
    accept_retired: bool = False
    overrides: list[tuple[str, str]] = field(default_factory=list)


def asked(click_context: click.Context) -> Asked:
    """The one `Asked` of this call."""
    found: Asked = click_context.meta.setdefault("flashdeck.asked", Asked())
    return found


# ---------------------------------------------------------------------------------------------- the options


def instant(text: str | datetime) -> datetime:
    """An ISO 8601 time with its zone offset, from 1970 to 2999; anything else is wrong usage."""
    if isinstance(text, datetime):
        return text
    example = "write it like 2026-12-01T09:00:00+01:00"
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"'{text}' is not an ISO 8601 time; {example}.") from None
    if found.tzinfo is None:
        raise click.BadParameter(f"'{text}' has no zone offset; {example}.")
    if not 1970 <= found.year <= 2999:
        raise click.BadParameter(f"'{text}' is outside the years 1970 to 2999.")
    return found


def name_value(text: str) -> tuple[str, str]:
    """The two sides of `NAME=VALUE`; wrong usage where there is no `=`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"'{text}' has no `=`; write it like new-per-day=10.")
    return name.strip(), value.strip()


class Everywhere(click.Option):
    """An option of every command; help lists these apart."""


def _remember(click_context: click.Context, option: click.Parameter, value: Any) -> None:
    """A callback that keeps a given option in `Asked`, and leaves alone what was said before where it was not given."""
    if option.name == "overrides":
        asked(click_context).overrides.extend(value or ())
    elif value is not None:
        setattr(asked(click_context), str(option.name), value)


def _complete(what: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Completion by the function of that name in `completing`, which is loaded when it is asked."""

    def complete(click_context: click.Context, option: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from flashdeck.commands import completing

        found: list[CompletionItem] = getattr(completing, what)(click_context, option, incomplete)
        return found

    return complete


def _everywhere(*, variables: bool) -> list[click.Option]:
    """The options of every command; only the group's read the environment `variables`."""
    common: dict[str, Any] = {"expose_value": False, "callback": _remember, "default": None}
    return [
        Everywhere(
            ["--collection"],
            metavar="DIR",
            shell_complete=_complete("folder"),
            envvar="FLASHDECK_COLLECTION" if variables else None,
            help="The folder that holds cards/ (or FLASHDECK_COLLECTION); else the nearest one upwards.",
            **common,
        ),
        Everywhere(
            ["--now"],
            type=instant,
            metavar="TIME",
            envvar="FLASHDECK_NOW" if variables else None,
            help="Take this as the time, ISO 8601 with zone offset (or FLASHDECK_NOW).",
            **common,
        ),
        Everywhere(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            help="Colour the output; auto asks the terminal, NO_COLOR and FORCE_COLOR.",
            **common,
        ),
        Everywhere(
            ["--set", "overrides"],
            type=name_value,
            metavar="NAME=VALUE",
            shell_complete=_complete("settings"),
            multiple=True,
            help="Override a setting for this call; may be repeated.",
            **common,
        ),
        Everywhere(
            ["--accept-retired"],
            is_flag=True,
            flag_value=True,
            help="Let notes whose text is gone retire, however many they are.",
            **common,
        ),
    ]


def _json(kind: type[click.Option], about: str) -> click.Option:
    return kind(
        ["--json"], is_flag=True, flag_value=True, default=None, expose_value=False, callback=_remember, help=about
    )


def group_options() -> list[click.Option]:
    """The options that stand before a command's name."""
    return [*_everywhere(variables=True), _json(Everywhere, "Print JSON, where the command reports something.")]


# ---------------------------------------------------------------------------------------------- the command


class Command(click.Command):
    """A click command whose help ends in examples and lists the options of every command apart."""

    def __init__(
        self,
        name: str | None,
        *,
        callback: Callable[..., int | None],
        examples: Sequence[str],
        reports: bool,
        manual: Callable[[], Sequence[Section]] = tuple,
        **more: Any,
    ) -> None:
        super().__init__(name, callback=callback, **more)
        self.function = callback
        self.examples = tuple(examples)
        self.reports = reports
        self.manual = manual

    def described_options(self, ctx: click.Context) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """The command's own options and those of every command, each as it is written and what it does."""
        own: list[tuple[str, str]] = []
        everywhere: list[tuple[str, str]] = []
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                (everywhere if isinstance(parameter, Everywhere) else own).append(record)
        return own, everywhere

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The command's own options, then those of every command."""
        own, everywhere = self.described_options(ctx)
        for title, records in (("Options", own), ("Options of every command", everywhere)):
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        """The examples, one a line, as they are typed."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command with its `Context`; `--json` is refused where nothing is reported."""
        from flashdeck.commands.context import Context

        said = asked(ctx)
        if said.json and not self.reports:
            raise click.UsageError(f"`{ctx.info_name}` reports nothing: it has no --json.", ctx)
        context = Context(
            said.collection,
            said.now,
            said.color,
            tuple(said.overrides),
            json=said.json,
            accept_retired=said.accept_retired,
        )
        ctx.color = context.color
        return ctx.invoke(self.function, context, **ctx.params)


def command(
    *, examples: Sequence[str], reports: bool = False, manual: Callable[[], Sequence[Section]] = tuple
) -> Callable[[Callable[..., int | None]], Command]:
    """Make a function a command: `function(context, **its own parameters)`, returning its exit code (None is 0).

    Its click options and arguments stand below this decorator as usual, its docstring is the help, whose first
    sentence is the short help in the table of `cli.py`. `reports` gives it `--json` (read `context.json`). `manual`
    makes the sections that its page in `flashdeck help` has besides the usual ones.
    """

    def declare(function: Callable[..., int | None]) -> Command:
        name = function.__name__.rstrip("_").replace("_", "-")
        made = click.command(name, cls=Command, examples=examples, reports=reports, manual=manual)(function)
        if reports:
            made.params.append(_json(click.Option, "Print one JSON object."))
        made.params.extend(_everywhere(variables=False))
        return made

    return declare
