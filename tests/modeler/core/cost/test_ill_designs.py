"""Documents may be ill: half-typed templates, unknown names, no numbers. Cost and capacity then say so; none raises."""

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from modeler.core.capacity.design import design_capacity
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.design.patterns import Operation
from modeler.core.documents.reading import from_document, load
from modeler.core.errors import DocumentInvalid, Invalid

NAMES = st.sampled_from(["PK", "SK", "a", "b", "GSI1", "main", ""])
TYPES = st.sampled_from(["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"])
TEMPLATES = st.sampled_from(
    ["X", "", "{a}", "{b:pad(6)}", "{a:shard(7)}#{b}", "{", "{nobody}", "{PK}", "{a:date}", "é{a:first(1)}"]
)
CONDITIONS = st.sampled_from(["", "a = 'X'", "a =", "attribute_exists(b)", "b < a", "nobody = 'Y'", "NOT a = :p"])
NUMBERS = st.sampled_from([0, 0.5, 1, 3, 1e9])
SIZE = st.fixed_dictionaries({"average": NUMBERS}, optional={"max": NUMBERS})
VALUES = st.sampled_from(["X", "12", "", {"N": "7"}, {"L": []}, {"BOOL": True}, {"SS": []}, {"M": {"k": {"S": "v"}}}])


def one_of(**fields):
    return st.fixed_dictionaries({}, optional=fields)


ATTRIBUTES = st.fixed_dictionaries(
    {"name": NAMES, "type": TYPES},
    optional={
        "format": st.sampled_from(["enum", "date", "shard(10)", "epoch_millis", "money", "nonsense"]),
        "values": st.dictionaries(st.sampled_from(["X", "Y", "1"]), st.sampled_from([0, 0.2, 1]), max_size=3),
        "size": SIZE, "elements": SIZE, "optional": st.sampled_from([0, 0.5, 1]), "key_only": st.booleans(),
        "range": st.sampled_from([[0, 9], [5, -5], [0, 1e12]]),
    },
)  # fmt: skip
OVERLOADS = st.fixed_dictionaries(
    {"index": st.sampled_from([None, "GSI1", "ghost"]), "keys": st.dictionaries(NAMES, TEMPLATES, max_size=3)},
    optional={"when": CONDITIONS},
)
ENTITIES = st.fixed_dictionaries(
    {"name": st.sampled_from(["E", "F", ""])},
    optional={
        "attributes": st.lists(ATTRIBUTES, max_size=4), "overloads": st.lists(OVERLOADS, max_size=4),
        "count": st.sampled_from([0, 1, 10**12]), "per_parent": SIZE,
        "items": st.lists(st.dictionaries(st.sampled_from(["a", "b", "PK", "z"]), VALUES, max_size=3), max_size=3),
    },
)  # fmt: skip
KEYS = st.lists(st.fixed_dictionaries({"name": NAMES, "type": TYPES}), max_size=2)
INDEXES = st.fixed_dictionaries(
    {"name": st.sampled_from(["GSI1", "main", "G"]), "kind": st.sampled_from(["GSI", "LSI"])},
    optional={
        "partition_key": KEYS, "sort_key": KEYS,
        "projection": st.sampled_from([{"type": "KEYS_ONLY"}, {"type": "INCLUDE", "attributes": ["a"]}]),
        "provisioned": one_of(read=st.integers(-1, 9), write=st.none()),
    },
)  # fmt: skip
PATTERN_FIELDS = {
    "entities": st.lists(st.sampled_from(["E", "F", "ghost"]), max_size=2),
    "table": st.sampled_from(["", "main", "no"]), "index": st.sampled_from([None, "GSI1", "ghost"]),
    "set": st.dictionaries(NAMES, VALUES | st.just(":p"), max_size=2), "remove": st.lists(NAMES, max_size=2),
    "if": CONDITIONS, "update": st.sampled_from(["", "SET #a = :p", "REMOVE", "ADD b :p"]),
    "condition": st.sampled_from(["", "#a = :p", "a ="]), "names": st.just({"#a": "a"}), "values": st.just({":p": "X"}),
    "parameters": st.dictionaries(st.sampled_from(["a", "p"]), VALUES, max_size=2), "limit": st.integers(1, 9),
    "items_returned": NUMBERS, "examined": NUMBERS, "fan_out": st.integers(1, 9), "filter": CONDITIONS,
    "key": st.dictionaries(NAMES, TEMPLATES, max_size=2), "consistent": st.booleans(), "projection": st.lists(NAMES),
    "per_second": st.fixed_dictionaries({"average": NUMBERS}, optional={"peak": NUMBERS}),
}  # fmt: skip
OPERATIONS = st.sampled_from([operation.value for operation in Operation])
STEP = st.fixed_dictionaries({"operation": OPERATIONS}, optional=PATTERN_FIELDS)
PATTERNS = st.fixed_dictionaries(
    {"operation": OPERATIONS}, optional={**PATTERN_FIELDS, "steps": st.lists(STEP, max_size=2)}
)
SETTINGS = one_of(
    billing=st.sampled_from(["PAY_PER_REQUEST", "PROVISIONED"]), provisioned=one_of(read=st.integers(-1, 9)),
    auto_scaling=one_of(read=one_of(min=st.integers(1, 9), target=st.sampled_from([0, 50, 0.7, 1000]))),
    table_class=st.sampled_from(["STANDARD", "STANDARD_INFREQUENT_ACCESS"]), point_in_time_recovery=st.booleans(),
    replicas=st.lists(st.sampled_from(["eu-west-1", "us-east-1", "nowhere"]), max_size=3),
    ops=st.sampled_from([5, {"curve": "spiky"}, {"curve": [1, 0] * 12}, {"curve": 7, "backups_kept": -1}]),
    stream_consumers=st.sampled_from([5, ["x"], [{"kind": "reader"}], [{"kind": 1}, {"kind": "kinesis", "name": 3}]]),
)  # fmt: skip
TABLES = st.fixed_dictionaries(
    {"name": st.sampled_from(["main", "other"])},
    optional={
        "partition_key": KEYS, "sort_key": KEYS, "indexes": st.lists(INDEXES, max_size=3),
        "entities": st.lists(ENTITIES, max_size=3), "settings": SETTINGS,
    },
)  # fmt: skip
DOCUMENTS = st.fixed_dictionaries(
    {"keysheet": st.just(1), "name": st.just("Ill"), "tables": st.lists(TABLES, max_size=2),
     "access_patterns": st.lists(PATTERNS, max_size=4)},
    optional={
        "region": st.sampled_from(["us-west-2", "nowhere"]),
        "settings": st.sampled_from([{"traffic": 3, "prices": []}, {"traffic": "diurnal", "prices": {"nowhere": {}}}]),
    },
)  # fmt: skip


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=300)
@given(DOCUMENTS)
def test_no_document_makes_it_fail_and_all_is_accounted_for(document):
    try:
        made = from_document(document)
    except Invalid:
        reject()  # of the wrong shape, which is another matter
    capacity = design_capacity(made)
    cost = monthly_cost(made, capacity=capacity)
    assert len(capacity.patterns) == len(made.patterns)
    assert all(load.per_call.value >= 0 for pattern in capacity.patterns for load in pattern.loads)
    for mode in Mode:
        total = cost.total(mode).value
        assert total >= 0
        if cost.complete(mode):
            assert abs(sum(place.amount for place in cost.places(mode)) - total) <= total / 10**20
        else:
            assert cost.unknown
        assert all(line.amount.value <= 0 for line in cost.free(mode))
    assert all(month.total >= 0 for month in cost.growth(3))
    for table in cost.tables:
        assert table.choice is None or table.choice.mode in table.modes
        assert all((plan.total is None) == bool(plan.unknown) for plan in table.commitments)
        assert all(line.unknown or line.amount is not None for line in table.once)


@pytest.mark.parametrize("retention", [1e-12, 1e-320, 0])
def test_a_retention_of_no_time_at_all_makes_nothing_fail(retention):
    entity = {"name": "E", "count": 1000, "growth": 10, "retention": retention}
    document = {"keysheet": 1, "name": "x", "tables": [{"name": "t", "entities": [entity]}]}
    assert len(monthly_cost(from_document(document)).growth(3)) == 4


@pytest.mark.parametrize(
    "field", [{"count": 10**16}, {"growth": 1e300}, {"per_parent": {"average": 1e308}}, {"retention": 1e16}]
)
def test_a_number_that_nobody_can_mean_is_refused_with_its_place(field):
    document = {"keysheet": 1, "name": "x", "tables": [{"name": "t", "entities": [{"name": "E", **field}]}]}
    with pytest.raises(DocumentInvalid, match="greater than the maximum"):
        from_document(document)


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e400"])
def test_a_number_that_is_none_never_reaches_the_arithmetic(number):
    entity = f'{{"name": "E", "growth": {number}}}'
    text = f'{{"keysheet": 1, "name": "x", "tables": [{{"name": "t", "entities": [{entity}]}}]}}'
    with pytest.raises(DocumentInvalid, match="is not a valid JSON number"):
        load(text)
