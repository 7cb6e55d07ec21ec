"""Patterns that somebody is still typing: the evaluator says what is wrong and never raises."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import IndexKind, KeyAttribute, Table
from modeler.core.evaluator import Database, evaluate
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.order_management import (
    DESIGN,
    ORDER,
    ORDER_KEY,
    ORDER_PARAMETERS,
    TABLE,
    key,
    lsi,
    overload,
    pattern,
)
from tests.present import present

JUNK = st.sampled_from([
    "", "{", "{}", "CUST#{customerId}", "{customerId:pad(3)}", "{nobody}", "ORDER#", "{total}", "é", "5", "{{x}}",
    "{status:shard(3)}",
])  # fmt: skip
CONDITIONS = st.sampled_from([
    "", "status = 'OPEN'", "status =", "total > :most", "size(name) > 3", "#s = :s", "attribute_exists(PK)", "total",
    "begins_with(total, :most)", "NOT (", "status BETWEEN 'a' AND 'b'",
])  # fmt: skip
RAW = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.just(["a", "b"]), st.just({"S": "x"}),
    st.just({"N": "x"}), st.just({"SS": []}), st.just({"a": [1]}), JUNK, st.just(":most"),
)  # fmt: skip
WORDS = [
    "PK",
    "SK",
    "GSI1PK",
    "GSI1SK",
    "status",
    "total",
    "customerId",
    "most",
    "a.b",
    "a[0]",
    "#s",
    "#nobody",
    "*",
    "",
]
NAMES = st.sampled_from(WORDS)
OPERATORS = st.sampled_from(["=", "<", "between", "begins_with", "contains", ""])
ILL_KEYS = st.lists(st.builds(KeyCondition, NAMES, OPERATORS, st.lists(JUNK, max_size=2).map(tuple)), max_size=3)
KEYS = st.one_of(
    st.just(ORDER_KEY),
    st.just(ORDER_KEY[:1]),
    st.just(present(DESIGN.pattern("A4")).key),
    ILL_KEYS.map(tuple),
)
PARAMETERS = st.builds(
    lambda ill, sound: {**ill, **sound},
    st.dictionaries(NAMES, RAW, max_size=3),
    st.sampled_from([{}, ORDER_PARAMETERS, {**ORDER_PARAMETERS, "status": "OPEN", "total": "1", "most": "5"}]),
)


def patterns(steps: st.SearchStrategy) -> st.SearchStrategy[AccessPattern]:
    return st.builds(
        AccessPattern,
        id=st.just("p"),
        code=st.just("P"),
        name=st.just("P"),
        operation=st.sampled_from(Operation),
        table=st.sampled_from(["app-main", "app-main", "", "nowhere"]),
        index=st.sampled_from([None, None, None, "GSI1", "L", "nowhere"]),
        entities=st.sampled_from([("Order",), (), ("Nobody",), ("Customer", "Order")]),
        key=KEYS,
        filter=st.just("") | CONDITIONS,
        projection=st.just(()) | st.lists(NAMES, max_size=2).map(tuple),
        descending=st.booleans(),
        limit=st.sampled_from([None, 1, 2]),
        consistent=st.booleans(),
        set=st.dictionaries(NAMES, RAW, max_size=2),
        remove=st.lists(NAMES, max_size=2).map(tuple),
        add=st.dictionaries(NAMES, RAW, max_size=1),
        if_=st.just("") | CONDITIONS,
        update=st.sampled_from(["", "", "SET #s = :s", "SET", "REMOVE PK", "ADD total :s"]),
        condition=st.sampled_from(["", "", "#s = :s", "status = 'x'"]),
        names=st.sampled_from([{}, {"#s": "status"}]),
        values=st.sampled_from([{}, {":s": "x"}, {":s": {"N": "1"}}, {"s": ["x"]}]),
        parameters=PARAMETERS,
        fan_out=st.sampled_from([1, 3]),
        steps=steps,
    )


LOCAL = lsi("L", key("PK"), key("total", "N"), "KEYS_ONLY")
ILL = replace(DESIGN, tables=(replace(TABLE, indexes=(*TABLE.indexes, LOCAL)),))


@pytest.mark.slow
@given(patterns(st.lists(patterns(st.just(())), max_size=3).map(tuple)))
def test_no_pattern_raises(ill):
    database = Database.of(ILL)
    found = evaluate(ILL, ill, stored=database)
    assert found.operation is ill.operation
    if found.refused and ill.operation is not Operation.STEPS and not found.writes:
        assert found.after is database


@pytest.mark.parametrize(
    "table",
    [
        Table("t", "t", ()),
        Table("t", "t", (), key("SK")),
        Table("t", "", (KeyAttribute("PK", AttributeType.BOOL),)),
        replace(TABLE, entities=(replace(ORDER, overloads=(overload(None, PK="{", SK="{nobody}"),)),)),
        replace(TABLE, indexes=(replace(TABLE.indexes[0], partition_key=(), kind=IndexKind.LSI),)),
    ],
)
@pytest.mark.parametrize("operation", [one for one in Operation if not one.is_multiple])
def test_no_table_raises(table, operation):
    design = Design("d", tables=(table,))
    for fields in ({}, {"key": DESIGN.pattern("A7").key, "parameters": DESIGN.pattern("A7").parameters}):
        for index in (None, "GSI1"):
            one = pattern(operation.value, table=table.name, index=index, entities=("Order",), **fields)
            assert evaluate(design, one).operation is operation
