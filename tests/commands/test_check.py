"""`flashdeck check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flashdeck.commands.nothing import NO_CARDS
from tests.commands.calls import call, report, tree, write

BROKEN = "# Section\n\n## Fine {#fine}\n\nYes.\n\n## Broken {.reversd}\n\nNo.\n"


def test_no_problems(gpu: Path) -> None:
    """Nothing on stdout, one line on stderr, exit code 0; no index is made."""
    before = tree(gpu)
    result = call("check")
    assert (result.stdout, result.stderr) == ("", "5 cards in 2 files, no problems\n")
    assert tree(gpu) == before


def test_every_problem_of_every_file(gpu: Path) -> None:
    """In the order of the files, with the line and a caret, and exit code 1."""
    write(gpu / "cards" / "a.md", BROKEN)
    write(gpu / "cards" / "z.md", BROKEN.replace("#fine", "#fine-2"))
    result = call("check", code=1)
    first, second = result.stdout.split("\n\n")
    assert first.splitlines()[0].startswith("error[")
    assert first.splitlines()[1:4] == [" --> cards/a.md:7:12", "  |", "7 | ## Broken {.reversd}"]
    assert "cards/z.md:7:12" in second
    assert result.stderr == "2 errors in 2 files\n"


def test_one_id_in_two_files(gpu: Path) -> None:
    """Ids are compared over the whole collection; the error names both places."""
    write(gpu / "cards" / "z.md", "## Another question {#ring}\n\nAnother answer.\n")
    shown = call("check", code=1).stdout
    assert "cards/net/ring.md:1" in shown
    assert "cards/z.md:1" in shown


def test_paths_limit_what_is_reported(gpu: Path) -> None:
    """A file or a folder, as it is seen from here; ids are still compared with those of all files."""
    write(gpu / "cards" / "bad" / "a.md", BROKEN)
    write(gpu / "cards" / "z.md", "## Another question {#ring}\n\nAnother answer.\n")
    assert call("check", "cards/gpu.md").stderr == "3 cards in 1 file, no problems\n"
    assert "cards/bad/a.md" in call("check", "cards/bad", code=1).stdout
    assert "cards/net/ring.md:1" in call("check", "cards/z.md", code=1).stdout
    assert call("check", "cards", code=1).stderr == "2 errors in 2 files\n"


def test_a_path_from_below(gpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working directory may be inside the collection."""
    monkeypatch.chdir(gpu / "cards" / "net")
    assert call("check", "ring.md").stderr == "2 cards in 1 file, no problems\n"


def test_a_path_that_is_not_there(gpu: Path) -> None:
    """Wrong usage."""
    result = call("check", "cards/gup.md", code=2)
    assert result.stderr == "flashdeck: There is no `cards/gup.md`: name a card file or a folder of card files.\n"


def test_a_file_without_cards_is_no_problem(gpu: Path) -> None:
    """A hook that passes every changed Markdown file passes the README as well."""
    write(gpu / "README.md", "# About\n")
    assert call("check", "README.md").stderr == "0 cards in 0 files, no problems\n"


def test_no_card_files_at_all(folder: Path) -> None:
    """Where to write some."""
    assert call("check").stderr == f"{NO_CARDS}\n"


def test_warnings_do_not_fail(gpu: Path) -> None:
    """They are reported and counted."""
    write(gpu / "cards" / "w.md", "---\ntgas: [gpu]\n---\n\n## Q?\n\nA.\n")
    result = call("check", "--format", "concise")
    assert result.stdout.startswith("cards/w.md:2:1: warning[")
    assert result.stderr == "1 warning in 1 file\n"


def test_the_forms(gpu: Path) -> None:
    """Concise, JSON and GitHub's."""
    write(gpu / "cards" / "a.md", BROKEN)
    assert call("check", "--format", "concise", code=1).stdout.startswith("cards/a.md:7:12: error[")
    assert call("check", "--format", "github", code=1).stdout.startswith("::error file=cards/a.md,line=7,col=12,title=")
    found = json.loads(call("check", "--format", "json", code=1).stdout)
    assert (found["schema"], found["errors"], found["warnings"]) == (1, 1, 0)
    (problem,) = found["diagnostics"]
    assert set(problem) == {"code", "severity", "message", "help", "file", "line", "column", "length"}
    assert (problem["file"], problem["line"], problem["column"]) == ("cards/a.md", 7, 12)
    assert report("check", code=1) == {name: found[name] for name in ("diagnostics", "errors", "warnings")}


def test_what_cannot_be_read_fails_the_check(gpu: Path) -> None:
    """A folder where a card file should be is named, and the rest is checked."""
    (gpu / "cards" / "x.md").mkdir()
    result = call("check", code=1)
    assert result.stderr == ("cards/x.md is a folder where a card file should be; it is skipped\n1 unreadable path\n")


def test_bytes_of_another_encoding(gpu: Path) -> None:
    """An error at the place, and no other file suffers."""
    (gpu / "cards" / "latin.md").write_bytes("## Caf\xe9?\n\nA.\n".encode("latin-1"))
    result = call("check", "--format", "concise", code=1)
    assert result.stdout.startswith("cards/latin.md:1:7: error[")
    assert result.stderr == "1 error in 1 file\n"


def test_problems_of_the_whole_collection_show_their_line(gpu: Path) -> None:
    """What is found by comparing files is quoted like what is found in one."""
    write(gpu / "cards" / "z.md", "## One\n\n## Another question {#ring}\n\nAnother answer.\n")
    shown = call("check", code=1).stdout
    assert "3 | ## Another question {#ring}\n  |    ^^^^^^^^^^^^^^^^" in shown
    write(gpu / "cards" / "z.md", "## Why? {#why-2}\n\nNo.\n")
    write(gpu / "cards" / "y.md", "## Why? {#why}\n\nYes.\n")
    shown = call("check").stdout
    assert "warning[contradicted-answer]: The same question has another answer at cards/y.md:1 (`#why`)" in shown
    assert "1 | ## Why? {#why-2}\n  |    ^^^^" in shown


def test_every_problem_of_ten_thousand_cards_is_told_in_order(folder: Path) -> None:
    """Errors of each card and of comparing them all, in one run, by file and line."""
    for number in range(10):
        cards = "".join(f"## Card {card} {{#c{card} .x}}\n\n## Same\n\n{number}-{card}\n\n" for card in range(500))
        write(folder / "cards" / f"{number}.md", cards)
    found = json.loads(call("check", "--format", "json", code=1).stdout)
    places = [(problem["file"], problem["line"]) for problem in found["diagnostics"]]
    assert places == sorted(places)
    codes = [problem["code"] for problem in found["diagnostics"]]
    assert (codes.count("unknown-option"), codes.count("same-front")) == (5000, 4999)


def test_facts_that_were_checked_long_ago(gpu: Path) -> None:
    """The day is that of --now, and the months are a setting."""
    assert "warning[stale-as-of]" not in call("check", now="2028-05-30T12:00:00+00:00").stdout
    shown = call("check", now="2028-06-02T12:00:00+00:00").stdout
    assert " --> cards/gpu.md:4:8" in shown
    assert "2026-11" in shown
    assert "write `2028-06-02`" in shown
    assert "stale-as-of" in call("check", "--set", "stale-after=1", now="2027-01-02T12:00:00+00:00").stdout


def test_media_that_are_missing_unused_or_large(gpu: Path) -> None:
    """Missing is an error with the nearest name; the others are warnings that name the file."""
    figs = gpu / "cards" / "figs"
    write(figs / "ring.png", "x" * 5_000_001)
    write(figs / "old.png", "x")
    write(gpu / "cards" / "p.md", "## Q\n\n![A ring](figs/ring.png)\n\n## R\n\n![A ring](figs/Ring.png)\n")
    lines = call("check", "--format", "concise", code=1).stdout.splitlines()
    assert [line.partition("] ")[0] for line in lines] == [
        "cards/figs/old.png:1:1: warning[unused-media",
        "cards/figs/ring.png:1:1: warning[large-media",
        "cards/p.md:7:11: error[missing-media",
    ]
    assert "Did you mean `figs/ring.png`?" in call("check", code=1).stdout
    assert call("check", "cards/figs/old.png", "--format", "concise").stdout.splitlines() == lines[:1]


def test_the_shipped_cards_have_no_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither an error nor a warning."""
    monkeypatch.chdir(Path(__file__).parents[2])
    assert call("check", now="2026-11-30T12:00:00+00:00").stderr.endswith("no problems\n")
