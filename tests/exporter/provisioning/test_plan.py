"""What a run makes of a design."""

from dataclasses import replace
from decimal import Decimal

import pytest

from exporter.provisioning.endpoints import TRUST, EndpointKind, declared
from exporter.provisioning.plan import make_plan, run_prefix
from exporter.provisioning.summary import summary_of
from modeler.core.design.items import SampleItem
from modeler.core.design.tables import KeyAttribute
from modeler.core.errors import Invalid
from modeler.core.values.attribute_values import AttributeType, number, string
from modeler.examples import example
from tests.modeler.core.order_management import DESIGN, TABLE, gsi, key

AWS = TRUST[EndpointKind.AWS]
LOCAL = TRUST[EndpointKind.DYNAMODB_LOCAL]


def plan(design, trust=AWS, tags=None):
    return make_plan(design, prefix="p-", trust=trust, tags=tags or {})


def with_table(**fields):
    return replace(DESIGN, tables=(replace(TABLE, **fields),))


def test_a_table_is_created_on_demand_with_its_indexes_and_tags():
    design = with_table(
        settings={"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}, "tags": {"team": "a"}}
    )
    made = plan(design, tags={"keysheet:run": "r1"})
    (table,) = made.tables
    assert table.create["BillingMode"] == "PAY_PER_REQUEST"
    assert table.create["TableName"] == table.name == "p-app-main"
    assert [one["AttributeName"] for one in table.create["AttributeDefinitions"]] == [
        "PK",
        "SK",
        "GSI1PK",
        "GSI1SK",
        "GSI2PK",
        "GSI2SK",
    ]
    first, second = table.create["GlobalSecondaryIndexes"]
    assert first["Projection"] == {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["status", "total"]}
    assert second["Projection"] == {"ProjectionType": "KEYS_ONLY"}
    assert "LocalSecondaryIndexes" not in table.create
    assert table.create["Tags"] == [{"Key": "keysheet:run", "Value": "r1"}]
    assert made.notes == (
        "app-main: created without the tags of the design, as every table of a proof",
        "app-main: created on-demand, like every table of a proof; its provisioned units are not tested",
    )


def test_what_an_endpoint_has_not_is_noted_and_left_out():
    design = with_table(settings={"ttl_attribute": "ttl", "point_in_time_recovery": True, "tags": {"team": "a"}})
    (table,) = plan(design).tables
    assert (table.ttl_attribute, table.recovery) == ("ttl", True)
    made = plan(design, LOCAL, {"keysheet:run": "r1"})
    (table,) = made.tables
    assert (table.ttl_attribute, table.recovery, "Tags" in table.create) == ("ttl", False, False)
    without_tags = "app-main: created without the tags of the design, as every table of a proof"
    assert made.notes == ("app-main: this endpoint does not support point-in-time recovery", without_tags)
    made = make_plan(design, prefix="p-", trust=AWS, tags={}, allows_recovery=False)
    assert not made.tables[0].recovery
    assert made.notes == (
        "app-main: the operator of this endpoint does not allow point-in-time recovery",
        without_tags,
    )


def test_reads_come_before_writes():
    made = plan(example("saas-projects").design)
    codes = [pattern.code for pattern in made.patterns]
    assert codes == [f"S{number}" for number in range(1, 16)] + [f"W{number}" for number in range(1, 11)]


def test_items_that_dynamodb_refuses_are_noted_and_not_predicted():
    bad = (
        SampleItem("no-key", {"note": string("x")}),
        SampleItem("wrong", {"PK": string("a"), "SK": string("b"), "GSI1PK": number(5)}),
        SampleItem("fine", {"PK": string("a"), "SK": string("c")}),
    )
    made = plan(with_table(entities=(), unassigned=bad))
    assert [stored.id for stored in made.seed.items("app-main")] == ["fine"]
    assert made.item_count == 1
    assert len(made.notes) == 2
    assert all(note.startswith("one item of app-main is not seeded: One or more parameter") for note in made.notes)


def test_names_are_safe_and_their_own():
    tables = [replace(TABLE, name=name) for name in ("a b", "a/b", "x" * 300)]
    names = [one.name for one in plan(replace(DESIGN, tables=tuple(tables), patterns=())).tables]
    assert names[:2] == ["p-a_b", "p-a_b_2"]
    assert len(names[2]) <= 255
    assert (
        run_prefix("keysheet-", "Été: Orders & more orders for all of us", "ab12")
        == "keysheet-t-orders-more-orders-for-ab12-"
    )
    assert run_prefix("", "!!!", "ab12") == "design-ab12-"


@pytest.mark.parametrize(
    ("design", "sentence", "path"),
    [
        (replace(DESIGN, tables=()), "the design has no tables", "tables"),
        (replace(DESIGN, tables=(TABLE, TABLE)), "2 tables are named app-main", "tables.app-main"),
        (with_table(partition_key=()), "app-main has no partition key", "tables.app-main.partition_key"),
        (with_table(indexes=(gsi("GSI1", ()),)), "GSI1 has no partition key", "tables.app-main.indexes.GSI1"),
    ],
)
def test_what_cannot_be_made_is_refused_with_its_place(design, sentence, path):
    with pytest.raises(Invalid, match=sentence) as refused:
        plan(design)
    assert refused.value.path == path


def test_keys_of_several_attributes_need_an_endpoint_that_knows_them():
    several = gsi("GSI1", key("tenant") + key("region"), (KeyAttribute("at", AttributeType.N),))
    design = with_table(indexes=(several,))
    (index,) = plan(design).tables[0].create["GlobalSecondaryIndexes"]
    assert [(one["AttributeName"], one["KeyType"]) for one in index["KeySchema"]] == [
        ("tenant", "HASH"),
        ("region", "HASH"),
        ("at", "RANGE"),
    ]
    with pytest.raises(Invalid, match="has a multi-attribute key, which this endpoint does not support"):
        plan(design, LOCAL)


def endpoint(**fields):
    empty = dict.fromkeys(("url", "role_arn", "external_id", "access_key_id", "secret_access_key", "name_prefix"), "")
    return declared([{**empty, "name": "Team", "region": "us-east-1", "consumed_capacity": "none", **fields}])[0]


def test_the_summary_of_an_account_says_what_it_may_cost():
    design = example("order-management").design
    account = endpoint(role_arn="arn:aws:iam::111122223333:role/keysheet")
    summary = summary_of(plan(design), account)
    assert summary.write_units > 20
    assert (
        summary.dollars
        == summary.read_units * Decimal("0.125") / 10**6 + summary.write_units * Decimal("0.625") / 10**6
    )
    assert "AWS bills about" in summary.sentences[-1]
    free = summary_of(plan(design), endpoint(url="http://localhost:8000"))
    assert free.dollars is None
    assert not any("AWS" in sentence for sentence in free.sentences)
    unknown = summary_of(plan(design), endpoint(role_arn="arn:aws:iam::1:role/x", region="moon-1"))
    assert "no list price is known for this Region" in unknown.sentences[-1]


def test_a_read_that_names_no_key_is_run_as_its_serving_asks_it():
    orders = next(one for one in DESIGN.patterns if one.code == "A4")
    bare = replace(orders, key=(), index=None)
    (made,) = plan(replace(DESIGN, patterns=(bare,))).patterns
    assert (made.index, made.key) == (orders.index, orders.key)
