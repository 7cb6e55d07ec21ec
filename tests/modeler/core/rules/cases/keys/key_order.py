"""Numbers, times and ids in sort keys."""

from modeler.core.design.items import SizeFact
from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import attribute, gsi, item, key, pattern
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.keys import design, entity, keys, renamed


def ranked(sort, *attributes, reads=None, intent=None, name="Scores", items=(), operator="begins_with", **more):
    """An entity with something to be ordered by in its sort key, and a query of it."""
    held = attributes or (attribute("n", "N", "integer", range=(0, 9999)),)
    score = entity("Score", keys("GAME#{game}", sort), attributes=(attribute("game", format="id"), *held),
                   items=items, **{"identity": (), **more})  # fmt: skip
    key_ = {"PK": "GAME#{game}"} | ({"SK": {operator: reads}} if reads is not None else {})
    extra = {"intent": intent} if intent else {}
    query = pattern("Query", key=conditions(**key_), entities=("Score",), extra=extra, descending=name == "Down")
    return design(score, patterns=(query.__replace__(name=name),))


NUMBERS = (
    Case("keys.unpadded_number", ranked("S#{n}"), ranked("S#{n:pad(4)}"), Severity.WARNING, "is not padded"),
    Case("keys.unpadded_number", ranked("S#{n}", reads="S#{n}", operator=">="), ranked("N#{game}#{n:pad(4)}"),
         Severity.ERROR, "relies on its order"),
    Case("keys.unpadded_number", ranked("S#{n}", reads="S#", intent={"order_by": "n"}),
         ranked("S#{n}", attribute("n", "N", "integer", range=(100, 999))), Severity.ERROR),
    Case("keys.unpadded_number", ranked("S#{n:pad(4)}", attribute("n", "N", "integer", range=(-9, 9))),
         ranked("S#{n:pad(4)}", attribute("n", "N", "integer", range=(0, 9))), None, "cannot represent"),
    Case("keys.unpadded_number", ranked("S#{n}", attribute("n", "N", "integer", range=(-9, 9))),
         ranked("S#{n}", attribute("n", "N", "year"))),
    Case("keys.unpadded_number", ranked("S#{n}", attribute("n", "N"), items=(item("a", game="g", n=7),)),
         ranked("S#{n}", attribute("n", "N", "shard(20)"))),
    Case("keys.unpadded_number", ranked("S#{n}", attribute("n", format="sequence")),
         ranked("S#{n}", attribute("n", format="ulid"))),
    Case("keys.unpadded_number", ranked("S#{n}"), ranked("S#{releaseYear}", attribute("releaseYear", "N")),
         says="'10"),
    Case("keys.unpadded_number", ranked("S#{createdAt}", attribute("createdAt", "N"), items=(
            item("a", game="g", createdAt=7), item("b", game="g", createdAt=1780302600))),
         ranked("S#{createdAt}", attribute("createdAt", "N"), items=(item("a", game="g", createdAt=1780302600),))),
    Case("keys.unpadded_number", ranked("S#{chainId}", attribute("chainId", "N", "integer")),
         ranked("S#{chainId:pad(6)}", attribute("chainId", "N", "integer")), Severity.ADVICE),
    Case("keys.unpadded_number", ranked("S#{n}", identity=("n",)), ranked("S#{n:pad(4)}", identity=("n",)),
         Severity.ADVICE),
)  # fmt: skip

COUNTER = attribute("n", format="sequence")
PADS = (
    Case("keys.pad_too_small", ranked("S#{n:pad(3)}"), ranked("S#{n:pad(4)}"), Severity.ERROR, "reaches 9,999"),
    Case("keys.pad_too_small", ranked("S#{n:reverse(3)}", reads="S#{n:reverse(3)}", operator="<="),
         ranked("S#{n:reverse(4)}")),
    Case("keys.pad_too_small", ranked("S#{n:pad(4)}", COUNTER, identity=("n",), count=9000, growth=100),
         ranked("S#{n:pad(5)}", COUNTER, identity=("n",), count=9000, growth=100), says="estimate"),
    Case("keys.pad_too_small", ranked("S#{n:pad(2)}", COUNTER, per_parent=SizeFact(20, 150)),
         ranked("S#{n:pad(2)}", COUNTER, per_parent=SizeFact(20, 99))),
    Case("keys.pad_too_small", ranked("S#{n:pad(2)}", attribute("n", "N", "integer", range=(0, 100))),
         ranked("S#{n:pad(2)}", attribute("n", "N", "integer"))),
)  # fmt: skip

AT = attribute("at", format="iso")


def at(*texts):
    return tuple(item(f"i{number}", game="g", at=text) for number, text in enumerate(texts))


GOOD = at("2026-11-21T08:00:00.000Z", "2026-11-21T08:00:00.500Z")
TIMES = (
    Case("keys.timestamp_format", ranked("S#{at}", AT, items=at("2026-11-21T08:00:00Z", "2026-11-21T08:00:00.5Z")),
         ranked("S#{at}", AT, items=GOOD), Severity.WARNING, "different precisions"),
    Case("keys.timestamp_format", ranked("S#{at}", AT, items=at("2026-11-21T08:00:00+02:00"), reads="S#{at}"),
         ranked("S#{at:iso}", AT, items=at("2026-11-21T08:00:00+02:00")), says="not UTC"),
    Case("keys.timestamp_format",
         ranked("S#{at}", attribute("at"), items=at("2026-11-20T08:00:00", "2026-11-21T08:00:00Z")),
         ranked("S#{at}", attribute("at"), items=at("2026-11-21T08:00:00", "2026-11-22T09:30:00")), says="forms"),
    Case("keys.timestamp_format",
         ranked("S#{at}", attribute("at"), items=at("2026-11-20 08:00:00", "2026-11-21T08:00:00")),
         ranked("S#{at}", attribute("at"), items=at("a-9", "b-10"))),
    Case("keys.timestamp_format", ranked("S#{at}", attribute("at", "N", "epoch_seconds", range=(0, 4e9))),
         ranked("S#{at:pad(12)}", attribute("at", "N", "epoch_seconds", range=(0, 4e9)))),
    Case("keys.timestamp_format", ranked("S#{at}", attribute("at", "N", "epoch_seconds"), items=at(999, 1780302600)),
         ranked("S#{at}", attribute("at", "N", "epoch_seconds"), items=at(1780302599, 1780302600)), says="digits"),
    Case("keys.timestamp_format", ranked("S#{at}", attribute("at", "N", "epoch_millis", range=(0, 4e12))),
         ranked("S#{at}", attribute("at", "N", "epoch_millis"))),
)  # fmt: skip

RANDOM = attribute("n", format="uuid4")
MADE = attribute("n", format="ulid")
ORDERS = (
    Case("keys.not_time_sortable", ranked("S#{n}", RANDOM, reads="S#", name="Newest scores"),
         ranked("S#{n}", MADE, reads="S#", name="Newest scores"), Severity.WARNING, "random"),
    Case("keys.not_time_sortable", ranked("S#{n}", RANDOM, AT, reads="S#", intent={"order_by": "at"}),
         ranked("S#{at}#{n}", RANDOM, AT, reads="S#", intent={"order_by": "at"}), says="by at"),
    Case("keys.not_time_sortable", ranked("S#{n:hash(8)}", MADE, reads="S#", name="Down"),
         ranked("S#{n}", RANDOM, reads="S#", name="All scores")),
    Case("keys.not_time_sortable", ranked("{n}", RANDOM, name="Latest"),
         ranked("{n}", RANDOM, intent={"order_by": "n"}, name="Latest")),
)  # fmt: skip

STRICT = {"strict_order": True}
SKEW = (
    Case("keys.clock_skew_order", ranked("S#{n}", MADE, intent=STRICT, concurrent=True),
         ranked("S#{n}", MADE, intent=STRICT), Severity.ADVICE),
    Case("keys.clock_skew_order", ranked("S#{at}", AT, intent=STRICT, concurrent=True),
         ranked("S#{n:pad(9)}", COUNTER, intent=STRICT, concurrent=True)),
    Case("keys.clock_skew_order", ranked("S#{at}", AT, intent=STRICT, concurrent=True),
         ranked("S#{at}", AT, concurrent=True)),
)  # fmt: skip

NUMBER_KEY = renamed(
    design(
        entity("Score", keys("GAME#{id}", "A"), attributes=(attribute("at", "N", "epoch_seconds"),)),
        indexes=(gsi(sort=key("at", "N")),),
    )
)
NUMBER_KEYS = (Case("keys.timestamp_format", TIMES[4].trigger, NUMBER_KEY),)

CASES = (*NUMBERS, *PADS, *TIMES, *ORDERS, *SKEW, *NUMBER_KEYS)
