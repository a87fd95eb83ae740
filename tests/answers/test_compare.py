"""What was typed against what was expected: the table of verdicts."""

from __future__ import annotations

import pytest

from flashdeck.answers import Outcome, compare
from flashdeck.model import Expected, Rating

EXACT, WITHIN, UNIT, POWER, OFF, DIFFERENT, EMPTY = Outcome

NUMBERS = [
    # one value, many spellings
    ("3.35 TB/s", "3.35 TB/s", EXACT),
    ("3.35 TB/s", "3350 GB/s", EXACT),
    ("3.35 TB/s", "3.35TB/s", EXACT),
    ("3.35 TB/s", "3,350 GB/s", EXACT),
    ("3.35 TB/s", "3 350 GB/s", EXACT),
    ("3.35 TB/s", "3.35e12 B/s", EXACT),
    ("3.35 TB/s", "3.35 × 10^12 B/s", EXACT),
    ("3.35 TB/s", "26.8 Tb/s", EXACT),
    ("3.35 TB/s", "26.8 Tbps", EXACT),
    ("3.35 TB/s", "3.35 TBps", EXACT),
    ("3.35 TB/s", "3.35 terabytes per second", EXACT),
    ("3.35 TB/s", "3.35 TB per s", EXACT),
    ("3.35 TB/s", "3.35 TB·s⁻¹", EXACT),
    ("3.35 TB/s", "3.35 TB每秒", EXACT),
    ("3.35 TB/s", "３．３５ ＴＢ／ｓ", EXACT),
    ("3.35 TB/s", "~3.35 TB/s", EXACT),
    ("3.35 TB/s", "≈ 3.35 TB/s.", EXACT),
    ("3.35 TB/s", "= 3.35 TB/s", EXACT),
    ("3.35 TB/s", "about 3.35 TB/s", EXACT),
    ("3.35 TB/s", "3,35 TB/s", EXACT),
    ("3.35 TB/s", "3.350 TB/s", EXACT),
    ("3.35 TB/s", "+3.35 TB/s", EXACT),
    # a missing unit is the expected one; a letter stands for its prefix
    ("3.35 TB/s", "3.35", EXACT),
    ("3.35 TB/s", "3.35T", EXACT),
    ("3.35 TB/s", "3350G", EXACT),
    ("3.35 TB/s", "3.35 trillion", EXACT),
    # letters in the wrong case, where that is no other unit
    ("3.35 TB/s", "3.35 tb/s", EXACT),
    ("80 GB", "80 gb", EXACT),
    ("80 GB", "80 Gigabytes", EXACT),
    ("10 kWh", "10 kwh", EXACT),
    # right once rounded to the digits of the answer
    ("3.35 TB/s", "3.354 TB/s", WITHIN),
    ("3.35 TB/s", "3.345 TB/s", WITHIN),
    ("3.35 TB/s", "3.356 TB/s", OFF),
    ("989 TFLOPS", "989.4", WITHIN),
    ("8 TB/s", "7.7 TB/s", WITHIN),
    ("$250k", "250,400", WITHIN),
    ("$250k", "251,000", OFF),
    # another unit
    ("3.35 TB/s", "3.35 Tb/s", UNIT),
    ("3.35 TB/s", "3.35 TiB/s", UNIT),
    ("3.35 TB/s", "3.35 TB", UNIT),
    ("3.35 TB/s", "3.35 W", UNIT),
    ("80 GB", "80 GiB", UNIT),
    ("80 GiB", "80 GB", UNIT),
    ("80 GB", "80 Gb", UNIT),
    ("400 Gb/s", "400 GB/s", UNIT),
    ("400 Gb/s", "50 GB/s", EXACT),
    ("96 GiB", "103.079215104 GB", EXACT),
    ("2 min", "2 s", UNIT),
    ("989 TFLOPS", "989 TOPS", UNIT),
    ("8 GPUs", "8 TPUs", UNIT),
    ("$7", "€7", UNIT),
    ("32 GT/s", "32 Gb/s", UNIT),
    # a power of ten
    ("3.35 TB/s", "3350", POWER),
    ("3.35 TB/s", "3.35 GB/s", POWER),
    ("3.35 TB/s", "0.335 TB/s", POWER),
    ("$250k", "250", POWER),
    ("70B", "70", POWER),
    ("43%", "0.43%", POWER),
    # wrong
    ("3.35 TB/s", "3.4 TB/s", OFF),
    ("3.35 TB/s", "4.8 TB/s", OFF),
    ("3.35 TB/s", "-3.35 TB/s", OFF),
    ("3.35 TB/s", "0", OFF),
    ("0", "1", OFF),
    # money
    ("$250k", "250,000", EXACT),
    ("$250k", "$250,000", EXACT),
    ("$250k", "250k", EXACT),
    ("$250k", "250 K", EXACT),
    ("$250k", "US$250k", EXACT),
    ("$250k", "250k USD", EXACT),
    ("$250k", "0.25 million dollars", EXACT),
    ("$250k", "25万", EXACT),
    ("$2.50", "250 cents", EXACT),
    ("$7 per GPU-hour", "$7/GPU-hour", EXACT),
    # rates of arithmetic
    ("989 TFLOPS", "989 TFLOP/s", EXACT),
    ("989 TFLOPS", "989 Tflops", EXACT),
    ("989 TFLOPS", "989 TFLOPs", EXACT),
    ("989 TFLOPS", "989 teraflops", EXACT),
    ("989 TFLOPS", "989 tflops/s", EXACT),
    ("989 TFLOPS", "0.989 PFLOPS", EXACT),
    ("989 TFLOPS", "9.89e14 FLOP/s", EXACT),
    ("3.8e25 FLOPs", "3.8e25 FLOP", EXACT),
    # parts, times, counts
    ("43%", "43", EXACT),
    ("43%", "0.43", EXACT),
    ("43%", "43 percent", EXACT),
    ("0.43", "43%", EXACT),
    ("8×", "8x", EXACT),
    ("8×", "8 times", EXACT),
    ("8×", "8", EXACT),
    ("8×", "×8", EXACT),
    ("×1.5", "1.5x", EXACT),
    ("8 GPUs", "8", EXACT),
    ("8 GPUs", "8 gpus", EXACT),
    ("8 GPUs", "8 GPU", EXACT),
    ("8,192", "8192 tokens", EXACT),
    ("12k tokens/s", "12,000 tok/s", EXACT),
    ("70B", "70 billion", EXACT),
    ("70B", "7e10", EXACT),
    ("4 trillion", "4T", EXACT),
    # other numerals
    ("10^6", "1,000,000", EXACT),
    ("1000000", "10⁶", EXACT),
    ("1000000", "1_000_000", EXACT),
    ("1234.5", "1.234,5", EXACT),
    ("1/2", "½", EXACT),
    ("2.5", "2½", EXACT),
    ("3", "三", EXACT),
    ("3.5", "三点五", EXACT),
    ("42", "٤٢", EXACT),
    ("-5", "−5", EXACT),
    # a remark behind the number
    ("2 TB/s (printed as more than 2,000 GB/s)", "2 TB/s", EXACT),
    ("750 W (peak board power)", "0.75 kW", EXACT),
    # no number
    ("3.35 TB/s", "fast", DIFFERENT),
    ("3.35 TB/s", "TB/s", DIFFERENT),
    ("3.35 TB/s", "1.2.3", DIFFERENT),
    ("3.35 TB/s", "9**9**9", DIFFERENT),
    ("3.35 TB/s", "1e999999999", DIFFERENT),
    ("3.35 TB/s", "NaN", DIFFERENT),
    ("3.35 TB/s", "∞", DIFFERENT),
    ("3.35 TB/s", "3.35 TB/s or so", DIFFERENT),
    ("3.35 TB/s", "3.35 TB//s", DIFFERENT),
    ("3.35 TB/s", " \t ", EMPTY),
    ("3.35 TB/s", "", EMPTY),
]


@pytest.mark.parametrize(("answer", "typed", "outcome"), NUMBERS)
def test_r104_a_typed_number_is_compared_by_value(answer: str, typed: str, outcome: Outcome) -> None:
    """Whatever its unit and spelling."""
    assert compare(Expected((answer,)), typed).outcome is outcome


TEXTS = [
    ("Ampere", "ampere", EXACT, Rating.GOOD),
    ("Ampere", "  Ampere  ", EXACT, Rating.GOOD),
    ("ring all-reduce", "Ring  all-reduce.", EXACT, Rating.GOOD),
    ("don’t care", "don't care", EXACT, Rating.GOOD),
    ("Zürich", "Zu\u0308rich", EXACT, Rating.GOOD),
    ("Straße", "STRASSE", EXACT, Rating.GOOD),
    ("带宽", "带宽。", EXACT, Rating.GOOD),
    ("Ampere", "Amprere", DIFFERENT, Rating.HARD),
    ("Ampere", "Apmere", DIFFERENT, Rating.HARD),
    ("Ampere", "Ampera", DIFFERENT, Rating.HARD),
    ("Ampere", "Ampre", DIFFERENT, Rating.HARD),
    ("Ampere", "Ampra", DIFFERENT, Rating.AGAIN),
    ("Ampere", "Hopper", DIFFERENT, Rating.AGAIN),
    ("PCIe", "PCI", DIFFERENT, Rating.AGAIN),
    ("NVLink 4", "NVLink 5", DIFFERENT, Rating.AGAIN),
    ("80 GB HBM3", "80 GB HBM2", DIFFERENT, Rating.AGAIN),
    ("2:4 sparsity", "2:8 sparsity", DIFFERENT, Rating.AGAIN),
    ("$250k to $310k", "$250k to $310k", EXACT, Rating.GOOD),
    ("$250k to $310k", "$250k", DIFFERENT, Rating.AGAIN),
    ("250-310k", "250", DIFFERENT, Rating.AGAIN),
    ("2020-03", "2020", DIFFERENT, Rating.AGAIN),
    ("8x8", "8X8", EXACT, Rating.GOOD),
    ("7.0.1", "7.0", DIFFERENT, Rating.AGAIN),
]


@pytest.mark.parametrize(("answer", "typed", "outcome", "rating"), TEXTS)
def test_r104_a_typed_text_is_compared_without_regard_to_case_and_space(
    answer: str, typed: str, outcome: Outcome, rating: Rating
) -> None:
    """One slip in a longer word is hard; a range of numbers is a text, and a digit is never a slip."""
    verdict = compare(Expected((answer,)), typed)
    assert (verdict.outcome, verdict.rating) == (outcome, rating)


@pytest.mark.parametrize(
    ("typed", "outcome"), [("cudaMalloc", EXACT), (" cudaMalloc ", EXACT), ("cudamalloc", DIFFERENT)]
)
def test_r104_case_counts_where_it_is_asked_for(typed: str, outcome: Outcome) -> None:
    """`case=exact` makes capitals count, and still no white space around."""
    verdict = compare(Expected(("cudaMalloc",), exact_case=True), typed)
    assert verdict.outcome is outcome
    assert outcome is EXACT or verdict.message == "upper and lower case differ"


TOLERANCES = [
    ("3.35 TB/s", "2%", "3.3 TB/s", WITHIN),
    ("3.35 TB/s", "2%", "3.417 TB/s", WITHIN),
    ("3.35 TB/s", "2%", "3.418 TB/s", OFF),
    ("3.35 TB/s", "0.1 TB/s", "3.45 TB/s", WITHIN),
    ("3.35 TB/s", "0.1 TB/s", "3.46 TB/s", OFF),
    ("3.35 TB/s", "100 GB/s", "3250 GB/s", WITHIN),
    ("3.35 TB/s", "±0.1", "3.25", WITHIN),
    ("3.35 TB/s", "0.1 TB/s", "3.35 TB/s", EXACT),
    ("3.35 TB/s", "0%", "3.351 TB/s", OFF),
    ("80 GB", "10%", "80 GiB", UNIT),
    ("80 GB", "10%", "75 GiB", WITHIN),
    ("80 GB", "2%", "81000 GB", POWER),
    ("$250k", "$10k", "$241,000", WITHIN),
    ("$250k", "$10k", "$239,000", OFF),
    ("43%", "2%", "43.8", WITHIN),
    ("0", "0.5", "0.4", WITHIN),
]


@pytest.mark.parametrize(("answer", "tolerance", "typed", "outcome"), TOLERANCES)
def test_r104_a_tolerance_is_relative_or_absolute(answer: str, tolerance: str, typed: str, outcome: Outcome) -> None:
    """Its border belongs to it; the right digits with another unit are wrong all the same."""
    assert compare(Expected((answer,), tolerance), typed).outcome is outcome


@pytest.mark.parametrize(
    ("answer", "tolerance", "typed", "rating"),
    [
        ("3.35 TB/s", "", "3350 GB/s", Rating.GOOD),
        ("3.35 TB/s", "", "3.352 TB/s", Rating.GOOD),
        ("3.35 TB/s", "5%", "3.5 TB/s", Rating.GOOD),
        ("3.35 TB/s", "", "3.4 TB/s", Rating.HARD),
        ("3.35 TB/s", "", "3.5 TB/s", Rating.AGAIN),
        ("3.35 TB/s", "1%", "3.4 TB/s", Rating.AGAIN),
        ("3.35 TB/s", "", "3.35 Tb/s", Rating.AGAIN),
        ("3.35 TB/s", "", "3350", Rating.AGAIN),
        ("3.35 TB/s", "", "", Rating.AGAIN),
    ],
)
def test_the_proposed_grade(answer: str, tolerance: str, typed: str, rating: Rating) -> None:
    """Right is good; without a tolerance up to 2 % off is hard; everything else is again."""
    assert compare(Expected((answer,), tolerance), typed).rating is rating


@pytest.mark.parametrize(
    ("answer", "typed", "message"),
    [
        ("3.35 TB/s", "3350 GB/s", "exact"),
        ("3.35 TB/s", "3.354 TB/s", "within tolerance: 0.1 % too large"),
        (
            "9 GB",
            "9 Gb/s",
            "right digits but wrong unit: Gb/s means gigabits per second, and the answer is in GB, gigabytes",
        ),
        ("80 GB", "80 GiB", "right digits but wrong unit: GiB means gibibytes, and the answer is in GB, gigabytes"),
        ("80 GB", "3 W", "wrong unit: W means watts, and the answer is in GB, gigabytes"),
        ("8 GPUs", "8 TPUs", "right digits but wrong unit: `TPUs`, and the answer is in `GPUs`"),
        ("3.35 TB/s", "3.35 GB/s", "off by a power of ten: 1,000 times too small"),
        ("3.35 TB/s", "33.5 TB/s", "off by a power of ten: 10 times too large"),
        ("3.35 TB/s", "3 TB/s", "wrong by 10 %: too small"),
        ("3.35 TB/s", "3.4 TB/s", "wrong by 1.5 %: too large"),
        ("100 W", "420 W", "wrong by a factor of 4.2: too large"),
        ("100 W", "-100 W", "the sign is wrong"),
        ("3.35 TB/s", "fast", "not a number with a unit that is known: the answer is 3.35 TB/s"),
        ("Ampere", "Amper", "one letter differs"),
        ("Ampere", "Hopper", "different: the answer is Ampere"),
        ("Ampere", "", "nothing was typed"),
    ],
)
def test_the_verdict_says_how_far_off(answer: str, typed: str, message: str) -> None:
    """In words, units by their names."""
    assert compare(Expected((answer,)), typed).message == message


def test_r104_of_several_alternatives_the_nearest_is_compared() -> None:
    """A right one wins; among wrong ones, that with the fewest wrong letters or the smallest error."""
    expected = Expected(("all-reduce", "allreduce operation", "3 TB/s"))
    assert compare(expected, "All-Reduce").is_right
    assert compare(expected, "3000 GB/s").is_right
    assert compare(expected, "allreduce operatoin").expected == "allreduce operation"
    assert compare(Expected(("10 W", "20 W")), "19 W").expected == "20 W"


def test_the_error_is_relative_and_signed() -> None:
    """A report can tell who is always low."""
    assert compare(Expected(("10 W",)), "9 W").error == pytest.approx(-0.1)
    assert compare(Expected(("10 W",)), "9 s").error is None
    assert compare(Expected(("ten",)), "nine").error is None
