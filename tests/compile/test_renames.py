"""Who a card was before: what is gone, matched with what came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.compile.identity import digest_key
from flashdeck.compile.renames import renames
from flashdeck.compile.traces import Doubt, Option, Trace
from flashdeck.model import NoteType


def trace(front: str, answer: str | None = "A.", key: str = "", *, is_cloze: bool | None = False) -> Trace:
    return Trace(key or f"~{front}", front, answer, is_cloze)


def moves(gone: list[Trace], came: list[Trace]) -> list[tuple[int, int]]:
    """The moves where nothing is in doubt."""
    found = renames(gone, came)
    assert found.doubts == []
    return sorted(found.moves)


def cells(table: str, subject: str, **answers: str | None) -> list[Trace]:
    """A row of a table."""
    row = subject.lower().replace(" ", "-")
    return [Trace(f"{table}/{row}/{name}", f"{subject} — {name}", answer, False) for name, answer in answers.items()]


# ---------------------------------------------------------------------------------------------- one note


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Hoper SXM", "Hopper SXM"),
        ("What is teh TDP?", "What is the TDP?"),
        ("How many Gb/s does it give?", "How many GB/s does it give?"),
        ("What does a reduce-scatter leave?", "What does a reduce-scatter leave on each rank?"),
        ("带宽是多少？", "带宽是多大？"),
    ],
)
def test_a_corrected_front_is_the_same_card(old: str, new: str) -> None:
    """Words spelt otherwise or added, also where the answer was edited too or only the log knows of the card."""
    assert moves([trace(old)], [trace(new)]) == [(0, 0)]
    assert moves([trace(old, "B.")], [trace(new)]) == [(0, 0)]
    assert moves([trace(old, None)], [trace(new)]) == [(0, 0)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("TDP of the H100?", "TDP of the H200?"),
        ("What does an all-reduce leave on each rank?", "What does an all-gather leave on each rank?"),
        ("What bounds prefill?", "What bounds decode?"),
        ("Hopper", "A ring of ranks"),
    ],
)
def test_another_question_with_another_answer_is_another_card(old: str, new: str) -> None:
    """Also where the pattern is the same: a number or a word that differs makes it another question."""
    assert moves([trace(old, "1")], [trace(new, "2")]) == []


def test_a_reworded_front_with_the_same_answer_is_the_same_card() -> None:
    """Half alike is enough then."""
    old, new = "Why is decode memory-bound?", "Why is the decode phase bound by memory?"
    assert moves([trace(old, "Each token reads all weights.")], [trace(new, "Each token reads all weights.")]) == [
        (0, 0)
    ]
    assert moves([trace(old, "One.")], [trace(new, "Two.")]) == []


def test_both_sides_may_be_corrected() -> None:
    """An answer that was only spelt otherwise tells as much as an equal one, unless a number or a word changed."""
    old, new = "How does the mesh context optimizer behave?", "Haw does the mesh context optimizer behave?"
    assert moves([trace(old, "It settles the gradient.")], [trace(new, "It settles the gradiennt.")]) == [(0, 0)]
    assert moves([trace(old, "It settles the gradient.")], [trace(new, "It forgets all of it.")]) == []
    one, other = "Which bound does prefill have?", "Which bound does preload have?"
    assert moves([trace(one, "It is bound by 80 units.")], [trace(other, "It is bound by 90 units.")]) == []
    assert moves([trace(one, "Yes.")], [trace(other, "Yes!")]) == []


def test_an_equal_front_follows_whatever_the_answer() -> None:
    """A heading that got an id, lost it, or got another."""
    for old, new in (("~1", "ring"), ("ring", "~1"), ("ring", "all-reduce")):
        assert moves([trace("Ring", "Old.", old)], [trace("Ring", "New.", new)]) == [(0, 0)]


def test_the_same_text_goes_before_the_same_front() -> None:
    """Of two cards with one front, each goes to the one with its answer."""
    gone = [trace("Bandwidth?", "1", "a"), trace("Bandwidth?", "2", "b")]
    assert moves(gone, [trace("Bandwidth?", "2", "c"), trace("Bandwidth?", "1", "d")]) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(("old", "new"), [(True, False), (False, True)])
def test_cloze_and_standard_never_mix(*, old: bool, new: bool) -> None:
    """However equal their fronts are."""
    assert moves([trace("Ring", is_cloze=old)], [trace("Ring", is_cloze=new)]) == []


@pytest.mark.parametrize("note_type", [NoteType.BASIC, NoteType.CLOZE])
def test_a_digest_tells_the_kind_of_a_logged_note(note_type: NoteType) -> None:
    """The log does not say it otherwise."""
    logged = Trace.logged(digest_key(note_type, "Hoper SXM"), "Hoper SXM")
    is_cloze = note_type is NoteType.CLOZE
    assert logged.is_cloze is is_cloze
    assert moves([logged], [trace("Hopper SXM", is_cloze=is_cloze)]) == [(0, 0)]
    assert moves([logged], [trace("Hopper SXM", is_cloze=not is_cloze)]) == []
    assert Trace.logged("hopper", "Hoper SXM").is_cloze is None


# ---------------------------------------------------------------------------------------------- several


def test_two_that_fit_leave_it_to_a_person() -> None:
    """Nothing moves before somebody has said which."""
    found = renames([trace("Hoper SXM")], [trace("Hopper SXM"), trace("Hopper SXM5")])
    assert found.moves == []
    assert found.doubts == [
        Doubt("Hoper SXM", (Option("Hopper SXM", ((0, 0),)), Option("Hopper SXM5", ((0, 1),)))),
    ]


def test_one_that_two_could_have_become_is_in_doubt_too() -> None:
    """Neither history goes to it by chance."""
    found = renames([trace("Hoper SXM"), trace("Hoppr SXM")], [trace("Hopper SXM")])
    assert found.moves == []
    assert [(doubt.front, [option.front for option in doubt.options]) for doubt in found.doubts] == [
        ("Hoper SXM", ["Hopper SXM"]),
        ("Hoppr SXM", ["Hopper SXM"]),
    ]


def test_a_clear_match_takes_its_rivals_out() -> None:
    """What is left is no longer in doubt."""
    gone = [trace("Hoper SXM"), trace("Hopper SXM module", "M.")]
    came = [trace("Hopper SXM"), trace("Hopper SXM modul", "M.")]
    assert moves(gone, came) == [(0, 0), (1, 1)]


def test_many_renamed_at_once_keep_apart() -> None:
    """Search and replace over a whole collection."""
    names = ["ring", "tree", "mesh", "torus", "clique", "star"]
    gone = [trace(f"How many links has a {name} of 8 GPUs?", f"{name}!") for name in names]
    came = [trace(f"How many links has a {name} of 8 accelerators?", f"{name}!") for name in names]
    assert moves(gone, came) == [(at, at) for at in range(len(names))]


words = st.lists(st.sampled_from(["ring", "tree", "all-reduce", "latency", "H100", "H200", "what", "the"]), max_size=6)
notes = st.builds(trace, words.map(" ".join), st.sampled_from(["1", "2", None]), is_cloze=st.booleans())


@given(st.lists(notes, max_size=8), st.lists(notes, max_size=8))
def test_laws(gone: list[Trace], came: list[Trace]) -> None:
    """No note moves twice, none gets two histories, none is both moved and in doubt, and kinds never mix."""
    found = renames(gone, came)
    olds, news = [old for old, _ in found.moves], [new for _, new in found.moves]
    assert len(set(olds)) == len(olds)
    assert len(set(news)) == len(news)
    assert all(gone[old].is_cloze == came[new].is_cloze for old, new in found.moves)
    for old, new in (move for doubt in found.doubts for option in doubt.options for move in option.moves):
        assert old not in olds
        assert new not in news


# ---------------------------------------------------------------------------------------------- tables


def test_r22_a_renamed_row_takes_all_its_cells_along() -> None:
    """Its numbers are the same, and so it is the same row; no cell is a row number."""
    gone = cells("chips", "A100 80GB", TDP="400 W", HBM="80 GB", year="2020")
    came = cells("chips", "A100 SXM4", TDP="400 W", HBM="80 GB", year="2020")
    assert moves(gone, came) == [(0, 0), (1, 1), (2, 2)]


def test_a_row_whose_name_was_corrected_may_have_new_values() -> None:
    """Also where only the log knows the old ones."""
    for answer in ("350 W", None):
        gone, came = cells("t", "Hoper SXM", TDP=answer), cells("t", "Hopper SXM", TDP="700 W")
        assert moves(gone, came) == [(0, 0)]


def test_another_row_is_another_row() -> None:
    """A number in its name that differs, and other values: no history moves, not even of a cell that is equal."""
    gone = cells("t", "H100 PCIe", TDP="350 W", HBM="80 GB", maker="NVIDIA")
    assert moves(gone, cells("t", "H200 PCIe", TDP="600 W", HBM="141 GB", maker="NVIDIA")) == []


def test_a_renamed_column_takes_all_its_cells_along() -> None:
    """Also one that only the log knows, if it was spelt otherwise."""
    for answers in (("1", "2"), (None, None)):
        gone = [*cells("t", "A", bandwith=answers[0]), *cells("t", "B", bandwith=answers[1])]
        came = [*cells("t", "A", bandwidth="1"), *cells("t", "B", bandwidth="2")]
        assert moves(gone, came) == [(0, 0), (1, 1)]


def test_a_table_with_another_id_takes_all_its_cells_along() -> None:
    """They are the same texts."""
    assert moves(cells("chips", "A", x="1", y="2"), cells("gpus", "A", x="1", y="2")) == [(0, 0), (1, 1)]


def test_two_rows_that_fit_are_one_question() -> None:
    """It is asked for the row, not for each of its cells."""
    gone = cells("t", "A100", x="1", y="2", z="3")
    came = [*cells("t", "A100 X", x="1", y="2", z="3"), *cells("t", "A100 Y", x="1", y="2", z="3")]
    found = renames(gone, came)
    assert found.moves == []
    assert found.doubts[0] == Doubt(
        "A100",
        (Option("A100 X", ((0, 0), (1, 1), (2, 2))), Option("A100 Y", ((0, 3), (1, 4), (2, 5)))),
    )
    assert len(found.doubts) == 1


def test_a_row_and_a_column_may_be_renamed_at_once() -> None:
    """The cell where they meet goes along too."""
    gone = [*cells("t", "H200", tdp="1", memory="2", price="3"), *cells("t", "B200", tdp="4", memory="5", price="6")]
    came = [*cells("t", "L40S", tdp="1", memori="2", price="3"), *cells("t", "B200", tdp="4", memori="5", price="6")]
    stayed = {trace.key for trace in gone} & {trace.key for trace in came}
    gone = [trace for trace in gone if trace.key not in stayed]
    came = [trace for trace in came if trace.key not in stayed]
    assert {(gone[old].key, came[new].key) for old, new in moves(gone, came)} == {
        ("t/h200/tdp", "t/l40s/tdp"),
        ("t/h200/memory", "t/l40s/memori"),
        ("t/h200/price", "t/l40s/price"),
        ("t/b200/memory", "t/b200/memori"),
    }
