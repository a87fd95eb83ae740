"""What is offered at Tab, as the scripts of the shells ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from flashdeck.cli import COMMANDS, main
from flashdeck.commands.completing import STATES
from flashdeck.config import BY_NAME
from flashdeck.store import query
from tests.commands.calls import call, review, tree, write

TABLE = """\
## Accelerators {#acc .table}

| GPU  | Memory | TDP   |
|------|--------|-------|
| H100 | 80 GB  | 700 W |
| H200 | 141 GB | 700 W |
"""


@pytest.fixture
def indexed(gpu: Path) -> Path:
    """Two decks, one of them below another, a tag with a part, a table, a deck with a space, a card without an id."""
    write(gpu / "cards" / "data centre.md", "---\ntags: [dc::power]\n---\n\n## PUE? {#pue}\n\n1.1\n")
    write(gpu / "cards" / "table.md", TABLE)
    write(gpu / "cards" / "unnamed.md", "## No id?\n\nNone.\n")
    call("due")
    return gpu


def ask(line: str, shell: str = "fish", **env: str) -> str:
    """What the program answers to a shell whose line this is."""
    asking = {"_FLASHDECK_COMPLETE": f"{shell}_complete", "COMP_LINE": line, **env}
    result = CliRunner().invoke(main, [], prog_name="flashdeck", env=asking)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.removesuffix("\n")


def offered(line: str) -> list[str]:
    """The values."""
    return [item.partition("\t")[0].partition(",")[2] for item in ask(line).splitlines()]


def test_commands_and_options(folder: Path) -> None:
    """Each with what it is for."""
    assert offered("flashdeck ") == list(COMMANDS)
    assert ask("flashdeck rev") == "plain,review\tReview today's cards."
    assert offered("flashdeck review --pl") == ["--plain"]
    assert set(offered("flashdeck review --")) >= {"--plain", "--tag", "--set", "--help"}
    assert offered("flashdeck check --format c") == ["concise"]


def test_days_with_a_backup(gpu: Path) -> None:
    """The newest first; none where there is none."""
    assert offered("flashdeck doctor --restore ") == []
    for day in ("2026-12-01", "2026-12-02"):
        review(" 3q", now=f"{day}T09:00:00+00:00")
    assert offered("flashdeck doctor --restore ") == ["2026-12-02", "2026-12-01"]
    assert offered("flashdeck doctor --restore 2026-12-01") == ["2026-12-01"]


@pytest.mark.parametrize("command", ["review", "export", "stats", "review gpu"])
def test_decks(indexed: Path, command: str) -> None:
    """Also those above a deck, whatever their case."""
    assert offered(f"flashdeck {command} ") == ["data centre", "gpu", "net", "net::ring", "table", "unnamed"]
    assert offered(f"flashdeck {command} NET") == ["net", "net::ring"]
    assert offered(f"flashdeck {command} net::") == ["net::ring"]


def test_tags(indexed: Path) -> None:
    """As the value of an option, apart from its name or not."""
    assert offered("flashdeck review --tag ") == ["dc", "dc::power", "gpu"]
    assert offered("flashdeck review --tag=dc") == ["--tag=dc", "--tag=dc::power"]


def test_queries(indexed: Path) -> None:
    """The prefixes, and behind them decks, tags and states; a name with spaces as a query takes it."""
    assert offered("flashdeck cards ") == ["deck:", "tag:", "is:"]
    assert offered("flashdeck cards h100 d") == ["deck:"]
    assert offered("flashdeck cards deck:net::") == ["deck:net::ring"]
    assert offered("flashdeck cards deck:da") == ['deck:"data centre"']
    assert offered("flashdeck cards 'deck:\"da") == ['deck:"data centre"']
    assert offered("flashdeck cards tag:g") == ["tag:gpu"]
    assert offered("flashdeck cards is:su") == ["is:suspended"]
    assert offered("flashdeck cards word:") == []
    assert call("cards", *offered("flashdeck cards deck:da")).stdout.split()[4:5] == ["pue"]


def test_the_states_are_those_of_the_store() -> None:
    """Which cannot be asked at Tab: that would take too long."""
    assert set(STATES) == set(query.STATES)


@pytest.mark.parametrize("command", ["suspend", "simulate good --card", "set-due --days 3 ring"])
def test_cards(indexed: Path, command: str) -> None:
    """By key and ordinal; those of a table part by part; those without an id only when asked for."""
    named = [name for name in offered(f"flashdeck {command} ") if name not in ("deck:", "tag:", "is:")]
    assert named == ["pue", "h100-memory", "reduce-scatter", "reduce-scatter:1", "ring", "ring:1", "acc/"]
    assert offered(f"flashdeck {command} acc/") == ["acc/h100/", "acc/h200/"]
    assert offered(f"flashdeck {command} acc/h100/") == ["acc/h100/memory", "acc/h100/tdp"]
    assert offered(f"flashdeck {command} ring:") == ["ring:1"]
    assert [name[:1] for name in offered(f"flashdeck {command} '~")] == ["~"]
    assert ask(f"flashdeck {command} h1") == "plain,h100-memory\tHow much HBM does an H100 SXM carry?"


def test_settings(folder: Path) -> None:
    """Before and behind the name of the command; the values where they are words."""
    assert offered("flashdeck --set ") == [f"{name}=" for name in BY_NAME]
    assert offered("flashdeck due --set new-o") == ["new-order="]
    assert offered("flashdeck due --set=new-o") == ["--set=new-order="]
    assert offered("flashdeck due --set new-order=") == ["new-order=file", "new-order=shuffled"]
    assert offered("flashdeck due --set scheduler=f") == ["scheduler=fsrs"]
    assert offered("flashdeck due --set bury-siblings=t") == ["bury-siblings=true"]
    assert offered("flashdeck due --set new-per-day=") == []


def test_other_arguments(folder: Path) -> None:
    """Schedulers, ratings, topics, shells, and what the shell knows itself."""
    assert offered("flashdeck simulate --scheduler ") == ["sm2", "anki", "fsrs"]
    assert offered("flashdeck simulate good a") == ["again"]
    assert offered("flashdeck help c") == ["check", "cards", "config", "completion", "card-files"]
    assert offered("flashdeck completion ") == ["bash", "zsh", "fish"]
    assert ask("flashdeck check ca") == "file,ca"
    assert ask("flashdeck --collection ca") == "dir,ca"


def test_the_collection_is_found_as_the_command_finds_it(indexed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By option, by environment, and upwards from here."""
    (indexed / "elsewhere").mkdir()
    monkeypatch.chdir(indexed / "elsewhere")
    assert "gpu" in offered("flashdeck review ")
    monkeypatch.chdir("/")
    assert offered("flashdeck review ") == []
    assert "gpu" in offered(f"flashdeck --collection '{indexed}' review ")
    assert "gpu" in offered(f"flashdeck review --collection '{indexed}' ")
    monkeypatch.setenv("FLASHDECK_COLLECTION", str(indexed))
    assert "gpu" in offered("flashdeck review ")


@pytest.mark.parametrize(
    "line",
    [
        "flashdeck nothing-like-this ",
        "flashdeck review --no-such-option ",
        "flashdeck --about ",
        "flashdeck --version ",
        "flashdeck --now yesterday review ",
        "flashdeck --collection /no/such/folder review ",
        "flashdeck review 'unclosed \"",
        "flashdeck cards \\",
        "flashdeck",
        "",
    ],
)
def test_nothing_is_ever_said(folder: Path, line: str) -> None:
    """Of an error there is no word, and no code, on a line that is not yet done."""
    for shell in ("bash", "zsh", "fish"):
        ask(line, shell)


def test_nothing_is_compiled_or_written(gpu: Path) -> None:
    """Cards that were never indexed are not known yet."""
    before = tree(gpu)
    assert offered("flashdeck review ") == []
    assert tree(gpu) == before
    call("due")
    write(gpu / "cards" / "new.md", "## New? {#new}\n\nYes.\n")
    before = tree(gpu)
    assert "new" not in offered("flashdeck review ")
    assert tree(gpu) == before


def test_a_name_cannot_send_escapes(gpu: Path) -> None:
    """What a terminal would obey is not offered."""
    write(gpu / "cards" / "odd.md", '---\ndeck: "x\\e[2J"\n---\n\n## Q \x1b[2J? {#q}\n\nA.\n')
    call("due")
    assert "\x1b" not in ask("flashdeck review ")
    assert ask("flashdeck suspend q") == "plain,q\tQ [2J?"


@pytest.mark.parametrize(
    ("line", "word", "replacement"),
    [
        ("flashdeck review net::", "", "ring"),
        ("flashdeck review net::r", "r", "ring"),
        ("flashdeck cards deck:net::r", "r", "ring"),
        ("flashdeck cards 'deck:net::r", "deck:net::r", "deck:net::ring"),
        ("flashdeck review --tag=dc::p", "p", "power"),
        ("flashdeck due --set=new-order=f", "f", "file"),
        ("flashdeck review data\\ c", "data\\ c", "data centre"),
    ],
)
def test_bash_is_given_what_it_takes_for_the_word(indexed: Path, line: str, word: str, replacement: str) -> None:
    """It breaks words at `:` and `=`, except in quotes, and replaces only what stands behind."""
    assert ask(line, "bash", COMP_WORD=word) == f"plain,{replacement}"


def test_zsh_is_given_three_lines(indexed: Path) -> None:
    """Colons of the value stand apart from that before the description."""
    assert ask("flashdeck review net::", "zsh") == "plain\nnet\\:\\:ring\n"
    assert ask("flashdeck undo --js", "zsh") == "plain\n--json\n:Print one JSON object."


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed(folder: Path, shell: str) -> None:
    """And the help says where it goes."""
    script = call("completion", shell).stdout
    assert f"_FLASHDECK_COMPLETE={shell}_complete" in script
    assert "flashdeck" in script
    assert f"flashdeck completion {shell}" in call("completion", "--help").stdout
