"""What the drills on networks, data centres, reliability and metrics ask, worked out from the drawn numbers.

Own formulas, in SI units where that is another way than the card's. Names are those of the cards.
"""

# ruff: noqa: N803 (names as the cards have them)
from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, prod

HOUR = 3600.0
YEAR = 8760 * HOUR
KILOWATT_HOUR = 1000 * HOUR


def fat_tree_two(k: float) -> tuple[float, str]:
    """As many leaves as a spine has ports; each leaf has as many hosts as uplinks."""
    leaves = sum(1 for _port in range(int(k)))
    return sum(int(k) // 2 for _leaf in range(leaves)), "GPUs"


def fat_tree_three(k: float) -> tuple[float, str]:
    """One pod for each port of a core switch; half of a pod's switches are edges, and half of their ports hosts."""
    pods, edges, hosts = int(k), int(k) // 2, int(k) // 2
    return pods * edges * hosts, "GPUs"


def two_tier_switches(k: float) -> tuple[float, str]:
    """Every leaf has one uplink to each spine."""
    uplinks_of_a_leaf = int(k) - int(k) // 2
    return int(k) + uplinks_of_a_leaf, "switches"


def switches_for_gpus(n: float, k: float) -> tuple[float, str]:
    """A GPU takes two ports of leaves (down and up) and one of a spine, of k ports each."""
    return float(Fraction(int(n)) * 3 / Fraction(int(k))), "switches"


def oversubscription(d: float, rate: float, u: float) -> tuple[float, str]:
    """Bits per second down over bits per second up."""
    return (d * rate * 1e9) / (u * 800 * 1e9), "×"


def oversubscribed_rate(rate: float, r: float) -> tuple[float, str]:
    """All hosts share what goes up: one r-th of what they could send."""
    bytes_per_second = rate * 1e9 / 8
    return bytes_per_second / r / 1e9, "GB/s"


def cluster_power(n: float, w: float, extra: float, pue: float) -> tuple[float, str]:
    """Watts of a GPU with its part of the server, then of the site."""
    per_gpu = w + w * extra / 100
    return n * per_gpu * pue / 1e6, "MW"


def pue_savings(it: float, before: float, after: float, price: float) -> tuple[float, str]:
    """Two yearly bills and their difference."""

    def bill(pue: float) -> float:
        joules = it * 1e6 * pue * YEAR
        return joules / KILOWATT_HOUR * price / 100

    return bill(before) - bill(after), "$"


def rack_count(s: float, kw: float, rack: float) -> tuple[float, str]:
    """Fill rack after rack."""
    racks, left = 0, int(s)
    fits = next(count for count in range(1000) if (count + 1) * kw > rack)
    while left > 0:
        racks, left = racks + 1, left - fits
    return racks, "racks"


def depreciation(cost: float, life: float, rest: float) -> tuple[float, str]:
    """From the price to the residual value in equal steps."""
    price = cost * 1e6
    return (price - price * rest / 100) / life, "$"


def gpu_hour(capex: float, life: float, kw: float, pue: float, price: float) -> tuple[float, str]:
    """All that the years cost, over their hours."""
    hours = life * YEAR / HOUR
    energy = kw * 1000 * pue * life * YEAR / KILOWATT_HOUR
    return (capex + energy * price / 100) / hours, "$"


def break_even(capex: float, run: float, rent: float, use: float) -> tuple[float, str]:
    """The month in which both have cost the same: capex + run h = rent h."""
    hours = capex / (rent - run)
    return hours / (730 * use / 100), "months"


def construction(n: float, kw: float, price: float) -> tuple[float, str]:
    """Dollars per watt times watts."""
    return n * kw * 1000 * price, "$"


def job_mtbf(m: float, n: float) -> tuple[float, str]:
    """Failures per hour add over the GPUs."""
    per_hour = n * (1 / m)
    return 1 / per_hour, "h"


def young(C: float, M: float) -> tuple[float, str]:
    """The interval at which writing costs as much as lost work: C/T = T/2M."""
    low, high = 0.0, M * HOUR
    for _ in range(100):
        middle = (low + high) / 2
        if C * 60 / middle > middle / (2 * M * HOUR):
            low = middle
        else:
            high = middle
    return low / 60, "min"


def daly(C: float, M: float) -> tuple[float, str]:
    """The work T that makes M (e^((T+C)/M) - 1) / T, the time per unit of work, the least; Daly's series is near it."""
    write, mtbf = C * 60, M * HOUR
    low, high = 0.0, mtbf
    for _ in range(100):
        middle = (low + high) / 2
        if exp(-(middle + write) / mtbf) < 1 - middle / mtbf:
            low = middle
        else:
            high = middle
    return low / 60, "min"


def goodput(M: float, C: float, T: float, R: float) -> tuple[float, str]:
    """In a time of one MTBF: so many writes, one restart and half an interval are lost."""
    span = M * HOUR
    writes = span / (T * 60)
    lost = writes * C * 60 + (T / 2 + R) * 60
    return 100 * (span - lost) / span, "%"


def checkpoint_write(P: float, B: float) -> tuple[float, str]:
    """Three numbers of four bytes for each parameter."""
    size = 3 * 4 * P * 1e9
    return size / (B * 1e9), "s"


def all_up(n: float, a: float) -> tuple[float, str]:
    """One factor for each node."""
    return 100 * prod(a / 100 for _node in range(int(n))), "%"


def fit(gpu: float, nic: float, rest: float) -> tuple[float, str]:
    """Failures per hour of all parts, turned over."""
    per_hour = sum([gpu * 1e-9] * 8 + [nic * 1e-9] * 8 + [rest * 1e-9])
    return 1 / per_hour, "h"


def used_hour(price: float, use: float) -> tuple[float, str]:
    """A hundred hours are paid, `use` of them are used."""
    return 100 * price / use, "$"


def idle_cost(n: float, price: float, use: float) -> tuple[float, str]:
    """The bill without the used hours."""
    paid = n * YEAR / HOUR
    used = paid * use / 100
    return (paid - used) * price, "$"


def scaling(a: float, b: float, x: float, each: float) -> tuple[float, str]:
    """Tokens per second and GPU, of the larger job against the smaller."""
    larger = x * (b / a) * each
    return 100 * (larger / b) / (x / a), "%"


def mfu_ceiling(c: float, share: float, e: float) -> tuple[float, str]:
    """FLOPs done in a step over those that the step has time for, per unit of peak."""
    done = c / 1000 * share / 100
    return 100 * done / (c / 1000 + e / 1000), "%"


def calendar_days(days: float, good: float) -> tuple[float, str]:
    """Each day brings `good` hundredths of a day of training."""
    return days * 100 / good, "days"


SITES: dict[str, Callable[..., tuple[float, str]]] = {
    "drill-all-up": all_up,
    "drill-break-even": break_even,
    "drill-calendar-days": calendar_days,
    "drill-checkpoint-write": checkpoint_write,
    "drill-cluster-power": cluster_power,
    "drill-construction": construction,
    "drill-daly": daly,
    "drill-depreciation": depreciation,
    "drill-fat-tree-three": fat_tree_three,
    "drill-fat-tree-two": fat_tree_two,
    "drill-fit": fit,
    "drill-goodput": goodput,
    "drill-gpu-hour": gpu_hour,
    "drill-idle-cost": idle_cost,
    "drill-job-mtbf": job_mtbf,
    "drill-mfu-ceiling": mfu_ceiling,
    "drill-oversubscribed-rate": oversubscribed_rate,
    "drill-oversubscription": oversubscription,
    "drill-pue-savings": pue_savings,
    "drill-rack-count": rack_count,
    "drill-scaling": scaling,
    "drill-switches-for-gpus": switches_for_gpus,
    "drill-two-tier-switches": two_tier_switches,
    "drill-used-hour": used_hour,
    "drill-young": young,
}
"""By the drill's id."""
