"""Typed answers and drills as the real Anki takes them."""

from __future__ import annotations

import re
from html import unescape

import pytest

from flashdeck.anki.models import css
from tests.anki.conftest import MORNING, NEXT_DAY, Folder
from tests.anki.engine import AnkiCard, AnkiNote, Profile
from tests.commands.calls import call, report

FIELD = "[[type:Expected]]"
DIFFERENCE = re.compile(r"type(?:Bad|Missed)|typearrow")

TYPED = """\
## How fast is the HBM of an H100 SXM? {#hbm .typed tolerance=2% hint="Five stacks"}

**3.35 TB/s** | 3350 GB/s

From five stacks of HBM3.

## What is an H100's architecture called? {#name .typed .reversed}

Hopper

## Only turned over {#turned}

Yes.

## Accelerators {#accelerators .table .typed .reversed}

| GPU  | Memory | Bandwidth |
|------|--------|-----------|
| H100 | 80 GB  | 3.35 TB/s |
| H200 | 141 GB | —         |
"""

DRILLS = """\
## Ring time {#ring .drill tolerance=5%}

{{S}} GB, {{n}} GPUs, {{B}} GB/s: how long does a ring take?

```vars
S = 2, 4
n = 8, 64
B = 50 .. 400 step 50
t = S / B
answer = 2 * t * 1000
unit = ms
```

---

A ring of {{n}} moves everything twice.

## Cost of {{n}} GPUs? {#cost .drill}

```vars
n = 8, 16
answer = n * 10000
unit = $
```
"""


@pytest.fixture
def taken(folder: Folder, anki: Profile) -> Profile:
    """An Anki that took typed cards and drills."""
    folder.write("a.md", TYPED)
    folder.write("b.md", DRILLS)
    anki.take(folder.export().file)
    return anki


def note(anki: Profile, front: str) -> AnkiNote:
    (found,) = [note for note in anki.notes().values() if front in note.first]
    return found


def card(anki: Profile, front: str, ordinal: int = 0) -> AnkiCard:
    guid = note(anki, front).guid
    (found,) = [card for card in anki.cards() if (card.guid, card.ordinal) == (guid, ordinal)]
    return found


def words(html: str) -> str:
    """What is read of HTML, without the white space."""
    return "".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def test_every_card_arrives_and_those_to_be_typed_have_the_field_once_on_each_side(taken: Profile) -> None:
    """None is blank; the second card of a note, and one that is only turned over, have no field to type into."""
    assert taken.problems() == []
    cards = taken.cards()
    assert len(cards) == 1 + 2 + 1 + 3 * 2 + 2
    to_be_typed = {(each.guid, each.ordinal) for each in cards if each.question.count(FIELD) == 1}
    turned = note(taken, "Only turned over").guid
    assert to_be_typed == {(each.guid, 0) for each in cards if each.guid != turned}
    assert all(each.answer.count(FIELD) == each.question.count(FIELD) for each in cards)
    assert all("[[type" not in each.question for each in cards if (each.guid, each.ordinal) not in to_be_typed)


def test_the_first_alternative_is_compared_and_the_whole_back_is_shown(taken: Profile) -> None:
    """In this order on the answer side: the rule, Anki's comparison, every alternative, the explanation."""
    assert note(taken, "How fast").fields["Expected"] == "3.35 TB/s"
    hbm = card(taken, "How fast")
    assert hbm.question.index("Five stacks") < hbm.question.index(FIELD)
    places = [hbm.answer.index(part) for part in ('id="answer"', FIELD, "3.35 TB/s", "3350 GB/s", "stacks of HBM3")]
    assert places == sorted(places)


def test_the_reversed_card_asks_for_the_heading_and_is_turned_over(taken: Profile) -> None:
    """Of a note and of a table's cell."""
    assert "Hopper" in card(taken, "architecture", 1).question
    assert "architecture" in card(taken, "architecture", 1).answer
    assert "80 GB" in card(taken, "H100 — Memory", 1).question


def test_typed_cells_expect_their_value(taken: Profile) -> None:
    """One field for each cell that is asked."""
    cells = {each.first: each.fields["Expected"] for each in taken.notes().values() if " — " in each.first}
    assert cells == {"H100 — Memory": "80 GB", "H100 — Bandwidth": "3.35 TB/s", "H200 — Memory": "141 GB"}


@pytest.mark.parametrize(
    ("back", "typed"),
    [
        ("**3.35 TB/s** | 3350 GB/s", "3.35 TB/s"),
        ("`std::vector<int> & x`", "std::vector<int> & x"),
        ("`<br>`", "<br>"),
        ("`&lt;`", "&lt;"),
        ("`a[i]` and `[sound:x.mp3]`", "a[i] and [sound:x.mp3]"),
        ("`[latex]x[/latex]`", "[latex]x[/latex]"),
        ("`{{c1::x}}`", "{{c1::x}}"),
        (r"$3\times10^8$ m/s", "3×10^8 m/s"),
        ("\"quoted\" & 'so'", "\"quoted\" & 'so'"),
        ("e\u0301tat", "état"),
        ("two\nlines", "two lines"),
        ("a&nbsp;b", "a b"),
        ("0", "0"),
        ("显存", "显存"),
        ("400 W (at most; 350 W as a card)", "400 W"),
        ("a shard (of the sum)", "a shard (of the sum)"),
    ],
)
def test_f7_the_answer_typed_as_it_was_meant_shows_no_difference(
    folder: Folder, anki: Profile, back: str, typed: str
) -> None:
    """Whatever signs it holds; any other one does, and case counts."""
    folder.write("x.md", f"## Question {{.typed}}\n\n{back}\n")
    anki.take(folder.export().file)
    assert anki.problems() == []
    expected = note(anki, "Question").fields["Expected"]
    assert not DIFFERENCE.search(anki.col.compare_answer(expected, typed))
    assert words(anki.col.compare_answer(expected, typed)) == "".join(typed.split())
    assert DIFFERENCE.search(anki.col.compare_answer(expected, f"{typed}!"))
    assert card(anki, "Question").question.count(FIELD) == 1


def test_a_drill_is_the_one_that_the_command_shows(
    folder: Folder, taken: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same numbers in the question, the same answer, which is what is to be typed."""
    monkeypatch.chdir(folder.root)
    here = {each["guid"]: each for each in report("cards", now=MORNING)["cards"] if each["type"] == "drill"}
    there = {each.guid: each for each in taken.notes().values() if each.guid in here}
    assert len(there) == 2
    for guid, drill in here.items():
        fields = there[guid].fields
        answer, _, explanation = drill["back"].partition("\n\n")
        assert words(fields["Front"]) == "".join(drill["front"].split())
        assert words(fields["Back"]).startswith("".join(answer.split()) + "".join(explanation.split()))
        assert not DIFFERENCE.search(taken.col.compare_answer(fields["Expected"], answer))
        assert "{{" not in fields["Front"] + fields["Back"]


def test_the_answer_of_a_drill_is_worked(taken: Profile) -> None:
    """Each step with its numbers, below the explanation; the result is the value of the formula."""
    fields = note(taken, "Ring time").fields
    asked = re.search(r"(\d+) GB, (\d+) GPUs, (\d+) GB/s", fields["Front"])
    assert asked
    size, ranks, speed = asked.groups()
    steps = re.search(r'<code class="language-working">(.*)</code>', fields["Back"], re.DOTALL)
    assert steps
    seconds, result = steps[1].split("\n")
    time = seconds.removeprefix(f"t = {size} / {speed} = ")
    assert float(time) == pytest.approx(int(size) / int(speed), rel=1e-3)
    assert result == f"2 * {time} * 1000 = {fields['Expected']}"
    assert float(fields["Expected"].removesuffix(" ms")) == pytest.approx(2000 * int(size) / int(speed), rel=1e-3)
    assert fields["Back"].index(f"A ring of {ranks} moves") < steps.start()


def test_the_report_says_that_drills_stand_still(folder: Folder) -> None:
    """In one sentence, and only where there are any."""
    folder.write("a.md", TYPED)
    assert folder.export().warnings == ()
    folder.write("b.md", DRILLS)
    assert folder.export().warnings == ("Drills: 2. In Anki each has one worked instance, its numbers do not change.",)


def test_a_second_export_is_the_same_file_also_after_a_review(
    folder: Folder, taken: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a review the numbers of a drill go on; in Anki they stay, and so do the notes."""
    (package,) = (folder.root / "exports").iterdir()
    before = package.read_bytes()
    monkeypatch.chdir(folder.root)
    call("review", "b", "--plain", now=MORNING, keys="1 ms\n3\n1 $\n3\n")
    states = {each["key"]: each["schedule"]["state"] for each in report("cards", now=MORNING)["cards"]}
    assert "new" not in (states["ring"], states["cost"])
    again = folder.export(now=NEXT_DAY)
    assert (again.new, again.updated, len(again.unchanged)) == ((), (), 8)
    assert package.read_bytes() == before
    assert taken.take(package) == {"duplicate": 8}


def test_a_later_first_alternative_reaches_anki(folder: Folder, taken: Profile) -> None:
    """What is to be typed is part of the note."""
    folder.write("a.md", TYPED.replace("**3.35 TB/s** | 3350 GB/s", "3350 GB/s | **3.35 TB/s**"))
    again = folder.export(now=NEXT_DAY)
    assert again.updated == ("hbm",)
    taken.take(again.file)
    assert note(taken, "How fast").fields["Expected"] == "3350 GB/s"


def test_ankis_own_elements_have_the_colours_of_the_card() -> None:
    """By day and by night, since they are the card's; Anki's own are black on loud grounds."""
    for name in ("typeGood", "typeBad", "typeMissed"):
        rules = re.findall(rf"#typeans \.{name}\b[^{{]*{{([^}}]*)}}", css())
        assert any("background: none" in rule for rule in rules)
        assert all(colour.startswith("var(--") for rule in rules for colour in re.findall(r"\bcolor: ([^;]*)", rule))
    (box,) = re.findall(r"\n#typeans \{([^}]*)\}", css())
    assert "width: 100%" in box
    assert "border-box" in box
