"""What was owed before the Monday of the incident, and that the fixed design owes none of it.

facts/procedures#worked-incident.
"""

from modeler.core.analysis import analyse
from tests.modeler.core.rules.cases.keys.heat import attribute, call, cell, entity, table

RATES = {"peak": 3400, "average": 3000}
SHIPMENT = [
    attribute("shipmentId"), attribute("eventId", "ulid"), attribute("at", "iso"),
    attribute("highVolume", "", "BOOL"), attribute("body", "text", size={"average": 300, "max": 600}),
]  # fmt: skip
OWED = {"heat.partition_over_limit", "item.grows", "heat.no_shard_slot"}
LEADS = {"skew": {"hottest": 0.34}}
EVENTS = {"identity": ["eventId"], "count": 400_000_000, "growth": 90_000_000, "per_parent": {"average": 400}}


def before(hottest=0.34, count=None):
    event = entity("Event", SHIPMENT, cell(None, PK="SHIPMENT#{shipmentId}", SK="EVENT#{at}"), **EVENTS)
    history = attribute("events", "", "L", elements={"average": 40})
    rollup = entity("Rollup", [attribute("shipmentId"), history], cell(None, PK="SHIPMENT#{shipmentId}", SK="ROLLUP"),
                    identity=["shipmentId"], count=count or 1_000_000)  # fmt: skip
    append = call(
        "UpdateItem", "E2", entities=["Rollup"], key={"PK": "SHIPMENT#{shipmentId}", "SK": "ROLLUP"},
        update="SET events = list_append(events, :new)", values={":new": {"L": [{"S": "x"}]}},
        skew={"hottest": hottest}, **RATES,
    )  # fmt: skip
    put = call("PutItem", "E1", entities=["Event"], skew={"hottest": hottest}, **RATES)
    return table([event, rollup], [put, append])


def after():
    event = entity(
        "Event", SHIPMENT,
        cell(None, "highVolume = true", PK="SHIPMENT#{shipmentId}#{eventId:shard(10)}", SK="EVENT#{at}#{eventId}"),
        cell(None, PK="SHIPMENT#{shipmentId}", SK="EVENT#{at}#{eventId}"), **EVENTS,
    )  # fmt: skip
    milestone = entity("Milestone", [*SHIPMENT[:1], attribute("seq", "integer", "N")],
                       cell(None, PK="SHIPMENT#{shipmentId}", SK="MILESTONE#{seq:pad(6)}"),
                       identity=["shipmentId", "seq"], per_parent={"average": 6, "max": 12})  # fmt: skip
    put = call("PutItem", "E1", entities=["Event"], parameters={"highVolume": True}, **LEADS, **RATES)
    return table([event, milestone], [put])


def rules(design):
    return {finding.rule: finding.message for finding in analyse(design).findings}


def test_before():
    found = rules(before())
    assert {"heat.partition_over_limit", "item.grows"} <= found.keys()
    assert "it reaches 400 KB in" in found["item.grows"]


def test_while_it_was_calm_growth_was_foreseen():
    found = rules(before(hottest=0.06))
    assert {"heat.no_shard_slot", "item.grows"} <= found.keys()


def test_after():
    assert OWED & rules(after()).keys() == set()
