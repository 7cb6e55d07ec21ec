"""Whether a condition can meet a key that an entity writes: ranges, by everything that formats say."""

import pytest

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.tables import Table
from modeler.core.servings.key_agreement import mismatches
from modeler.core.servings.key_legality import ProblemKind
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.order_management import conditions, key, overload, pattern

ATTRIBUTES = tuple(
    Attribute(name, name, AttributeType.S, form)
    for name, form in {"date": "date", "id": "ulid", "note": "text", "free": ""}.items()
)


def found(written, asked, sort="S", attributes=ATTRIBUTES, **fields):
    entity = Entity("e", "Thing", attributes, (overload(None, PK="P", SK=written),))
    table = Table("t", "t", key("PK"), key("SK", sort), entities=(entity,))
    made = pattern("Query", key=conditions(PK="P", SK=asked), **fields)
    return list(mismatches(table, table.base, (entity,), made))


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("{date}", {">=": "a"}),
        ("{date}#X", {"between": ["A", "Z"]}),
        ("ORDER#{date}", {"between": ["ORDER#A", "ORDER#Z"]}),
        ("ORDER#{id}", {"<": "ORDER#"}),
        ("{date}#A", {">": "A{date}"}),
        ("META", {">": "META"}),
        ("{date}", {"between": ["B", "A"]}),
        ("META", {"between": ["META{from}", "META{to}"]}),
    ],
)
def test_a_range_in_which_no_key_of_the_entity_lies_is_told(written, asked):
    (problem,) = found(written, asked)
    assert problem.kind is ProblemKind.MISMATCH
    assert problem.key == "SK"
    assert f"Thing writes {written} into SK, but the pattern requests {next(iter(asked))}" in problem.message


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("{date}", {">=": "2026"}),
        ("{date}", {"between": ["{from}", "{to}"]}),
        ("ORDER#{date}", {"between": ["ORDER#{from}", "ORDER#{to}~"]}),
        ("ORDER#{date}#{id}", {"<=": "ORDER#{until}"}),
        ("{free}", {"between": ["{low}", "{high}"]}),
        ("META", {">=": "META"}),
        ("META", {"between": ["ME{from}", "META"]}),
        ("{date}", {"between": ["{any}", "{any}~"]}),
        ("{date}", {"<": "{date}A"}),
        ("{date}", {"<": "{any:upper}"}),
        ("ORDER#{note}", {"<": "ORDER#A"}),
        ("D#{date}#{id}", {"between": ["D#{date}#", "D#{date}#~"]}),
    ],
)
def test_a_range_that_catches_one_is_not(written, asked):
    assert found(written, asked) == []


@pytest.mark.parametrize("asked", [{">": "5"}, {"between": ["10", "9"]}, {"<": "{most}"}])
def test_numbers_are_not_compared_as_texts(asked):
    amount = (Attribute("n", "n", AttributeType.N),)
    assert found("{n}", asked, sort="N", attributes=amount) == []
