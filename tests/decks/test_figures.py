"""The tests of the decks read figures as a person does."""

from __future__ import annotations

import pytest

from tests.decks.figures import figures, figures_and_words, missing


@pytest.mark.parametrize(
    ("fact", "card"),
    [
        ("3.35 TB/s", "It is 3,350 GB/s."),
        ("3.35 TB/s", "3.35 TB/s of HBM3"),
        ("400 Gb/s", "50 GB/s each way"),
        ("$220K-250K", "$220k to $250k a year"),
        ("0.98", "98%"),
        ("43%", "43% of the peak"),
        ("175B parameters", "175 billion parameters"),
        ("1,979 TFLOPS sparse", "1.979 PFLOPS"),
        ("20,000 x 700 W = 14.0 MW", "14 MW: 20,000 of 700 W"),
        ("18 links", "over 18 links"),
        ("8 GPUs", "eight GPUs"),
        ("2.0 TB/s", "2,039 GB/s"),
        ("125 petaFLOPS", "125 PFLOPS"),
        ("1,930 GB/s", "1,930 or 2,039 GB/s"),
        ("12.5 days", "300 hours"),
        ("WSE-3 on H100", "no figure at all"),
    ],
)
def test_a_figure_is_found_in_its_unit_or_in_another(fact: str, card: str) -> None:
    """Thousands separators, prefixes, magnitudes and percent are told apart from the amount."""
    assert not missing(figures(fact), figures_and_words(card))


@pytest.mark.parametrize(
    ("fact", "card"),
    [
        ("900 GB/s", "900 Gb/s"),
        ("80 GB", "80 GB/s"),
        ("3.35 TB/s", "3.9 TB/s"),
        ("3.35 TB/s", "3 TB/s"),
        ("900 GB/s", "901 GB/s"),
        ("3.35 TB/s", "3.35"),
        ("80 GB", "80 GPUs of 700 W"),
        ("4 trillion", "4 billion"),
        ("$220K-250K", "$220k to $260k"),
        ("100", "an H100, a WSE-100"),
        ("44 GB", "44 GiB"),
    ],
)
def test_another_amount_is_not_the_figure(fact: str, card: str) -> None:
    """The same digits in another unit are another figure."""
    assert missing(figures(fact), figures_and_words(card))
