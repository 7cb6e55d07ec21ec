"""Multi-attribute keys of GSIs: on request, for an index of one entity, and only where engines have them.

The tournament is the example of the developer guide ("Multi-attribute keys pattern").
"""

from __future__ import annotations

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import attribute, design, entity, get, put, query, text, whole

pytestmark = pytest.mark.slow

MATCH = entity(
    "Match", "matchId", 9_000_000,
    attribute("matchId"), attribute("tournamentId"), attribute("region"), attribute("round"), whole("score", 999_999),
    attribute("playedAt", "iso"), text("summary", 120),
)  # fmt: skip
PLAYER = entity("Player", "playerId", 90_000, attribute("playerId"), text("name", 20))


def tournament(*more, others=(PLAYER,), **settings):
    """Matches of a tournament's region, all of them and the best of a round."""
    patterns = [
        get("R1", "Match", "matchId", 9),
        query("R2", "Match", "tournamentId region round", 5, "-score", limit=10, items_returned=10),
        put("W1", "Match", 3),
        *more,
    ]
    return design([MATCH, *others], patterns, **settings)


def first(made, multi_attribute_keys=True, **options):
    found = synthesise(made, SynthesisOptions(alternatives=1, multi_attribute_keys=multi_attribute_keys, **options))
    assert found.unmet == ()
    return found.alternatives[0]


def test_the_attributes_are_the_key_and_a_number_sorts_as_a_number():
    one, generic = first(tournament()), first(tournament(), multi_attribute_keys=False)
    (index,) = one.design.tables[0].indexes
    assert [key.name for key in index.partition_key] == ["tournamentId", "region", "round"]
    assert (index.sort_key[0].name, str(index.sort_key[0].type)) == ("score", "N")
    assert one.gsis == generic.gsis == 1
    assert one.problems == ()
    assert one.dollars == monthly_cost(one.design).total().value
    assert one.dollars < generic.dollars
    assert [each.message for each in one.findings if each.severity in {Severity.ERROR, Severity.WARNING}] == []
    for pattern in one.design.patterns:
        made = serving(one.design, pattern)
        assert made.served
        assert made.order_satisfied is not False


def test_a_range_is_the_last_attribute_that_a_read_uses():
    window = query(
        "R3", "Match", "tournamentId region", 2, "playedAt", filter="playedAt BETWEEN :a AND :b", items_returned=30,
        parameters={"a": "2026-03-01T00:00:00.000Z", "b": "2026-03-01T23:59:59.999Z"},
    )  # fmt: skip
    one = first(tournament(window))
    assert one.problems == ()
    read = next(each for each in one.design.patterns if each.code == "R3")
    made = serving(one.design, read)
    assert (made.served, made.order_satisfied, made.filter) == (True, True, "")


def test_a_condition_on_a_constant_keeps_a_text_for_it():
    low = query("R4", "Match", "tournamentId", 1, "playedAt", filter="region = 'EU'", limit=9, items_returned=9)
    one = first(tournament(low))
    assert one.problems == ()
    sparse = [index for index in one.design.tables[0].indexes if index.partition_key[0].name.startswith("GSI")]
    assert all(len(index.partition_key) == 1 for index in sparse)


@pytest.mark.parametrize("engines", [["dynamodb-local"], ["localstack", "ministack"]])
def test_none_where_an_engine_lacks_them(engines):
    one = first(tournament(engines=engines))
    assert all(len(index.partition_key) == 1 for index in one.design.tables[0].indexes)


def test_none_where_the_items_of_another_entity_would_be_in_the_index():
    shared = (attribute(name) for name in ("draftId", "tournamentId", "region", "round", "matchId"))
    draft = entity("Draft", "draftId", 50, *shared, whole("score", 9))
    one = first(tournament(get("R5", "Draft", "draftId"), others=(draft,)))
    assert all(len(index.partition_key) == 1 for index in one.design.tables[0].indexes)
