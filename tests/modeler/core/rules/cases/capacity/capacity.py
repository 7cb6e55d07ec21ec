"""Capacity: units, auto scaling, modes and classes against rates and traffic curves."""

from modeler.core.findings import Severity
from tests.modeler.core.rules.cases.case import Case, read

ERROR, WARNING, ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE
BY_OWNER = {
    "name": "GSI1", "kind": "GSI", "partition_key": [{"name": "GSI1PK", "type": "S"}],
    "sort_key": [{"name": "GSI1SK", "type": "S"}], "projection": {"type": "KEYS_ONLY"},
}  # fmt: skip
SPARSE = {"index": "GSI1", "when": "status = 'OPEN'", "keys": {"GSI1PK": "OPEN#{ownerId}", "GSI1SK": "{jobId}"}}
EVERY = {"index": "GSI1", "keys": {"GSI1PK": "OWNER#{ownerId}", "GSI1SK": "{jobId}"}}


def entity(overload, count=1_000_000, body=400):
    return {
        "name": "Job", "count": count, "identity": ["jobId"],
        "attributes": [
            {"name": "jobId", "type": "S", "format": "uuid4"}, {"name": "ownerId", "type": "S", "format": "uuid4"},
            {"name": "status", "type": "S", "format": "enum", "values": {"OPEN": 0.05, "DONE": 0.95}},
            {"name": "body", "type": "S", "format": "text", "size": {"average": body, "max": body}},
        ],
        "overloads": [
            {"index": None, "keys": {"PK": "JOB#{jobId}", "SK": "META"}}, *([overload] if overload else [])
        ],
    }  # fmt: skip


def puts(average, peak=None):
    rate = {"average": average, "peak": average if peak is None else peak}
    return {"code": "W", "operation": "PutItem", "entities": ["Job"], "per_second": rate}


def gets(average, peak=None):
    rate = {"average": average, "peak": average if peak is None else peak}
    key = {"PK": "JOB#{jobId}", "SK": "META"}
    return {
        "code": "R", "operation": "GetItem", "entities": ["Job"], "key": key, "parameters": {"jobId": "j"},
        "per_second": rate,
    }  # fmt: skip


def world(*patterns, overload=None, index=None, design=None, count=1_000_000, body=400, region="us-east-1", **settings):
    table = {
        "name": "jobs", "partition_key": [{"name": "PK", "type": "S"}], "sort_key": [{"name": "SK", "type": "S"}],
        "indexes": [{**BY_OWNER, **(index or {})}] if overload else [],
        "entities": [entity(overload, count, body)], "settings": settings,
    }  # fmt: skip
    return read(tables=[table], access_patterns=list(patterns), settings=design or {}, region=region)


def provisioned(*patterns, read=5, write=100, index=None, **more):
    units = {"provisioned": {"read": read, "write": write}}
    inner = None if index is None else {"provisioned": {"read": index[0], "write": index[1]}}
    return world(*patterns, index=inner, overload=more.pop("overload", None), billing="PROVISIONED", **units, **more)


def scaled(*patterns, write=None, units=100, **more):
    policies = {"write": {"min": 5, "max": 1000, "target": 70} | (write or {})}
    return provisioned(*patterns, write=units, auto_scaling=policies, **more)


def steps(low, high, at=(9,), length=24):
    """Hours of a day, level within each, some of them high."""
    return {"hours": [high if hour in at else low for hour in range(length)], "steps": True}


OFFICE = {"traffic": "office-hours"}
HUGE = 200_000_000
POLICY = {"target": 70, "min": 10, "max": 400}
BOUNDED = {"on_demand_maximum": {"write": 1000}}
SPIKES = {"traffic": steps(1, 40)}

CASES = (
    # The index takes 50 of 80 writes a second; a sparse one needs 4.
    Case(
        "capacity.gsi_under_provisioned",
        provisioned(puts(40, 80), overload=EVERY, index=(5, 50)),
        provisioned(puts(40, 80), overload=SPARSE, index=(5, 50)),
        ERROR,
        "GSI1 has 50 write units provisioned but needs 80/s at peak",
    ),
    Case(
        "capacity.gsi_under_provisioned",
        provisioned(puts(40, 80), overload=SPARSE, index=(5, 3)),
        provisioned(puts(40, 80), overload=SPARSE, index=(5, 4)),
        ERROR,
    ),
    Case(
        "capacity.under_provisioned",
        provisioned(puts(40, 101)),
        provisioned(puts(40, 100)),
        ERROR,
        "jobs has 100 write units provisioned",
    ),
    Case(
        "capacity.under_provisioned",
        provisioned(gets(200, 202), read=100),
        provisioned(gets(100, 200), read=100),
        ERROR,
        "100 read units provisioned but needs 101/s",
    ),
    Case(
        "capacity.under_provisioned",
        provisioned(gets(20, 30), puts(40, 101)),
        provisioned(gets(20, 30), puts(40, 100), read=15),
        ERROR,
        "5 read units provisioned but needs 15/s at peak, and 100 write units",
    ),
    # By auto scaling at most.
    Case(
        "capacity.under_provisioned",
        scaled(puts(90, 210), write={"max": 200}),
        scaled(puts(90, 210), write={"max": 300}, units=5),
        ERROR,
        "200 write units at most by auto scaling",
    ),
    # A peak of minutes that 300 seconds of credit carry: the curve's sloping top is hardly over the units.
    Case(
        "capacity.under_provisioned",
        provisioned(puts(60, 101), design={"traffic": [1] * 12 + [1.67] + [1] * 11}),
        provisioned(puts(40, 60), design=OFFICE),
        WARNING,
        "300 s of burst credit",
    ),
    Case(
        "capacity.scaling_too_slow",
        scaled(puts(50, 700), design=SPIKES),
        scaled(puts(50, 100), design={"traffic": "diurnal"}),
        WARNING,
        "09:",
    ),
    # Over the bound of auto scaling is another rule's matter; without a given curve nothing is known.
    Case(
        "capacity.scaling_too_slow",
        scaled(puts(50, 700), design={"traffic": {"shape": "spiky"}}),
        scaled(puts(50, 700)),
    ),
    Case(
        "capacity.autoscaling",
        provisioned(puts(40), environment="production"),
        provisioned(puts(40), environment="production", ops={"reserved": {"write": 100, "read": 100}}),
        WARNING,
        "jobs: its read units do not scale; its write units do not scale",
    ),
    Case(
        "capacity.autoscaling",
        provisioned(puts(40), environment="production"),
        provisioned(puts(40), environment="staging"),
    ),
    # Nobody said a rate, as of a table that was imported: its settings say enough.
    Case(
        "capacity.autoscaling",
        provisioned(overload=EVERY, index=(100, 100), environment="production"),
        provisioned(overload=EVERY, index=(100, 100), environment="staging"),
        WARNING,
        "jobs: its read units do not scale; its write units do not scale",
    ),
    Case(
        "capacity.autoscaling",
        scaled(puts(40), overload=EVERY, index=(100, 100)),
        provisioned(puts(40), overload=EVERY, index=(100, 100)),
        WARNING,
        "GSI1: its write units do not scale; those of jobs scale",
    ),
    Case(
        "capacity.autoscaling",
        scaled(puts(40, 80), write={"target": 95}),
        scaled(puts(40, 80), write={"target": 90}),
        WARNING,
        "the target is 95%",
    ),
    Case(
        "capacity.autoscaling",
        scaled(puts(40, 80), write={"max": 114}),
        scaled(puts(40, 80), write={"max": 115}),
        WARNING,
        "the peak needs 115",
    ),
    Case(
        "capacity.autoscaling",
        scaled(puts(40, 80), write={"min": 81}),
        scaled(puts(40, 80), write={"min": 80}),
        ADVICE,
        "more than twice the average of 40",
    ),
    # A high minimum for the sake of a spike is meant.
    Case(
        "capacity.autoscaling",
        scaled(puts(40, 80), write={"min": 400}, design={"traffic": "flat"}),
        scaled(puts(40, 700), write={"min": 400, "max": 1200}, design=SPIKES),
    ),
    Case(
        "capacity.autoscaling",
        scaled(puts(40, 80), write={"scale_in_cooldown": 60, "scale_out_cooldown": 120}),
        scaled(puts(40, 80), write={"scale_in_cooldown": 300, "scale_out_cooldown": 60}),
        WARNING,
        "scale-in cooldown (60 s) is shorter than scale-out cooldown (120 s)",
    ),
    Case(
        "capacity.autoscaling",
        scaled(puts(400, 800), write={"max": 2000}, design={"traffic": [1, 9] * 12}),
        scaled(puts(400, 800), write={"max": 2000}, design={"traffic": "diurnal"}),
        WARNING,
        "decreases per day, but only 27 are possible",
    ),
    Case(
        "capacity.on_demand_ramp",
        world(puts(500, 4_001)),
        world(puts(500, 4_000)),
        WARNING,
        "jobs immediately serves 4,000 write units/s of the 4,001 that patterns need: it is new",
    ),
    Case(
        "capacity.on_demand_ramp",
        world(gets(500, 24_002)),
        world(gets(500, 24_002), warm_throughput={"read": 20_000, "write": 4_000}),
        WARNING,
        "12,000 read units/s of the 12,001",
    ),
    Case(
        "capacity.on_demand_ramp",
        world(puts(500, 9_000), live=True, ops={"previous_peak": {"write": 4_400}}),
        world(puts(500, 9_000), live=True, ops={"previous_peak": {"write": 4_500}}),
        WARNING,
        "twice its previous peak of 4,400",
    ),
    Case(
        "capacity.on_demand_ramp",
        world(puts(500, 4_001), overload=EVERY, warm_throughput={"read": 12_000, "write": 5_000}),
        world(puts(500, 9_000), live=True, overload=EVERY),
        WARNING,
        "GSI1 immediately serves",
    ),
    Case(
        "capacity.on_demand_ramp",
        world(puts(50, 101), on_demand_maximum={"write": 100}),
        world(puts(50, 100), on_demand_maximum={"write": 100}),
        WARNING,
        "by its configured maximum, at most 100 write units/s of the 101",
    ),
    Case(
        "capacity.on_demand_ramp",
        world(puts(500, 4_001), gets(900, 24_002)),
        world(puts(500, 4_001), gets(900, 24_002), warm_throughput={"read": 12_001, "write": 4_001}),
        WARNING,
        "it is new and 4,000 write",
    ),
    Case(
        "capacity.mode_dearer",
        world(puts(100, 130), design={"traffic": "diurnal"}),
        world(puts(100, 130)),
        ADVICE,
        "provisioned, auto scaled",
    ),
    # What bounds it on demand goes with the mode.
    Case(
        "capacity.mode_dearer",
        world(puts(100, 130), overload=EVERY, index=BOUNDED, design={"traffic": "flat"}, **BOUNDED),
        world(puts(100, 130), overload=EVERY, index=BOUNDED, **BOUNDED),
        ADVICE,
        "provisioned, auto scaled",
    ),
    # Fixed units need no curve: 20 of 100 units are used, under the break-even of 28.9 %.
    Case(
        "capacity.mode_dearer",
        provisioned(puts(15, 90)),
        provisioned(puts(27, 90), read=1),
        ADVICE,
        "on demand: ",
    ),
    # Cheaper auto scaled by far, but it would throttle.
    Case(
        "capacity.mode_dearer",
        world(puts(100, 130), overload=EVERY, design={"traffic": "flat"}),
        world(puts(100, 1_700), design=SPIKES),
    ),
    Case(
        "capacity.reserve_floor",
        provisioned(puts(90, 190), write=200),
        provisioned(puts(90, 190), write=200, ops={"reserved": {"write": 200}}),
        ADVICE,
        "200 for 1 year save about $",
    ),
    Case(
        "capacity.reserve_floor",
        provisioned(puts(50, 99), write=100),
        provisioned(puts(50, 98), write=99),
        ADVICE,
    ),
    Case(
        "capacity.reserve_floor",
        provisioned(puts(90, 190), write=200),
        provisioned(puts(90, 190), write=200, table_class="STANDARD_INFREQUENT_ACCESS"),
    ),
    Case(
        "capacity.reserve_floor",
        scaled(puts(500, 600), design={"traffic": "diurnal"}),
        scaled(puts(500, 600), replicas=["eu-west-1"], design={"traffic": "diurnal"}),
    ),
    Case(
        "capacity.table_class",
        world(puts(10), count=HUGE),
        world(puts(40), count=HUGE),
        ADVICE,
        "as STANDARD_INFREQUENT_ACCESS (estimate), with 1",
    ),
    # Inside the 25 GB that are free.
    Case(
        "capacity.table_class",
        world(puts(0.2), count=HUGE),
        world(puts(0.2), count=HUGE // 10),
    ),
    Case(
        "capacity.table_class",
        world(puts(2_000), count=HUGE, table_class="STANDARD_INFREQUENT_ACCESS"),
        world(puts(50), count=HUGE, table_class="STANDARD_INFREQUENT_ACCESS"),
    ),
)
