"""One defect gives one finding: at the same place the more specific rule speaks, and says what the other would."""

from dataclasses import replace

import pytest

from modeler.core.analysis import analyse
from modeler.core.design.items import Overload, SizeFact
from modeler.core.documents.reading import from_document
from modeler.core.edits.applied_fixes import fixed
from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.planted.designs.requests import webhook
from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.designs.workers import jobs, leases
from tests.modeler.core.planted.measure import FAULTS
from tests.modeler.core.planted.shape import entity as written
from tests.modeler.core.planted.shape import gsi as gsi_of
from tests.modeler.core.rules.builders import attribute, gsi, pattern
from tests.modeler.core.rules.cases.case import found
from tests.modeler.core.rules.cases.keys.heat import events, indexed, put
from tests.modeler.core.rules.cases.keys.keys import FEED, KEYLESS, USER, design, entity, keys
from tests.modeler.core.rules.cases.near_misses import CHECK, NOTE, SHIP, transaction
from tests.modeler.core.rules.cases.queries.query_order import MORE, intended, under


def told(design, *rules):
    return [one for one in analyse(design).findings if one.rule in rules]


BEGUN = tuple(replace(one, overloads=(Overload(id=f"{one.id}-o", index=None, keys={}),)) for one in KEYLESS)
"""With the overloads that entities from a text get, which have no template yet."""


@pytest.mark.parametrize("entities", [KEYLESS, BEGUN, (KEYLESS[0], BEGUN[1])])
def test_a_table_without_keys_is_one_error_however_many_patterns_it_has(entities):
    """So after requirements were written: nothing is wrong with an entity or an access pattern but that keys lack."""
    get = pattern("GetItem", "P1", extra={"intent": {"given": ["id"]}}, entities=("User",), key=())
    put = pattern("PutItem", "P2", entities=("Order",), key=())
    made = design(*entities, patterns=(get, put))
    errors = [one.rule for one in analyse(made).findings if one.severity is Severity.ERROR]
    assert errors == ["keys.none_yet"]


@pytest.mark.parametrize("keyless", [KEYLESS[1], BEGUN[1]])
def test_an_entity_without_keys_is_one_error_however_many_patterns_ask_for_it(keyless):
    get = pattern("GetItem", "P1", extra={"intent": {"given": ["id"]}}, entities=("Order",), key=())
    both = pattern("Query", "P2", extra={"intent": {"given": ["id"]}}, entities=("User", "Order"), key=())
    made = design(USER, keyless, patterns=(get, both))
    errors = [(one.rule, one.path) for one in analyse(made).findings if one.severity is Severity.ERROR]
    # A read of both still lacks a key that both share.
    assert [rule for rule, _ in errors] == ["pattern.unserved", "keys.missing_in_item"]
    assert "P2" in errors[0][1]


@pytest.mark.parametrize("made", [intended(order_by="placedAt"), pattern("Query", key=())])
def test_a_random_id_in_the_sort_key_is_told_once(made):
    """uuid4 sorts by chance: that is why the order is not the one asked for."""
    attributes = (*(one for one in MORE if one.name != "orderId"), attribute("orderId", format="uuid4"),
                  attribute("placedAt", format="iso"))  # fmt: skip
    found = told(under("ORDER#{orderId}", made, attributes), "keys.not_time_sortable", "query.order_not_satisfied")
    assert [(one.rule, one.severity) for one in found] == (
        [("keys.not_time_sortable", Severity.ERROR)] if made.extra else []
    )


@pytest.mark.parametrize(
    ("peak", "severity", "said"),
    [
        (2000, Severity.ERROR, "2,000 write units/s"),
        (700, Severity.WARNING, "more than half of the limit is used"),
        (200, Severity.WARNING, "one value for"),
        (50, Severity.ADVICE, "one value for"),
    ],
)
def test_a_key_of_few_values_tells_its_heat_itself(peak, severity, said):
    (one,) = told(events("ALL", [put(peak)]), "keys.low_cardinality", "heat.partition_over_limit", "heat.hot_key_share")
    assert (one.rule, one.severity) == ("keys.low_cardinality", severity)
    assert said in one.message
    assert bool(one.fixes) == (peak > 500)


def test_a_key_of_many_values_is_hot_by_itself():
    hot = events("DEVICE#{deviceId}", [put(4000, skew={"hottest": 0.9})])
    assert {one.rule for one in told(hot, "keys.low_cardinality", "heat.partition_over_limit")} == {
        "heat.partition_over_limit"
    }


@pytest.mark.parametrize(("peak", "rule"), [(1200, "heat.index_partition_over_limit"), (10, "index.constant_pk")])
def test_an_index_key_of_few_values_is_told_once(peak, rule):
    found = told(indexed("ALL", peak), "index.constant_pk", "heat.index_partition_over_limit")
    assert [one.rule for one in found] == [rule]


def test_entities_that_share_a_collection_without_prefixes_are_one_finding():
    post = replace(FEED, name="Post")
    note = entity("Note", keys("USER#{owner}", "{at}/{id}"), attributes=FEED.attributes[2:], identity=("at", "id"))
    findings = found(design(USER, post, note), "keys.sk_no_type_prefix")
    assert [one.message for one in findings] == [
        "Post writes {at}#{id}, Note writes {at}/{id} into SK, in one collection with User"
    ]


def test_an_index_without_the_asked_items_is_the_cause_of_what_its_filter_discards():
    document = next(one for one in FAULTS if one.name == "paid orders are asked of the index of open ones")
    rules = {one.rule for one in analyse(from_document(document.faulty_document())).findings}
    assert "query.outside_index" in rules
    assert "query.filter_discards" not in rules


def test_names_that_a_projection_should_not_have_are_one_finding():
    index = gsi("GSI1", projection="INCLUDE", include=("a", "b"))
    (finding,) = found(design(entity("Page", keys("P#{id}", "A")), indexes=(index,)), "keys.unknown_attribute")
    assert finding.message == "GSI1 projects a and b, which no entity of app has"


def test_a_lock_that_nothing_ends_is_one_finding():
    (finding,) = told(from_document(leases(ends=False)), "write.lock_without_expiry", "ttl.missing")
    assert finding.rule == "write.lock_without_expiry"


def test_a_job_that_two_workers_take_is_one_finding():
    document = jobs(cond=False)
    states = {"WAITING": ["RUNNING"], "RUNNING": ["DONE"]}
    state = next(one for one in document["tables"][0]["entities"][0]["attributes"] if one["name"] == "state")
    state["states"] = states
    (finding,) = told(from_document(document), "write.claimed_twice", "write.no_condition_on_transition")
    assert finding.rule == "write.claimed_twice"


def test_a_time_that_several_entities_write_alike_is_one_finding_with_one_fix():
    """One writer makes the values; the one fix changes the keys of all of them."""
    entities = [
        written(name, "userId at", "userId id; at iso", {"base": f"USER#{{userId}} | {name.upper()}#{{at}}"},
                items=[{"userId": "u1", "at": "2026-11-21T08:00:00+02:00"}])
        for name in ("Order", "Visit")
    ]  # fmt: skip
    made = from_document(small("Times", entities, [], []))
    (finding,) = told(made, "keys.timestamp_format")
    assert "of Order" in finding.message
    assert finding.message.endswith("the same in Visit")
    assert told(fixed(made, finding.fixes[0]), "keys.timestamp_format") == []


def test_an_event_that_is_noted_and_credited_in_two_requests_is_one_finding():
    """The retry is rejected by the put, so that nothing is credited twice: it is not credited at all."""
    (finding,) = told(from_document(webhook(atomic=False)), "write.count_not_atomic", "write.non_idempotent_add")
    assert finding.rule == "write.count_not_atomic"


def test_units_that_a_table_and_its_indexes_lack_are_one_finding_with_one_fix():
    document = small("Units", [], [gsi_of("GSI1"), gsi_of("GSI2")], [], {"billing": "PROVISIONED"})
    made = from_document(document)
    (finding,) = told(made, "settings.throughput_shape")
    assert finding.message == "app, GSI1 and GSI2 have no read and write units, which PROVISIONED needs"
    for fix in finding.fixes:
        assert told(fixed(made, fix), "settings.throughput_shape") == []


def test_two_entities_whose_keys_can_be_equal_are_told_once():
    """What the keys of both lack is one fault, and the collision is what it leads to."""
    parts = (attribute("name"), attribute("code"))
    made = design(
        entity("Shop", keys("{name}", "{code}"), attributes=parts, identity=("name", "code")),
        entity("Shelf", keys("{code}", "{name}"), attributes=parts, identity=("name", "code")),
    )
    rules = ("keys.collision", "keys.no_type_prefix", "keys.sk_no_type_prefix")
    assert [one.rule for one in told(made, *rules)] == ["keys.collision"]


def test_an_attribute_that_is_missing_in_several_keys_is_told_once():
    boat = entity("Boat", keys("BOAT#{hull}", "BOAT"), keys("BOATS", "{hull}", "GSI1"))
    (finding,) = told(design(boat, indexes=(gsi(),)), "keys.unknown_attribute")
    assert finding.message == "Boat has no attribute hull, which its template BOAT#{hull} and its template {hull} use"
    assert len(finding.facts["places"]) == 2


def test_one_partition_for_every_item_is_told_once_for_entities_whose_items_nobody_counts():
    boat, sailor = entity("Boat", keys("ALL", "BOAT#{id}")), entity("Sailor", keys("ALL", "SAILOR#{id}"))
    port = entity("Port", keys("PORTS", "{id}"))
    (finding,) = told(design(boat, sailor, port), "keys.low_cardinality")
    assert finding.message == (
        "ALL has one value for every Boat and every Sailor and PORTS has one value for every Port "
        "(item counts not given)"
    )
    counted = [replace(one, count=100_000) for one in (boat, sailor, port)]
    assert len(told(design(*counted), "keys.low_cardinality")) == 3


def test_a_key_condition_that_is_too_wide_is_told_once_for_all_that_it_catches():
    own = attribute("team", format="id")
    every = [
        entity(name, keys("TEAM#{team}", f"{name.upper()}#{{id}}"), attributes=(own,))
        for name in ("Player", "Match", "Coach")
    ]
    read = pattern("Query", "P1", key=conditions(PK="TEAM#{team}"), entities=("Player",))
    (finding,) = told(design(*every, patterns=(read,)), "query.prefix_catches_entity")
    assert finding.message.startswith(
        "P1 is meant for Player but also reads Match and Coach from app, such as TEAM#a / "
    )
    assert finding.facts["others"] == ["e-Match", "e-Coach"]


def test_a_guard_of_another_entity_keeps_nothing_of_this_one_unique():
    named = attribute("name")
    club, player = (
        entity(name, keys(f"{name.upper()}#{{id}}", "A"), attributes=(named,), unique=(("name",),))
        for name in ("Club", "Player")
    )
    guards = [
        entity(f"{name} name", keys(f"NAME#{name.upper()}#{{name}}", "A"), attributes=(named,), constraint_of=name)
        for name in ("Club", "Player")
    ]
    put = pattern("PutItem", "P1", entities=("Player",), key=())
    (finding,) = told(design(club, player, *guards, patterns=(put,)), "write.unique_not_enforced")
    assert finding.message == "P1 puts Player without a new Player name, so two items can have the same name"


def test_an_item_over_the_limit_is_not_also_a_large_one():
    page = entity("Page", keys("PAGE#{id}", "A"), attributes=(attribute("text", size=SizeFact(500_000, 500_000)),))
    assert [one.rule for one in told(design(page), "item.over_400kb", "item.large")] == ["item.over_400kb"]


def test_many_members_that_name_one_item_are_one_finding():
    made = transaction(SHIP, NOTE, replace(NOTE, id="p-again"), CHECK)
    (finding,) = told(made, "txn.same_item_twice")
    assert finding.message.startswith("Members 1, 2, 3 and 4 of ")
    assert not finding.fixes
