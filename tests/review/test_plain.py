"""The plain face from a pipe, as scripts and screen readers meet it."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from flashdeck.cli import main
from tests.review.conftest import collection_in
from tests.review.golden import golden, transcript
from tests.review.terminals import ENVIRONMENT, MORNING, events, ratings

NEXT_MORNING = "2026-12-02T09:00:00+00:00"


def plain(folder: Path, keys: str | bytes, *options: str, now: str = MORNING) -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [sys.executable, "-m", "flashdeck", "--now", now, "review", "--plain", *options],
        cwd=folder,
        input=keys.encode() if isinstance(keys, str) else keys,
        capture_output=True,
        check=False,
        env=ENVIRONMENT,
    )
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())


def said(folder: Path, keys: str | bytes, *options: str, now: str = MORNING) -> list[str]:
    run = plain(folder, keys, *options, now=now)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.splitlines()


def test_a_sitting_reads_as_approved(tmp_path: Path) -> None:
    """Every kind of card, every key, undo in the middle and after the end, line by line."""
    assert transcript(tmp_path) == golden("plain")


def test_a_sitting_from_printf(folder: Path) -> None:
    """` 3 3 1 3q` is four answers and an end."""
    lines = said(folder, " 3 3 1 3q")
    assert ratings(folder) == ["good", "good", "again", "good"]
    assert lines[-5:] == [
        "Cards: 4 in 4 answers",
        "Not known: 1 of 4 at first, 25 %",
        "Time: under a minute",
        "Left today: 7 cards",
        "Tomorrow: 4 cards due",
    ]


@pytest.mark.parametrize("keys", [" 3 1 4q", "\n3\n\n1\n\n4\nq", " 3\r\n 1\r\n 4\r\nq\r\n", "   1 4"])
def test_lines_and_characters_are_one(folder: Path, keys: str) -> None:
    """Keys may come with or without line ends of any system, and Space grades good; the end of input quits."""
    said(folder, keys)
    assert ratings(folder) == ["good", "again", "easy"]


def test_enter_never_grades(folder: Path) -> None:
    """It shows the answer, and that is all."""
    said(folder, "\n\n\n\nx\n")
    assert ratings(folder) == []


def test_no_grade_before_the_answer(folder: Path) -> None:
    """A grade too early is told and dropped; what follows still works."""
    lines = said(folder, "13 4q")
    assert lines.count("The answer is not shown yet: Space shows it.") == 2
    assert ratings(folder) == ["easy"]


def test_formulas_are_shown_as_tex_on_a_key(tmp_path: Path) -> None:
    """From then on, until the key is pressed again; the card is shown anew each time."""
    folder = collection_in(tmp_path, "## Bytes: $\\frac{a}{b}$?\n\n$2^{10}$\n")
    lines = said(folder, "t t 3")
    shown = [line for line in lines if line.startswith(("Bytes", "2^", "2¹", "Formulas"))]
    assert shown == [
        "Bytes: a/b?",
        "Formulas are shown as TeX.",
        r"Bytes: \frac{a}{b}?",
        "2^{10}",
        "Formulas are shown as text.",
        "Bytes: a/b?",
        "2¹⁰",
    ]


def test_an_unknown_key_costs_one_line(folder: Path) -> None:
    """Any character, also one that a terminal would obey, is named visibly with the way out."""
    lines = said(folder, "xé\x07\x1b".encode() + b"\xff")
    told = [line for line in lines if line.startswith("There is no key")]
    assert told == [f"There is no key '{key}': ? shows the keys." for key in ("x", "é", "␇", "␛", "\ufffd")]


def test_each_answer_is_a_line_with_its_own_time(folder: Path) -> None:
    """However fast the keys come, and with --now, the log has distinct times in the order of the answers."""
    said(folder, " 3" * 10)
    times = [datetime.fromisoformat(event["at"]) for event in events(folder) if event["kind"] == "review"]
    assert len(times) == 10
    assert times == sorted(set(times))
    assert times[0] >= datetime.fromisoformat(MORNING)
    assert (times[-1] - times[0]).total_seconds() < 60


def test_undo_goes_beyond_the_sitting(folder: Path) -> None:
    """`u` before the first answer takes back the last one of an earlier sitting; its card stands in front."""
    said(folder, " 3 4q")
    lines = said(folder, "u 1q")
    back = lines.index("The last answer is taken back.")
    assert "Question 02?" in lines[back:]
    assert "Question 03?" in lines[: back + 1]
    assert ratings(folder) == ["good", "easy", "again"]
    kinds = [event["kind"] for event in events(folder) if event["kind"] != "note"]
    assert kinds == ["review", "review", "undo", "review"]


def test_undo_in_an_empty_log_is_told(folder: Path) -> None:
    """There is nothing to take back, and the card stands as it stood."""
    lines = said(folder, "u 3q")
    assert "There is nothing to take back." in lines
    assert ratings(folder) == ["good"]


def test_a_card_below_good_comes_again_in_a_later_sitting_of_the_day(folder: Path) -> None:
    """Quitting loses no repeat: it waits at the end of the next queue of the same day."""
    said(folder, " 1q")
    lines = said(folder, " 3" * 9 + " ")
    assert [line for line in lines if line.startswith("Question")][-1] == "Question 01?"
    first = lines.index("1 again: today, then 1 day", lines.index("9 done, 1 left, 0 new, 1 again"))
    again, hard, good, easy = lines[first : first + 4]
    assert [again, hard] == ["1 again: today, then 1 day", "2 hard: today, then 1 day"]
    assert [good, easy] == ["3 good (Space): 1 day", "4 easy: 1 day"]


def test_nothing_due_says_when(folder: Path) -> None:
    """After the last card of the day, and with a limit of nothing."""
    said(folder, " 3" * 10)
    assert said(folder, "")[0].startswith("Nothing is due until 2026-12-02. ")
    assert "Question 01?" in said(folder, "q", now=NEXT_MORNING)


def test_options_narrow_the_sitting(tmp_path: Path) -> None:
    """Decks with those below them, tags, a limit, and a number of new cards."""
    folder = collection_in(tmp_path, "## In gpu?\n\nYes.\n\n## Hot? {tags=hot}\n\nYes.\n")
    (folder / "cards" / "net").mkdir()
    (folder / "cards" / "net" / "ib.md").write_text("## In ib?\n\nYes.\n", encoding="utf-8")

    def asked(*options: str) -> list[str]:
        lines = said(folder, "s" * 4, *options)
        return sorted({line for line in lines if line in {"In gpu?", "Hot?", "In ib?"}})

    assert asked() == ["Hot?", "In gpu?", "In ib?"]
    assert asked("net") == ["In ib?"]
    assert asked("net::ib", "gpu") == ["Hot?", "In gpu?", "In ib?"]
    assert asked("--tag", "hot") == ["Hot?"]
    assert asked("--limit", "1") == ["In gpu?"]
    assert asked("--new", "2") == ["Hot?", "In gpu?"]


def test_an_unknown_deck_is_told_with_the_nearest(folder: Path) -> None:
    """One sentence on stderr, exit code 1, and no sitting."""
    run = plain(folder, " 3", "gqu")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "flashdeck: There is no deck `gqu`: did you mean `gpu`?\n"


def test_answers_come_one_by_one(folder: Path) -> None:
    """On a pipe that stays open each key is answered before the next one is written."""
    with subprocess.Popen(
        [sys.executable, "-m", "flashdeck", "--now", MORNING, "review", "--plain"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for key, awaited in ((b"", b"Question 01?\n"), (b" ", b"Answer 01.\n"), (b"3", b"Question 02?\n")):
            process.stdin.write(key)
            process.stdin.flush()
            while process.stdout.readline() != awaited:
                assert process.poll() is None
        assert ratings(folder) == ["good"]
        process.stdin.close()
        process.stdout.read()
        assert process.wait() == 0


def test_a_reader_that_leaves_is_no_fault(folder: Path) -> None:
    """`review --plain | head -1` says nothing on stderr; what was answered before the pipe broke is kept."""
    command = f"printf ' 3 3 3 3' | {sys.executable} -m flashdeck --now {MORNING} review --plain | head -1"
    run = subprocess.run(["/bin/sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert ratings(folder) == ["good"] * len(ratings(folder))


def test_colour_only_when_asked(folder: Path) -> None:
    """A pipe gets none; `--color always` paints the text of cards and changes no word."""
    (folder / "cards" / "gpu.md").write_text("## How **much**?\n\n`80 GB`\n", encoding="utf-8")
    colourless, coloured = (plain(folder, " ", *options).stdout for options in ((), ("--color", "always")))
    assert "\x1b" not in colourless
    assert "How \x1b[1mmuch\x1b[0m?" in coloured
    assert "\x1b[36m80 GB\x1b[0m" in coloured


def test_what_a_terminal_would_obey_is_shown(tmp_path: Path) -> None:
    """Escape sequences in a card, its section, source and deck name never reach the terminal."""
    folder = collection_in(
        tmp_path, '---\ndeck: "a\\eb"\nsource: "s\\ec"\n---\n\n# T\x1b]0;x\x07\n\n## Q\x1b[2J?\n\nA\x1b[31m.\n'
    )
    run = plain(folder, " ")
    assert "\x1b" not in run.stdout + run.stderr
    assert "Q␛[2J?" in run.stdout


def test_an_unwritable_collection_is_refused_before_the_first_card(folder: Path) -> None:
    """One sentence with the place, exit code 1, no card shown."""
    (folder / ".flashdeck").write_text("in the way", encoding="utf-8")
    run = plain(folder, " 3")
    assert (run.returncode, run.stdout) == (1, "")
    assert len(run.stderr.splitlines()) == 1
    assert ".flashdeck" in run.stderr


def test_a_folder_that_nobody_may_write_is_refused_before_the_first_card(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log's folder belongs to somebody else: that is told before anything is asked."""
    said(folder, " 3q")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "log" or mode != os.W_OK)
    with pytest.raises(SystemExit) as exit_:
        main(["--collection", str(folder), "review", "--plain"])
    assert exit_.value.code == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "no answer could be kept" in told.err


def test_streams_that_are_closed_are_no_fault(folder: Path) -> None:
    """Without a stdin there are no keys; without a stdout nothing is shown; neither is a traceback."""
    command = f"{sys.executable} -m flashdeck --now {MORNING} review --plain"
    for streams in ("<&-", ">&-", "<&- >&-"):
        run = subprocess.run(["/bin/sh", "-c", f"{command} {streams}"], cwd=folder, capture_output=True, check=False)
        assert (run.returncode, run.stderr) == (0, b"")


def test_a_log_that_cannot_be_written_ends_the_sitting(folder: Path) -> None:
    """An answer that is not on disk shows no next card: one sentence, exit code 1, the answers before it kept."""
    said(folder, " 3q")
    (log,) = (folder / ".flashdeck" / "log").glob("*.jsonl")
    kept = log.read_bytes()
    log.rename(log.with_suffix(".kept"))
    log.mkdir()
    run = plain(folder, " 3 3")
    assert run.returncode == 1
    assert run.stdout.count("Question") == 1
    assert "cannot be written" in run.stderr
    assert log.with_suffix(".kept").read_bytes() == kept


# ---------------------------------------------------------------------------------------------- typed answers

TYPED = "## Collective? {.typed}\n\nreduce-scatter\n\n## Bandwidth? {.typed}\n\n3.35 TB/s\n\n## Turned?\n\nYes.\n"


def typed(folder: Path) -> list[str | None]:
    return [event.get("typed") for event in events(folder) if event["kind"] == "review"]


def test_a_typed_card_reads_a_line(tmp_path: Path) -> None:
    """The verdict is one line with the grade that Space gives; the log keeps what was typed."""
    folder = collection_in(tmp_path, TYPED)
    lines = said(folder, "reduce-scater\n 3350 GB/s\n1\n 3\tq\n")
    assert [line for line in lines if line.startswith(("Letters", "Verdict"))] == [
        "Letters: reduce-scat[+t]er",
        "Verdict: one letter differs; proposed: hard",
        "Verdict: exact; proposed: good",
    ]
    assert "2 hard (Space): today, then 1 day" in lines
    assert ratings(folder) == ["hard", "again", "good"]
    assert typed(folder) == ["reduce-scater", "3350 GB/s", None]


def test_an_empty_line_shows_the_answer_and_proposes_again(tmp_path: Path) -> None:
    """And so does no grade yet: Enter accepts only what is proposed for it."""
    folder = collection_in(tmp_path, TYPED)
    lines = said(folder, "\n\n")
    assert "Verdict: nothing was typed; proposed: again" in lines
    assert ratings(folder) == ["again"]


def test_escape_gives_up_typing(tmp_path: Path) -> None:
    """The answer is shown, nothing compared; Space is good, as on any card, and Enter no grade."""
    folder = collection_in(tmp_path, TYPED)
    lines = said(folder, "reduce\x1b\n\n ")
    assert not any(line.startswith("Verdict") for line in lines)
    assert (ratings(folder), typed(folder)) == (["good"], [None])


def test_tab_before_a_key_makes_it_a_key(tmp_path: Path) -> None:
    """Without it every letter is a part of the answer."""
    folder = collection_in(tmp_path, TYPED)
    lines = said(folder, "\ts\n\ti\n\t?\nq\n 3\tq\n")
    assert "Skipped: the card comes again at the end." in lines
    assert "q: quit; every answer is kept" in lines
    assert "You typed: q" in lines
    assert len(ratings(folder)) == 1


def test_a_drill_logs_its_numbers_and_draws_others_next_time(tmp_path: Path) -> None:
    """The draw hangs on the guid and the number of answers so far, not on the sitting."""
    folder = collection_in(
        tmp_path, "## Half of {{n}}? {#half .drill}\n\n```vars\nn = 2 .. 1000 step 2\nanswer = n / 2\n```\n"
    )
    first = said(folder, "\n1\tq\n")
    again = said(folder, "\tq\n")
    undone = said(folder, "\tu\n\tq\n")
    asked = [[line for line in lines if line.startswith("Half of")] for lines in (first, again, undone)]
    assert asked[0][1] == asked[1][0] == asked[2][0]
    assert asked[0][0] == asked[2][1] != asked[0][1]
    drawn = [event["draw"] for event in events(folder) if event["kind"] == "review"]
    assert [f"Half of {draw['n']}?" for draw in drawn] == [asked[0][0]]


# ---------------------------------------------------------------------------------------------- what is told


def test_a_hint_is_shown_on_a_key(tmp_path: Path) -> None:
    """It is offered with the question, and only where there is one."""
    folder = collection_in(tmp_path, '## One? {hint="two *words*"}\n\nYes.\n\n## Two?\n\nYes.\n')
    lines = said(folder, "h 3h")
    told = [line for line in lines if "hint" in line.lower()]
    assert told == ["h shows the hint.", "Hint: two words", "This card has no hint."]


def test_the_only_card_cannot_be_skipped(tmp_path: Path) -> None:
    """That is told instead of asking it again."""
    lines = said(collection_in(tmp_path, "## Only?\n\nYes.\n"), "s")
    assert "This is the only card left." in lines
    assert lines.count("Only?") == 1


def test_the_name_of_a_card_is_told(tmp_path: Path) -> None:
    """As other commands take it: the key, and the ordinal of a second card."""
    cards = "## One? {#one .reversed}\n\nYes.\n"
    folder = collection_in(tmp_path, cards)
    (folder / "flashdeck.toml").write_text("bury-siblings = false\n", encoding="utf-8")
    assert [line for line in said(folder, "i 3i") if line.startswith("Card:")] == ["Card: one", "Card: one:1"]


def test_small_print_wraps_between_words(tmp_path: Path) -> None:
    """At the terminal's width, going on with a margin."""
    source = "A very long description of where this comes from, with its edition, its page and its date"
    lines = said(collection_in(tmp_path, f'---\nsource: "{source}"\n---\n\n## One?\n\nYes.\n'), " ")
    place = next(number for number, line in enumerate(lines) if line.startswith("Source"))
    first, second = lines[place : place + 2]
    assert len(first) <= 80
    assert second.startswith("  ")
    assert f"{first} {second.strip()}" == f"Source: {source}"


def test_an_unknown_tag_is_told_with_the_nearest(folder: Path) -> None:
    """It is not said that there are no cards."""
    assert plain(folder, "", "--tag", "gpus").stderr == "flashdeck: No card has the tag `gpus`: did you mean `gpu`?\n"
    far = plain(folder, "", "--tag", "nope")
    assert (far.returncode, far.stdout) == (1, "")
    assert far.stderr == "flashdeck: No card has the tag `nope`: did you mean `gpu`?\n"


def test_a_deck_without_cards_of_a_tag_is_told(folder: Path) -> None:
    """Both are there, and no card has both."""
    (folder / "cards" / "net.md").write_text("---\ntags: ib\n---\n\n## In ib?\n\nYes.\n", encoding="utf-8")
    run = plain(folder, "", "net", "--tag", "gpu")
    assert run.stderr == "flashdeck: No card of the deck `net` has the tag `gpu`.\n"
