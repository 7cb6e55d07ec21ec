"""What surrounds a design: read where it has the expected shape, absent where it has not."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.design_settings import ApplicationRole, Network
from modeler.core.design.surroundings import GlobalTable, compliance, global_table
from modeler.core.design.table_settings import VectorIndex
from tests.modeler.core.rules.builders import DESIGN, with_settings


def of_design(**settings):
    return replace(DESIGN, settings=settings)


def regions(**settings):
    design = with_settings(**settings)
    return global_table(design, design.tables[0])


def test_a_table_in_one_region_is_no_global_table():
    assert regions() is None
    assert regions(replicas=[]) is None
    assert regions(multi_region_consistency="EVENTUAL") is None


def test_the_regions_of_a_global_table_begin_with_its_own():
    assert regions(replicas=["eu-west-1", "us-east-1"]) == GlobalTable(("us-east-1", "eu-west-1"))
    strong = regions(replicas=["us-east-2"], witness="us-west-2", multi_region_consistency="strong")
    assert strong == GlobalTable(("us-east-1", "us-east-2"), True, "us-west-2")


def test_vector_indexes():
    raw = [{"name": "v", "attribute": "e", "dimensions": 8, "hash": ["tenantId"], "filters": ["a", "b"]}, {}, "odd"]
    (table,) = with_settings(vector_indexes=raw).tables
    assert table.options.vector_indexes == (
        VectorIndex("v", 8.0, ("tenantId",), ("a", "b"), "e"),
        VectorIndex("", None),
    )


def test_roles():
    listed = [
        {"name": "app", "actions": ["dynamodb:Get*"], "leading_keys": {"values": ["T#1"]}},
        {"actions": "dynamodb:*", "admin": True},
    ]
    app, second = of_design(iam={"roles": listed}).options.roles
    assert app == ApplicationRole("app", ("dynamodb:Get*",), False, "ForAllValues:StringEquals", ("T#1",), 0)
    assert second == ApplicationRole("role 2", ("dynamodb:*",), True, place=1)


@pytest.mark.parametrize(
    ("action", "may"),
    [("dynamodb:GetItem", True), ("dynamodb:getitem", True), ("dynamodb:Query", True), ("dynamodb:Scan", False)],
)
def test_what_a_role_may_do(action, may):
    assert ApplicationRole("app", ("dynamodb:Get*", "DynamoDB:Q?ery")).may(action) is may


def test_network_engines_and_compliance():
    assert DESIGN.options.network == Network()
    assert of_design(network={"vpc": False, "endpoint": True}).options.network == Network(False, True, False)
    assert of_design(engines=["DynamoDB-Local", 3]).options.engines == {"dynamodb-local"}
    design = replace(with_settings(compliance="PCI-DSS"), settings={"compliance": ["HIPAA", "SOC2"]})
    assert compliance(design, design.tables[0]) == ("PCI-DSS",)
    assert compliance(of_design(compliance=["HIPAA"]), DESIGN.tables[0]) == ("HIPAA",)


odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["roles", "name", "actions", "leading_keys", "values", "dimensions"]), inner)
    ),
    max_leaves=8,
)


@given(odd)
def test_nothing_raises_on_odd_settings(value):
    names = ("iam", "network", "engines", "compliance", "replicas", "vector_indexes", "witness")
    settings = dict.fromkeys(names, value)
    design = replace(with_settings(**settings), settings=settings)
    (table,) = design.tables
    read = (
        design.options.roles,
        design.options.network,
        design.options.engines,
        compliance(design, table),
        global_table(design, table),
    )
    assert isinstance(read, tuple)
    assert isinstance(table.options.vector_indexes, tuple)
