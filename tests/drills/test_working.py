from __future__ import annotations

from flashdeck.drills.working import working


def test_each_step_has_the_numbers_of_the_review() -> None:
    """Names of functions stay; numbers with exponents are not taken for names; the answer has its unit."""
    block = "n = 8, 64\nS = 1e3\nshare = 2 * (n - 1) / n\nroot = sqrt(S) + 1e2\nanswer = share * S\nunit = ms\n"
    assert working(block, {"n": "8", "S": "1e3"}) == [
        "share = 2 * (8 - 1) / 8 = 1.75",
        "root = sqrt(1e3) + 1e2 = 131.6",
        "1.75 * 1e3 = 1750 ms",
    ]


def test_a_step_that_is_a_number_is_said_once() -> None:
    """`k = 3` is not `k = 3 = 3`."""
    assert working("k = 1 + 2\nanswer = k\n", {})[0] == "k = 1 + 2 = 3"
    assert working("n = 2\nk = n\nanswer = k\n", {"n": "2"}) == ["k = 2", "2 = 2"]
