"""What the drills on chips, collectives, parallelism and pay ask, worked out from the drawn numbers.

Own formulas, in SI units where that is another way than the card's. Names are those of the cards.
"""

# ruff: noqa: E741, N803 (names as the cards have them)
from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import log2

GIGA, MEGA, MICRO, TERA = 1e9, 1e6, 1e-6, 1e12
DAY = 24 * 60 * 60


def _ring_bytes(size: float, ranks: float) -> float:
    """What a rank sends in a ring reduce-scatter, chunk by chunk; an all-gather is the same once more."""
    return sum(size / ranks for _ in range(int(ranks) - 1))


def drill_ring_time(S: float, n: float, B: float) -> tuple[float, str]:
    return 2 * _ring_bytes(S * GIGA, n) / (B * GIGA) * 1e3, "ms"


def drill_ring_alpha(S: float, n: float, alpha: float, B: float) -> tuple[float, str]:
    step = alpha * MICRO + S * MEGA / n / (B * GIGA)
    return 2 * (n - 1) * step * 1e3, "ms"


def drill_tree_time(S: float, n: float, alpha: float, B: float) -> tuple[float, str]:
    seconds = 2 * log2(n) * alpha * MICRO + 2 * S * MEGA / (B * GIGA)
    return seconds * 1e3, "ms"


def drill_ring_over_tree(n: float) -> tuple[float, str]:
    return (n - 1) / log2(n), "times"


def drill_busbw(n: float, algbw: float) -> tuple[float, str]:
    return algbw * _ring_bytes(2.0, n), "GB/s"


def drill_busbw_from_time(S: float, n: float, t: float) -> tuple[float, str]:
    sent = 2 * _ring_bytes(S * GIGA, n)
    return sent / (t * 1e-3) / GIGA, "GB/s"


def drill_reduce_scatter_bytes(n: float, S: float) -> tuple[float, str]:
    return _ring_bytes(S, n), "GB"


def drill_all_gather_time(P: float, n: float, B: float) -> tuple[float, str]:
    return _ring_bytes(P * GIGA * 2, n) / (B * GIGA) * 1e3, "ms"


def drill_zero3_traffic(P: float, n: float) -> tuple[float, str]:
    return 3 * _ring_bytes(P * 2, n), "GB"


def _states(parameters: float, ranks: float, sharded: set[str]) -> float:
    """Bytes per GPU; `sharded` names what is spread over the ranks."""
    sizes = {"weights": 2, "gradients": 2, "optimizer": 12}
    return sum(parameters * size / (ranks if name in sharded else 1) for name, size in sizes.items())


def drill_zero_1(P: float, n: float) -> tuple[float, str]:
    return _states(P * GIGA, n, {"optimizer"}) / GIGA, "GB"


def drill_zero_2(P: float, n: float) -> tuple[float, str]:
    return _states(P * GIGA, n, {"optimizer", "gradients"}) / GIGA, "GB"


def drill_zero_3(P: float, n: float) -> tuple[float, str]:
    return _states(P * GIGA, n, {"optimizer", "gradients", "weights"}) / GIGA, "GB"


def drill_fsdp(P: float, L: float, n: float) -> tuple[float, str]:
    gathered = P * GIGA / L * 2
    return (drill_zero_3(P, n)[0] * GIGA + gathered) / GIGA, "GB"


def _activations(s: float, b: float, h: float) -> float:
    """Bytes of one layer: 34 per element of the hidden state, 5 per element of the score matrices."""
    heads = h / 128
    return 34 * s * b * h + 5 * heads * b * s * s


def drill_activations(s: float, b: float, h: float) -> tuple[float, str]:
    return _activations(s, b, h) / GIGA, "GB"


def drill_activations_tp(s: float, b: float, h: float, t: float) -> tuple[float, str]:
    return _activations(s, b, h) / t / GIGA, "GB"


def drill_bubble(p: float, m: float) -> tuple[float, str]:
    return 100 * ((m + p - 1) / m - 1), "%"


def drill_bubble_total(p: float, m: float) -> tuple[float, str]:
    return 100 * (1 - m / (m + p - 1)), "%"


def drill_bubble_interleaved(p: float, m: float, v: float) -> tuple[float, str]:
    return 100 * ((m * v + p - 1) / (m * v) - 1), "%"


def drill_training_days(N: float, D: float, n: float, mfu: float) -> tuple[float, str]:
    flops_per_gpu = 6 * (N * GIGA) * (D * TERA) / n
    return flops_per_gpu / (989 * TERA * mfu / 100) / DAY, "days"


def drill_mfu(N: float, k: float) -> tuple[float, str]:
    peak_tokens = 989 * TERA / (6 * N * GIGA)
    return 100 * k / peak_tokens, "%"


def _rounded_up(numerator: float, denominator: float) -> float:
    return -(-Fraction(str(numerator)) // Fraction(str(denominator)))


def drill_states_gpus(P: float, M: float) -> tuple[float, str]:
    return float(_rounded_up(16 * int(P), int(M))), "GPUs"


def drill_weights_gpus(P: float, bits: float, M: float) -> tuple[float, str]:
    return float(_rounded_up(int(P) * int(bits) * 10, 8 * 9 * int(M))), "GPUs"


def drill_ridge(peak: float, bw: float) -> tuple[float, str]:
    return (peak * TERA) / (bw * TERA), "FLOP/byte"


def drill_roofline(I: float, peak: float, bw: float) -> tuple[float, str]:
    ridge = peak / bw
    return (float(peak) if ridge <= I else I * bw * TERA / TERA), "TFLOPS"


def drill_decode_floor(P: float, bits: float, bw: float) -> tuple[float, str]:
    return P * GIGA * bits / 8 / (bw * TERA) * 1e3, "ms"


def drill_total_compensation(base: float, bonus: float, grant: float, sign: float) -> tuple[float, str]:
    years = [base * 1000 * (1 + bonus / 100) + grant * 1000 / 4 for _ in range(4)]
    years[0] += sign * 1000
    return sum(years) / 4, "$"


def drill_expected_value(stay: float, offer: float, q: float) -> tuple[float, str]:
    chance = q / 100
    return 1000 * ((1 - chance) * stay + chance * offer), "$"


def drill_chance_gain(**drawn: float) -> tuple[float, str]:
    raise_, before, after = drawn["raise"], drawn["before"], drawn["after"]
    return 1000 * raise_ * after / 100 - 1000 * raise_ * before / 100, "$"


def drill_roi_article(gain: float, cost: float) -> tuple[float, str]:
    return gain / cost, "times"


def drill_roi(gain: float, cost: float) -> tuple[float, str]:
    return gain / cost - 1, "times"


def drill_vested(grant: float, months: float) -> tuple[float, str]:
    if months < 12:
        return 0.0, "$"
    quarter = grant * 1000 / 4
    return quarter + (months - 12) * (grant * 1000 - quarter) / 36, "$"


TRAINING: dict[str, Callable[..., tuple[float, str]]] = {
    "drill-activations": drill_activations,
    "drill-activations-tp": drill_activations_tp,
    "drill-all-gather-time": drill_all_gather_time,
    "drill-bubble": drill_bubble,
    "drill-bubble-interleaved": drill_bubble_interleaved,
    "drill-bubble-total": drill_bubble_total,
    "drill-busbw": drill_busbw,
    "drill-busbw-from-time": drill_busbw_from_time,
    "drill-chance-gain": drill_chance_gain,
    "drill-decode-floor": drill_decode_floor,
    "drill-expected-value": drill_expected_value,
    "drill-fsdp": drill_fsdp,
    "drill-mfu": drill_mfu,
    "drill-reduce-scatter-bytes": drill_reduce_scatter_bytes,
    "drill-ridge": drill_ridge,
    "drill-ring-alpha": drill_ring_alpha,
    "drill-ring-over-tree": drill_ring_over_tree,
    "drill-ring-time": drill_ring_time,
    "drill-roi": drill_roi,
    "drill-roi-article": drill_roi_article,
    "drill-roofline": drill_roofline,
    "drill-states-gpus": drill_states_gpus,
    "drill-total-compensation": drill_total_compensation,
    "drill-training-days": drill_training_days,
    "drill-tree-time": drill_tree_time,
    "drill-vested": drill_vested,
    "drill-weights-gpus": drill_weights_gpus,
    "drill-zero-1": drill_zero_1,
    "drill-zero-2": drill_zero_2,
    "drill-zero-3": drill_zero_3,
    "drill-zero3-traffic": drill_zero3_traffic,
}
"""By the drill's id."""
