"""`flashdeck simulate`: what a scheduler would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from flashdeck.commands import completing
from flashdeck.commands.context import Context
from flashdeck.commands.manual import Section, settings_table
from flashdeck.commands.options import asked, command
from flashdeck.commands.printing import print_json, say
from flashdeck.commands.table import table, terminal_width
from flashdeck.config import BY_NAME, SCHEDULERS, Settings, plain
from flashdeck.config.values import duration
from flashdeck.model import Card, CardKey, Rating, Schedule, UserError

if TYPE_CHECKING:
    from flashdeck.schedule.simulate import SimulatedAnswer


def _override(click_context: click.Context, _: click.Parameter, name: str | None) -> None:
    """`--scheduler NAME` is `--set scheduler=NAME`."""
    if name is not None:
        asked(click_context).overrides.append(("scheduler", name))


def _manual() -> tuple[Section, ...]:
    return (
        Section(
            "RATINGS",
            [
                ("again, hard, good, easy", "the answer"),
                ("RATING@DELAY", "given so long after the answer before it; without a delay, when the card is due"),
            ],
            "A DELAY is a whole number with s, m, h or d: 30s, 10m, 2h, 3d. That of the first answer counts from the "
            "last answer of --card or --from; a new card has none. An answer on the study day of the one before is a "
            "repeat, which sm2 does not count.",
        ),
        Section(
            "COLUMNS",
            [
                ("DAY", "the study day of the answer; the first is 0"),
                ("INTERVAL", "until the card comes back: days, or a step of learning"),
                ("DUE", "the day on which that is"),
                ("AGAIN HARD GOOD EASY", "what each of them would have given instead"),
            ],
        ),
        Section(
            "SCHEDULES",
            "--from takes a JSON object; what is left out is as usual:",
            [
                ("state", "new, learning, review or relearning"),
                ("interval_days", "in review, and to return to in relearning"),
                ("interval_seconds", "the step of learning and relearning, with remaining_steps"),
                ("ease", "such as 2.5"),
                ("repetitions, lapses", "how often it was known in a row, and forgotten"),
                ("stability, difficulty", "what fsrs remembers of a card"),
            ],
        ),
        Section("SETTINGS", "Any of `flashdeck help settings`, by --set.", settings_table("scheduler")),
    )


@command(
    manual=_manual,
    reports=True,
    examples=(
        "flashdeck simulate good good again good@3d",
        "flashdeck simulate good good again good@3d --scheduler anki --set relearning-steps=10m",
        'flashdeck simulate good --from \'{"interval_days": 10, "ease": 2.5}\' --json',
    ),
)
@click.argument("ratings", metavar="RATING[@DELAY]...", nargs=-1, required=True, shell_complete=completing.ratings)
@click.option(
    "--scheduler",
    type=click.Choice(SCHEDULERS),
    expose_value=False,
    callback=_override,
    help="Another scheduler than the settings name.",
)
@click.option(
    "--card",
    "name",
    metavar="CARD",
    shell_complete=completing.cards,
    help="Start from this card as it stands: KEY or KEY:ORDINAL.",
)
@click.option("--from", "start", metavar="JSON", help="Start from this schedule.")
def simulate(context: Context, ratings: tuple[str, ...], name: str | None, start: str | None) -> None:
    """Show what a scheduler would do with a row of answers.

    RATING is again, hard, good or easy. Each answer comes when the card is due, or after a DELAY since the one before:
    a whole number with s, m, h or d. Nothing is written, and no collection is needed but for --card.
    """
    from flashdeck.schedule.notation import parse_schedule, parse_step
    from flashdeck.schedule.scheduler import scheduler
    from flashdeck.schedule.simulate import simulate as play

    if name is not None and start is not None:
        raise click.UsageError("--card and --from both say where to start: give one of them.")
    settings, schedule = context.loaded_anywhere.settings, Schedule()
    key: CardKey | None = None
    if name is not None:
        card, schedule = _card_named(name, context)
        settings, key = settings.for_deck(card.note.deck), card.key
    try:
        schedule = parse_schedule(start, settings.scheduler) if start is not None else schedule
        steps = [parse_step(rating) for rating in ratings]
        answers = play(scheduler(settings), steps, context.instant, settings.rollover, schedule, card=key)
    except ValueError as error:
        raise UserError(str(error), exit_code=2) from None
    if context.json:
        _print_json(settings, answers)
    else:
        for line in table([HEAD, *map(_row, answers)], terminal_width(), right=range(2, len(HEAD))):
            say(line)


def _card_named(name: str, context: Context) -> tuple[Card, Schedule]:
    """The card of `KEY` or `KEY:ORDINAL`, and where it stands."""
    with context.collection() as collection:
        cards = {f"{entry.card.note.key}:{entry.card.ordinal}": entry for entry in collection.entries()}
    full_name = name if ":" in name else f"{name}:0"
    if full_name in cards:
        return cards[full_name].card, cards[full_name].schedule
    from difflib import get_close_matches

    near = get_close_matches(full_name, cards, n=1)
    way_out = f"did you mean `{near[0].removesuffix(':0')}`?" if near else "`flashdeck cards` lists them."
    raise UserError(f"There is no card `{name}`; {way_out}")


# ---------------------------------------------------------------------------------------------- output

HEAD = ("ANSWER", "STATE", "DAY", "INTERVAL", "DUE", "EASE", "LAPSES", *(rating.upper() for rating in Rating))


def _row(answer: SimulatedAnswer) -> tuple[str, ...]:
    """What the answer made of the card, and how long until it comes back under each rating."""
    after = answer.schedule
    return (
        answer.rating.value,
        f"{after.state}, leech" if after.leech else after.state.value,
        str(answer.at_day),
        _interval(after),
        "-" if after.due is None else str((after.due - answer.day_0).days),
        f"{after.ease / 1000:.2f}" if after.ease else "-",
        str(after.lapses),
        *(_interval(answer.offers[rating]) for rating in Rating),
    )


def _interval(schedule: Schedule) -> str:
    """The step of a card that is at one, else the days."""
    return duration(schedule.step) if schedule.step else f"{schedule.interval}d"


def _print_json(settings: Settings, answers: list[SimulatedAnswer]) -> None:
    from flashdeck.schedule.simulate import answer_json

    in_force: dict[str, Any] = {name: plain(settings.value_of(setting)) for name, setting in BY_NAME.items()}
    print_json(
        {"scheduler": settings.scheduler, "settings": in_force, "answers": [answer_json(answer) for answer in answers]}
    )
