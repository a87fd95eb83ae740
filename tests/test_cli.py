"""The group: its table, the options of every command, and the one place where failures become exit codes."""

from __future__ import annotations

import importlib
import json
import os
import shlex
import signal
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import flashdeck
from flashdeck import cli
from flashdeck.cli import ABOUT, COMMANDS, main, module_name
from flashdeck.commands.options import Command, command
from flashdeck.model import UserError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A collection with one card, which is the working directory."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "a.md").write_text("## Q?\n\nA.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="flashdeck")


def spawn(*arguments: str, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "flashdeck", *arguments],
        cwd=cwd,
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
    )


def settings(*arguments: str) -> dict[str, Any]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return {setting["name"]: setting["value"] for setting in json.loads(result.stdout)["settings"]}


def loaded(name: str) -> Command:
    module = module_name(name)
    found = getattr(importlib.import_module(f"flashdeck.commands.{module}"), module)
    assert isinstance(found, Command)
    return found


# ---------------------------------------------------------------------------------------------- the table


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_says_what_the_command_says(name: str) -> None:
    """The one-line help in the table is the first sentence of the command's own help."""
    assert COMMANDS[name] == loaded(name).get_short_help_str(limit=200)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_shows_two_examples(name: str) -> None:
    """At least; examples of this command, in the help as they are typed."""
    examples = loaded(name).examples
    assert len(examples) >= 2
    shown = run(name, "--help").output
    for example in examples:
        assert f"flashdeck {name}" in example
        assert f"\n  {example}\n" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_are_right_usage(name: str) -> None:
    """Each example parses."""
    for example in loaded(name).examples:
        arguments = shlex.split(example.partition(f"flashdeck {name}")[2])
        with click.Context(main, info_name="flashdeck") as parent:
            loaded(name).make_context(name, arguments, parent=parent)


def test_help_names_every_command() -> None:
    """In the order of the table, each with its line."""
    shown = run("--help").output
    lines = [
        line.split()[0]
        for line in shown.split("Commands:\n")[1].splitlines()
        if line.startswith("  ") and line[2] != " "
    ]
    assert lines[: len(COMMANDS)] == list(COMMANDS)


def test_help_of_a_command_lists_the_shared_options_apart() -> None:
    """What every command takes does not hide what this one takes."""
    shown = run("undo", "--help").output
    own, everywhere = shown.split("Options of every command:\n")
    assert "--json" in own
    assert "--now" not in own
    assert all(option in everywhere for option in ("--collection", "--now", "--color", "--set"))


def test_version_and_about() -> None:
    """The credit that SuperMemo asks for, word for word."""
    assert run("--version").output == f"flashdeck {flashdeck.__version__}\n"
    about = run("--about")
    assert (about.output, about.exit_code) == (ABOUT + "\n", 0)
    credit = "Algorithm SM-2, (C) Copyright SuperMemo World, 1991. www.supermemo.com, www.supermemo.eu"
    assert credit in about.output.splitlines()


def test_an_unknown_command_is_wrong_usage_with_the_nearest_name() -> None:
    """Exit code 2, and what the person may have meant."""
    near, far = run("deu"), run("zzz")
    assert (near.exit_code, far.exit_code) == (2, 2)
    assert near.stderr.endswith("Error: No such command 'deu'. Did you mean 'due'?\n")
    assert far.stderr.endswith("Error: No such command 'zzz'. 'flashdeck --help' lists them.\n")


# ---------------------------------------------------------------------------------------------- shared options


@pytest.mark.parametrize("arguments", [("--json", "config"), ("config", "--json"), ("--json", "config", "--json")])
def test_json_stands_before_or_after_the_name(folder: Path, arguments: tuple[str, ...]) -> None:
    """Both places mean the same."""
    assert settings(*arguments)["new-per-day"] == 20


def test_json_is_refused_where_nothing_is_reported(folder: Path) -> None:
    """Rather than ignored."""
    result = run("--json", "init", "new")
    assert result.exit_code == 2
    assert "`init` reports nothing: it has no --json." in result.stderr
    assert not (folder / "new").exists()


def test_set_before_and_after_the_name(folder: Path) -> None:
    """All of them hold, and of two for one setting the later."""
    found = settings("--set", "new-per-day=1", "--set", "max-interval=9", "config", "--set", "new-per-day=2", "--json")
    assert (found["new-per-day"], found["max-interval"]) == (2, 9)


def test_set_without_a_value_is_wrong_usage(folder: Path) -> None:
    """The message shows how to write it."""
    result = run("config", "--set", "new-per-day")
    assert result.exit_code == 2
    assert "'new-per-day' has no `=`; write it like new-per-day=10." in result.stderr


def test_the_later_collection_holds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the name beats before it, and both beat the environment."""
    for name in ("one", "two", "three"):
        (folder / name / "cards").mkdir(parents=True)

    def place(*arguments: str) -> str:
        return str(json.loads(run(*arguments).stdout)["collection"])

    assert place("config", "--json") == str(folder)
    monkeypatch.setenv("FLASHDECK_COLLECTION", "one")
    assert place("config", "--json") == "one"
    assert place("--collection", "two", "config", "--json") == "two"
    assert place("--collection", "two", "config", "--json", "--collection", "three") == "three"


def test_now_needs_a_zone_offset(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time without one is a guess, in an option as in the environment: exit code 2."""
    for arguments in (("--now", "2026-12-01T09:00", "config"), ("config", "--now", "2026-12-01T09:00")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "'2026-12-01T09:00' has no zone offset; write it like 2026-12-01T09:00:00+01:00." in result.stderr
    assert "'soon' is not an ISO 8601 time" in run("config", "--now", "soon").stderr
    assert "outside the years 1970 to 2999" in run("config", "--now", "9999-12-31T23:59:59-14:00").stderr
    monkeypatch.setenv("FLASHDECK_NOW", "2026-12-01T09:00")
    assert run("config").exit_code == 2


@pytest.mark.parametrize("arguments", [("--now", "{}", "due", "--json"), ("due", "--json", "--now", "{}")])
def test_now_stands_before_or_after_the_name(folder: Path, arguments: tuple[str, ...]) -> None:
    """And is taken with its own offset: before the rollover there it is still the day before."""
    time = "2026-12-01T03:30:00+09:00"
    report = json.loads(run(*(argument.format(time) for argument in arguments)).stdout)
    assert (report["now"], report["study_day"]) == (time, "2026-11-30")


@pytest.mark.parametrize(
    ("environment", "arguments", "colored"),
    [
        ({}, (), False),
        ({}, ("--color", "always"), True),
        ({"FORCE_COLOR": "1"}, (), True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, (), False),
        ({"FORCE_COLOR": "1"}, ("--color", "never"), False),
        ({"NO_COLOR": "1"}, ("--color", "always"), True),
    ],
)
def test_color(folder: Path, environment: dict[str, str], arguments: tuple[str, ...], colored: bool) -> None:  # noqa: FBT001 (a column of the table)
    """The option beats NO_COLOR, which beats FORCE_COLOR, which beats that this is no terminal."""
    (folder / "cards" / "a.md").write_text("## Q? {.nonsense}\n\nA.\n", encoding="utf-8")
    plain = {"NO_COLOR": "", "FORCE_COLOR": ""}
    shown = spawn(*arguments, "check", cwd=folder, env={**plain, **environment}).stdout
    assert (b"\x1b[" in shown) == colored


# ---------------------------------------------------------------------------------------------- failures


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], Result]:
    """Run a command that raises what it is given."""

    def call(error: BaseException) -> Result:
        def fail(context: object) -> None:
            raise error

        module = types.ModuleType("flashdeck.commands.fail")
        module.fail = command(examples=())(fail)  # type: ignore[attr-defined]  # a module made here has no declared names
        monkeypatch.setitem(sys.modules, "flashdeck.commands.fail", module)
        monkeypatch.setitem(cli.COMMANDS, "fail", "Fail.")
        return run("fail")

    return call


def test_a_failure_that_a_person_can_cause(failing: Callable[[BaseException], Result]) -> None:
    """One sentence on stderr with the program's name, nothing on stdout, and the error's own exit code."""
    result = failing(UserError("There is no deck `gpus`: did you mean `gpu`?", exit_code=1))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "flashdeck: There is no deck `gpus`: did you mean `gpu`?\n"
    assert failing(UserError("x", exit_code=2)).exit_code == 2


def test_a_sentence_cannot_be_obeyed_by_the_terminal(failing: Callable[[BaseException], Result]) -> None:
    """A file's name may stand in it."""
    assert failing(UserError("no deck \x1b[2J\n")).stderr == "flashdeck: no deck ␛[2J␊\n"


def test_a_bug_stays_a_traceback(failing: Callable[[BaseException], Result]) -> None:
    """What nobody foresaw is not hidden behind a sentence."""
    for error in (KeyError("deck"), FileNotFoundError(2, "No such file", "x")):
        assert failing(error).exception is error


def test_a_machine_that_cannot_is_one_sentence(failing: Callable[[BaseException], Result]) -> None:
    """A full or read-only disk and missing rights are no bugs."""
    result = failing(PermissionError(13, "Permission denied", "cards/a.md"))
    assert (result.exit_code, result.stderr) == (1, "flashdeck: cards/a.md: Permission denied.\n")


def test_an_interrupt_is_130(failing: Callable[[BaseException], Result]) -> None:
    """Without a traceback."""
    result = failing(KeyboardInterrupt())
    assert (result.exit_code, result.stderr.strip()) == (130, "")


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_in_a_process(folder: Path) -> None:
    """A review that waits for a key ends with 130 and no traceback."""
    process = subprocess.Popen(
        [sys.executable, "-m", "flashdeck", "review", "--plain"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()  # it has begun
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in stderr


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")
def test_on_a_terminal_lines_fit_and_colour_is_on(folder: Path) -> None:
    """What a pipe gets whole and plain is cut to the window and coloured here, unless NO_COLOR says no."""
    import pexpect

    (folder / "cards" / "a.md").write_text(
        f"## {'Very ' * 30}long? {{.nonsense}}\n\nA.\n\n## {'So ' * 30}?\n\nB.\n", "utf-8"
    )

    def shown(*arguments: str, **env: str) -> str:
        plain = {
            name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}
        }
        return str(
            pexpect.run(
                shlex.join([sys.executable, "-m", "flashdeck", *arguments]),
                cwd=folder,
                env={**plain, "TERM": "xterm", **env},
                dimensions=(24, 60),
                encoding="utf-8",
            )
        )

    assert "…" in shown("cards")
    assert all(len(line) <= 60 for line in shown("cards").splitlines()[:2])
    assert "\x1b[1;31merror" in shown("check")
    assert "\x1b" not in shown("check", NO_COLOR="1")
    assert "\x1b" not in shown("check", TERM="dumb")


@pytest.mark.skipif(os.name == "nt", reason="a shell's pipes and /dev")
class TestOutputThatGoesNowhere:
    """Readers that leave, closed streams, full disks and terminals that know few letters."""

    def shell(self, line: str, folder: Path, **env: str) -> subprocess.CompletedProcess[bytes]:
        call = f"{shlex.quote(sys.executable)} -m flashdeck"
        return subprocess.run(
            ["sh", "-c", line.replace("flashdeck", call)],
            cwd=folder,
            capture_output=True,
            check=False,
            env={**os.environ, **env},
        )

    def test_a_reader_that_leaves(self, folder: Path) -> None:
        """`| head -1` is the end, and no word about it."""
        answers = " good again" * 3000
        result = self.shell(f"flashdeck simulate {answers} | head -1", folder)
        assert result.stdout.split()[:2] == [b"ANSWER", b"STATE"]
        assert result.stderr == b""

    @pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-"])
    def test_closed_streams(self, folder: Path, closing: str) -> None:
        """Nothing can be said, and nothing fails for it."""
        result = self.shell(f"flashdeck config {closing}", folder)
        assert result.returncode == 0
        assert result.stderr == b""

    def test_a_full_disk(self, folder: Path) -> None:
        """What could not be written out is told."""
        result = self.shell("flashdeck config > /dev/full", folder)
        assert result.returncode == 1
        assert result.stderr == b"flashdeck: The output: No space left on device.\n"

    def test_a_terminal_of_few_letters(self, folder: Path) -> None:
        """What it lacks is an escape for people, and still right JSON for programs; plain ASCII is taken for UTF-8."""
        (folder / "cards" / "a.md").write_text("## 带宽 😀?\n\nA.\n", encoding="utf-8")
        human = self.shell("flashdeck cards", folder, PYTHONIOENCODING="latin-1")
        assert human.returncode == 0
        assert rb"\u5e26\u5bbd \U0001f600?" in human.stdout
        assert "带宽 😀?".encode() in self.shell("flashdeck cards", folder, PYTHONIOENCODING="ascii").stdout
        for encoding in ("latin-1", "ascii", "utf-8"):
            program = self.shell("flashdeck cards --json", folder, PYTHONIOENCODING=encoding)
            assert json.loads(program.stdout)["cards"][0]["front"] == "带宽 😀?"
