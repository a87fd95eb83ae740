from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="names with control characters are refused there")

SECRET = b"\x89PNG the secret that no card may read"
ESCAPE = "\x1b]0;pwned\x07\x1b[2J"
COMMANDS = (
    ("check",),
    ("check", "--format", "concise"),
    ("check", "--format", "github"),
    ("check", "--format", "json"),
    ("cards",),
    ("cards", "--json", "--html"),
    ("cards", f"tag:{ESCAPE}"),
    ("due",),
    ("review", "--plain"),
    ("review", "--plain", ESCAPE),
    ("stats",),
    ("export", "--with-progress"),
    ("export", ESCAPE),
    ("stamp", "--dry-run"),
    ("doctor",),
    ("config",),
    ("suspend", "deck:*"),
    ("undo",),
    ("import", "hostile.apkg"),
)
TEXTS = {
    "plain.md": f"# Title {ESCAPE}\n\n## Front {ESCAPE} {{#a tags='x{ESCAPE}' source='s{ESCAPE}'}}\n\nBack {ESCAPE}\n",
    "bad.md": f"## Bad {ESCAPE} {{#bad .nothing}}\n\nx\n\n## Unknown {{{{C1::{ESCAPE}}}}}\n\ny\n",
    "deck.md": '---\ndeck: "d\\e[2J\\a"\ntags: ["t\\e[31m"]\n---\n\n## In a deck\n\nx\n',
    "python.md": '---\ndeck: !!python/object/apply:os.system ["touch pwned"]\n---\n\n## Python\n\nx\n',
    "bomb.md": "---\na: &a [x, x]\n"
    + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "---\n\n## B\n\nx\n",
    "drill.md": "## D {#d .drill}\n\n{{n}}\n\n```vars\nn = 1\nanswer = __import__('os').system('touch pwned')\n```\n",
    "power.md": "## Power {#p .drill}\n\n{{n}}\n\n```vars\nn = 9, 10\nanswer = 9**9**9**n\n```\n",
    "out.md": "## Outside\n\n![a](../../secret.png) ![b](%2e%2e/%2e%2e/secret.png)\n\n## Link\n\n![c](link.png)\n",
    "absolute.md": "## Absolute\n\n![d]({secret})\n\n## File\n\n![e](file://{secret})\n",
    "html.md": "---\nhtml: true\n---\n\n## Script\n\n<img src='{secret}'><script>alert(1)</script>\n",
    "shown.md": "## Shown\n\n<script>alert(1)</script> <img src=x onerror=alert(2)>\n",
    "-rf.md": "## Dash\n\nx\n",
    "$(touch pwned).md": "## Shell\n\nx\n",
    f"n{ESCAPE.replace('/', '')}.md": "## Name\n\nx\n",
}


@dataclass(frozen=True)
class Run:
    """What a command printed, and what it did."""

    arguments: tuple[str, ...]
    code: int
    output: str
    doings: list[tuple[str, str]]

    def did(self, what: str) -> list[str]:
        return [path for kind, path in self.doings if kind == what]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a secret, and beside it a collection made to do harm."""
    place = Path(os.path.realpath(tmp_path_factory.mktemp("place")))
    secret = place / "secret.png"
    secret.write_bytes(SECRET)
    (place / "secret.md").write_text("## The secret front\n\nThe secret back\n")
    cards = place / "c/cards"
    cards.mkdir(parents=True)
    for name, text in TEXTS.items():
        (cards / name).write_bytes(text.replace("{secret}", str(secret)).encode())
    (cards / "link.png").symlink_to(secret)
    (cards / "link.md").symlink_to(place / "secret.md")
    (cards / "folder").symlink_to(place)
    log = place / "c/.flashdeck/log"
    log.mkdir(parents=True)
    line = {"id": "x:1", "kind": f"k{ESCAPE}", "at": "2026-11-01T08:00:00.000+00:00", "offset": 0, "day": "2026-11-01"}
    review = {**line, "id": "x:2", "kind": "review", "guid": ESCAPE, "ordinal": 0, "rating": f"good{ESCAPE}"}
    log.joinpath("x.jsonl").write_text(f"{json.dumps(line)}\n{json.dumps(review)}\nnonsense {ESCAPE}\n")
    (place / "c/flashdeck.toml").write_text('deck-prefix = "p\\u001b[2J"\n')
    with zipfile.ZipFile(place / "hostile.apkg", "w") as zipped:
        zipped.writestr("../../../pwned", b"x")
        zipped.writestr("collection.anki2", b"SQLite format 3\0" + SECRET)
    return place


@pytest.fixture(scope="module")
def runs(place: Path) -> list[Run]:
    """Every command over that collection, in order."""
    scratch = place / "scratch"
    scratch.mkdir()
    environment = {**os.environ, "TMPDIR": str(scratch), "TERM": "xterm", "PYTHONDONTWRITEBYTECODE": "1"}
    return [watch(place, arguments, environment) for arguments in COMMANDS]


def watch(place: Path, arguments: tuple[str, ...], environment: dict[str, str]) -> Run:
    record = Path(tempfile.mkstemp(suffix=".json")[1])
    everywhere = ["--collection", str(place / "c"), "--now", "2026-12-01T09:00:00+00:00"]
    ended = subprocess.run(
        [sys.executable, "-m", "tests.threats.watched", str(record), *everywhere, *arguments],
        input=b" 3 3 3 3 3 3q",
        capture_output=True,
        check=False,
        env={**environment, "PYTHONPATH": str(Path(__file__).parents[2])},
        cwd=place,
    )
    doings = [(kind, path) for kind, path in json.loads(record.read_text())]
    record.unlink()
    return Run(arguments, ended.returncode, (ended.stdout + ended.stderr).decode(), doings)


def test_t1_nothing_is_run(runs: list[Run], place: Path) -> None:
    """No program is started, whatever stands in a card, an option, a file name or a package."""
    for run in runs:
        assert run.did("start") == [], run.arguments
    assert list(place.rglob("pwned*")) == []


def test_t2_nothing_is_asked_of_a_network(runs: list[Run]) -> None:
    """No connection, no name looked up."""
    for run in runs:
        assert run.did("talk") == [], run.arguments


def test_t3_nothing_outside_of_the_collection_is_read(runs: list[Run], place: Path) -> None:
    """Not by `..`, an absolute path, a percent sign, a `file:` address or a link; and nothing of it leaves."""
    for run in runs:
        inside = [path for path in run.did("read") if path.startswith(str(place))]
        allowed = (str(place / "c"), str(place / "scratch"), str(place / "hostile.apkg"))
        assert [path for path in inside if not path.startswith(allowed)] == [], run.arguments
        assert "secret back" not in run.output
    for package in (place / "c/exports").glob("*.apkg"):
        with zipfile.ZipFile(package) as zipped:
            assert all(b"the secret" not in zipped.read(name) for name in zipped.namelist())


def test_t4_nothing_outside_of_its_target_is_written(runs: list[Run], place: Path) -> None:
    """Only the collection's own folder and its packages; card files are nobody's to change."""
    for run in runs:
        allowed = (str(place / "c/.flashdeck"), str(place / "c/exports"), str(place / "scratch"), os.devnull)
        changed = [path for path in run.did("change") if path not in ("", ":memory:")]
        assert [path for path in changed if not path.startswith(allowed)] == [], run.arguments
    for name, text in TEXTS.items():
        secret = str(place / "secret.png")
        assert (place / "c/cards" / name).read_text() == text.replace("{secret}", secret)


def test_t5_nothing_that_a_terminal_would_obey_is_sent(runs: list[Run]) -> None:
    """Control characters of texts, tags, names, settings and logs are shown; in JSON they are escaped."""
    for run in runs:
        sent = {char for char in run.output if unicodedata.category(char) == "Cc" and char not in "\n\t"}
        assert sent == set(), run.arguments


def test_t6_temporary_files_are_private_and_go(runs: list[Run], place: Path) -> None:
    """None stays, in the temporary folder or beside what was written."""
    assert len(runs) == len(COMMANDS)
    assert list((place / "scratch").iterdir()) == []
    assert list(place.rglob("*.tmp")) == []


def test_t7_whatever_was_asked_ends_in_words(runs: list[Run]) -> None:
    """No traceback, and an exit code that says how it went."""
    for run in runs:
        assert run.code in (0, 1, 2), run.arguments
        assert "Traceback" not in run.output, run.output


def test_t8_every_hostile_card_is_told_or_harmless(runs: list[Run]) -> None:
    """What is refused is refused by name; what is shown is text."""
    (check,) = [run for run in runs if run.arguments == ("check", "--format", "json")]
    told = {
        each["code"]
        for each in json.loads(check.output[check.output.index("{") : check.output.rindex("}") + 1])["diagnostics"]
    }
    assert {"yaml-alias", "missing-media", "unknown-option"} <= told
    (cards,) = [run for run in runs if run.arguments == ("cards", "--json", "--html")]
    (shown,) = re.findall(r'"back_html": "([^\n]*onerror[^\n]*)"', cards.output)
    assert "<script" not in shown
    assert "<img" not in shown


def test_the_threat_model_names_these_tests() -> None:
    """Each line of the page in CONTRIBUTING.md has its test, and each test its line."""
    page = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| (T\d+) \|", page, re.MULTILINE))
    tested = {f"T{number}" for name in globals() for number in re.findall(r"^test_t(\d+)_", name)}
    assert told == tested != set()
