"""The cheapest capacity mode of a table that serves its load, and why, as a sentence.

facts/pricing#break-even.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from modeler.core.arithmetic import plain_number
from modeler.core.cost.bills import Bill, ModeCost
from modeler.core.cost.lines import Mode


@dataclass(frozen=True, slots=True)
class CheapestMode:
    """The cheapest mode without throttling; `saved` dollars per month compared with the next one. `left_out` gives for
    each cheaper mode why it was skipped. `estimate`: a price, size or curve that it is based on is one.
    """

    mode: Mode
    amount: Decimal
    saved: Decimal
    reason: str
    left_out: tuple[str, ...] = ()
    estimate: bool = False


def choice(modes: Mapping[Mode, ModeCost], bill: Bill) -> CheapestMode | None:
    """None if no mode has all its prices. A mode with unknown prices is not a candidate."""
    priced = sorted((cost for cost in modes.values() if cost.complete), key=lambda cost: cost.total.value)
    able = [cost for cost in priced if bill.carries(cost.mode)]
    if not able:
        return None
    best, *others = able
    left_out = tuple(_passed_over(cost, bill) for cost in priced[: priced.index(best)])
    saved = others[0].total.value - best.total.value if others else Decimal(0)
    reason = _reason(best, others[0] if others else None, bill)
    return CheapestMode(best.mode, best.total.value, saved, reason, left_out, best.total.estimate)


def _passed_over(cost: ModeCost, bill: Bill) -> str:
    if cost.mode is Mode.AUTO_SCALED:
        refused = [m for m in bill.meters if m.simulation.throttled]
        if refused:
            worst = max(refused, key=lambda meter: meter.simulation.share_throttled)
            share = plain_number(round(worst.simulation.share_throttled * 100, 2))
            when = next(worst.simulation.named())
            return f"{cost.mode} would throttle {share}% of the {worst.direction}s of {worst.place}, first {when}"
    return f"{cost.mode} does not support the peak"


def _reason(best: ModeCost, second: ModeCost | None, bill: Bill) -> str:
    """Why it is the cheapest: the utilization relative to the break-even, and the difference from the next mode."""
    if not any(meter.demand.average.value for meter in bill.meters):
        return "no reads or writes have a declared rate, so provisioned units would be wasted"
    against = f", ${second.total.value - best.total.value:,.2f}/month less than {second.mode}" if second else ""
    used, level = _utilisation(best.mode, bill)
    if used is None or level is None:
        return f"{best.mode} costs ${best.total.value:,.2f}/month{against}"
    compared = "under" if used < level else "over"
    units = "units that scale with the load" if best.mode is Mode.AUTO_SCALED else "units fixed at the peak"
    shares = [plain_number(round(share * 100, 1)) for share in (used, level)]
    return f"{shares[0]}% of {units} would be used, {compared} the break-even of {shares[1]}%{against}"


def _utilisation(mode: Mode, bill: Bill) -> tuple[Decimal | None, Decimal | None]:
    """Average utilization, and the break-even: of the meter with the most units."""
    meters = {(meter.place, meter.direction): meter for meter in bill.meters}
    found = [one for one in bill.break_evens() if one.used is not None]
    if not found:
        return None, None
    most = max(found, key=lambda one: meters[one.place, one.direction].demand.average.value)
    meter = meters[most.place, most.direction]
    scales = mode is Mode.AUTO_SCALED
    return meter.demand.average.value / meter.simulation.held if scales else most.used, most.utilisation
