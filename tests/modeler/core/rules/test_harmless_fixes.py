"""Fixes that used to break something else: each is now right, or not offered."""

from modeler.core.analysis import analyse
from modeler.core.edits.applied_fixes import fixed
from modeler.core.expressions.parse import parse_condition
from modeler.core.findings import Severity
from modeler.core.safe_fixes import FixTrials
from tests.modeler.core.rules.cases.case import found, read

ORDER = {
    "name": "Order",
    "identity": ["id"],
    "attributes": [{"name": "id", "type": "S", "format": "id"}, {"name": "total", "type": "N", "format": "money"}],
    "overloads": [{"index": None, "keys": {"PK": "ORDER#{id}"}}],
    "items": [{"id": "s1", "values": {"id": "o1", "total": "5"}}],
}


def table(entity=ORDER, indexes=(), **settings):
    key = [{"name": "PK", "type": "S"}]
    return {"name": "app", "partition_key": key, "indexes": list(indexes), "entities": [entity], "settings": settings}


def only(design, rule):
    """The one finding of a rule, and its first fix."""
    (finding,) = found(design, rule)
    return finding, finding.fixes[0]


def test_a_condition_on_a_name_with_a_hyphen_can_be_parsed():
    entity = {
        **ORDER,
        "attributes": [*ORDER["attributes"], {"name": "GSI2-PK", "type": "S", "optional": 0.5}],
        "overloads": [*ORDER["overloads"], {"index": "GSI2", "keys": {"GSI2-PK": "{GSI2-PK}"}}],
    }
    index = {"name": "GSI2", "partition_key": [{"name": "GSI2-PK", "type": "S"}]}
    design = read(tables=[table(entity, [index])])
    finding, fix = only(design, "index.unintended_sparse")
    parse_condition(fix.edits[0].value)
    assert list(FixTrials(design).harm(finding, fix)) == []


def test_a_version_condition_accepts_items_that_were_stored_without_a_version():
    read_first = {"code": "A1", "operation": "GetItem", "table": "app", "key": {"PK": "ORDER#{id}"}}
    write = {
        "code": "A2",
        "operation": "UpdateItem",
        "table": "app",
        "entities": ["Order"],
        "key": {"PK": "ORDER#{id}"},
        "set": {"total": ":total"},
        "parameters": {"id": "o1", "total": "7"},
        "follows": {"code": "A1", "same_key": True},
    }
    entity = {**ORDER, "concurrent": True}
    design = read(tables=[table(entity)], access_patterns=[{**read_first, "parameters": {"id": "o1"}}, write])
    finding, fix = only(design, "write.no_version_condition")
    assert list(FixTrials(design).harm(finding, fix)) == []
    after = fixed(design, fix).patterns[1]
    assert "attribute_not_exists(version)" in after.if_


def test_a_get_item_of_a_gsi_becomes_a_query_because_its_key_is_that_of_the_index():
    entity = {**ORDER, "overloads": [*ORDER["overloads"], {"index": "GSI1", "keys": {"GSI1PK": "O#{id}"}}]}
    index = {"name": "GSI1", "partition_key": [{"name": "GSI1PK", "type": "S"}]}
    get = {"code": "A1", "operation": "GetItem", "table": "app", "index": "GSI1", "entities": ["Order"]}
    asked = {**get, "key": {"GSI1PK": "O#{id}"}, "parameters": {"id": "o1"}}
    design = read(tables=[table(entity, [index])], access_patterns=[asked])
    _, fix = only(design, "ap.fields_do_not_fit")
    assert fix.label == "Make A1 a Query"
    assert analyse(fixed(design, fix)).count(Severity.ERROR) == 0
    own = {**get, "key": {"PK": "ORDER#{id}"}, "parameters": {"id": "o1"}}
    assert only(read(tables=[table(entity, [index])], access_patterns=[own]), "ap.fields_do_not_fit")[1].label == (
        "Remove index from A1"
    )


def test_a_table_is_not_warmed_above_the_quota():
    def warmed(peak):
        get = {"code": "A1", "operation": "GetItem", "table": "app", "key": {"PK": "ORDER#{id}"}}
        rate = {"per_second": {"average": 10, "peak": peak}, "consistent": True}
        design = read(tables=[table(billing="PAY_PER_REQUEST")], access_patterns=[{**get, **rate}])
        (finding,) = found(design, "capacity.on_demand_ramp")
        return [fix.label for fix in finding.fixes]

    assert warmed(30_000) == ["Warm app to 30,001 read units/s"]
    assert warmed(2_000_000) == []
