"""Modes, classes and warm throughput: what a table is bound to, and settings that a fix must not leave refused."""

from modeler.core.findings import Severity
from tests.modeler.core.rules.cases.capacity.capacity import EVERY, HUGE, gets, provisioned, puts, scaled, world
from tests.modeler.core.rules.cases.case import Case

ERROR, WARNING, ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE
DIURNAL, FLAT = {"traffic": "diurnal"}, {"traffic": "flat"}
BOUGHT = {"reserved": {"write": 100}}
VECTORS = [{"name": "by-meaning", "attribute": "embedding", "dimensions": 256}]
WARM = {"read": 5, "write": 100}


def warmed(*patterns, write):
    """GSI1 with units, and as much warm throughput."""
    units = {"provisioned": {"read": 5, "write": write}, "warm_throughput": {"read": 5, "write": write}}
    more = {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 100}}
    return world(*patterns, overload=EVERY, index=units, **more)


CASES = (
    # 100 writes per second cost about $164/month, 4 about $7.
    Case(
        "capacity.over_budget",
        world(puts(100), design={"budget": 100}),
        world(puts(4), design={"budget": 100}),
        WARNING,
        "above its budget of $100.00",
    ),
    Case(
        "capacity.over_budget",
        world(puts(100), {**puts(1), "code": "W2", "per_second": None}, design={"budget": 0}),
        world(puts(100), design={"budget": "a lot"}),
        WARNING,
        "costs at least $",
    ),
    # Only a table on demand can have vector indexes.
    Case(
        "capacity.mode_dearer",
        world(puts(100, 130), design=DIURNAL),
        world(puts(100, 130), design=DIURNAL, vector_indexes=VECTORS),
    ),
    # What is reserved is paid for anyway, and only as provisioned Standard units.
    Case("capacity.mode_dearer", provisioned(puts(15, 90)), provisioned(puts(15, 90), ops=BOUGHT)),
    Case(
        "capacity.table_class",
        provisioned(puts(50, 90), count=2 * HUGE),
        provisioned(puts(50, 90), count=2 * HUGE, ops=BOUGHT),
        ADVICE,
    ),
    Case(
        "capacity.on_demand_ramp",
        world(puts(500, 5_000), live=True, ops={"previous_peak": {"write": 12}}),
        world(puts(500, 4_000), live=True, ops={"previous_peak": {"write": 12}}),
        WARNING,
        "need: the minimum for any table",
    ),
    Case(
        "capacity.autoscaling",
        scaled(puts(40, 45), write={"min": 70, "max": 66}),
        scaled(puts(40, 45), write={"min": 66, "max": 66}),
        WARNING,
        "the minimum is 70 units, above the maximum of 66",
    ),
    Case(
        "capacity.autoscaling",
        world(puts(40), billing="PAY_PER_REQUEST", auto_scaling={"write": {"min": 5, "max": 100}}),
        world(puts(40), billing="PAY_PER_REQUEST", auto_scaling={}),
        WARNING,
        "jobs has auto scaling, but jobs is PAY_PER_REQUEST",
    ),
    # Warm throughput below the units, or below what on demand has, is refused.
    Case(
        "capacity.under_provisioned",
        provisioned(puts(40, 101), warm_throughput=WARM),
        provisioned(puts(40, 100), warm_throughput=WARM),
        ERROR,
    ),
    Case("capacity.gsi_under_provisioned", warmed(puts(40, 80), write=50), warmed(puts(40, 80), write=80), ERROR),
    Case(
        "capacity.mode_dearer",
        provisioned(puts(15, 90), warm_throughput=WARM),
        provisioned(puts(27, 90), read=1, warm_throughput=WARM),
    ),
    Case(
        "capacity.mode_dearer",
        world(puts(4_000, 4_900), design=FLAT, warm_throughput={"read": 12_000, "write": 5_000}),
        world(gets(4_000, 4_900), warm_throughput={"read": 12_000, "write": 5_000}),
    ),
)
