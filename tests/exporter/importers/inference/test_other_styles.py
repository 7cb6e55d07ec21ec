"""Inference on tables in other styles than the shipped ones, measured; and the marks that it learned from them.

`pytest -s` prints the shares. The floors are what was reached; docs/formats.md says them.
"""

from __future__ import annotations

import pytest

from exporter.importers.items.item_tables import infer_table
from exporter.importers.support.base import Report
from exporter.importers.support.rows import StoredRow
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import AttributeType, string
from tests.exporter.importers.inference.inferring import Scores, compare, inferred
from tests.exporter.importers.inference.other_designs import other_designs

PK, SK = KeyAttribute("PK", AttributeType.S), KeyAttribute("SK", AttributeType.S)


def templates(*items: dict[str, str], indexes: tuple[Index, ...] = ()) -> dict[str, list[dict[str, str]]]:
    """What is found: by entity, the templates of its overloads."""
    rows = [
        StoredRow(f"[{place}]", {name: string(text) for name, text in one.items()}) for place, one in enumerate(items)
    ]
    found = infer_table(Table("t", "shop", (PK,), (SK,), indexes), rows, "items", Report())
    return {entity.name: [dict(one.keys) for one in entity.overloads] for entity in found.entities}


@pytest.mark.slow
def test_most_of_what_other_styles_mean_is_found():
    whole = Scores()
    for name, design in other_designs().items():
        one = Scores()
        for scores in (one, whole):
            compare(design.tables[0], scores)
        told = (f"{score.right} of {score.truth}" for score in (one.entities, one.base, one.gsi))
        print(f"{name:12} entities {'  templates '.join(told)}")
    for score, floor in ((whole.entities, 0.95), (whole.base, 0.93), (whole.gsi, 0.95)):
        assert min(score.precision, score.recall) >= floor, (score, whole.wrong)


def test_every_item_of_other_styles_is_stored_again_as_it_was():
    for design in other_designs().values():
        (table,) = design.tables
        guessed, _ = inferred(table)
        stored = {frozenset(item.item.items()) for item in materialise(table)}
        assert {frozenset(item.item.items()) for item in materialise(guessed)} == stored


def test_a_word_before_a_soft_mark_is_a_literal_where_an_attribute_follows():
    found = templates(
        {"PK": "USER_7", "SK": "ORDER_00012", "userId": "7", "number": "12"},
        {"PK": "USER_8", "SK": "ORDER_00345", "userId": "8", "number": "345"},
    )
    assert list(found.values()) == [[{"PK": "USER_{userId}", "SK": "ORDER_{number:pad(5)}"}]]


def test_a_soft_mark_is_read_back_after_a_word_that_is_no_part_of_a_name():
    found = templates({"PK": "Invoice-17", "SK": "jean-paul"}, {"PK": "Invoice-18", "SK": "jean-luc"})
    assert list(found.values()) == [[{"PK": "Invoice-{invoiceId}", "SK": "{SK}"}]]


def test_the_end_of_a_key_may_be_nothing():
    found = templates({"PK": "account:1", "SK": "account:"}, {"PK": "account:2", "SK": "account:"})
    assert [keys[0]["SK"] for keys in found.values()] == ["account:"]


def test_a_tenant_in_front_of_all_keys_is_no_kind_of_item():
    found = templates(
        {"PK": "acme#invoice", "SK": "n1", "tenant": "acme", "total": "5"},
        {"PK": "acme#contact", "SK": "ada", "tenant": "acme", "phone": "1"},
        {"PK": "globex#invoice", "SK": "n2", "tenant": "globex", "total": "7"},
        {"PK": "globex#contact", "SK": "ben", "tenant": "globex", "phone": "2"},
    )
    assert {name: keys[0]["PK"] for name, keys in found.items()} == {
        "invoice": "{tenant}#invoice",
        "contact": "{tenant}#contact",
    }


def test_an_index_of_the_tables_keys_turned_round_has_no_overload():
    index = Index("i", "inverted", IndexKind.GSI, (SK,), (PK,))
    found = templates({"PK": "A#1", "SK": "B#2"}, {"PK": "A#2", "SK": "B#3"}, indexes=(index,))
    assert list(found.values()) == [[{"PK": "A#{aId}", "SK": "B#{bId}"}]]


def test_a_key_named_as_a_fact_may_be_made_of_several():
    index = Index("i", "places", IndexKind.GSI, (KeyAttribute("country", AttributeType.S),),
                  (KeyAttribute("place", AttributeType.S),))  # fmt: skip
    found = templates(
        {"PK": "S#1", "SK": "S", "country": "US", "state": "NY", "city": "Troy", "place": "NY#Troy"},
        {"PK": "S#2", "SK": "S", "country": "CA", "state": "ON", "city": "Paris", "place": "ON#Paris"},
        indexes=(index,),
    )
    assert next(iter(found.values()))[1]["place"] == "{state}#{city}"


def test_the_sort_key_tells_kinds_where_the_partition_key_is_named_after_a_fact():
    rows = [
        {"companyId": "acme", "entityKey": "EMP#1", "name": "Ann", "salary": "7"},
        {"companyId": "acme", "entityKey": "EMP#2", "name": "Bob", "salary": "6"},
        {"companyId": "acme", "entityKey": "DEPT#IT", "budget": "5"},
        {"companyId": "globex", "entityKey": "DEPT#HR", "budget": "9"},
    ]
    assert named_by("companyId", "entityKey", rows) == ["EMP", "DEPT"]
    # States of one kind of item are values: the attributes do not change with them.
    states = [{"deviceId": "d1", "State#Date": f"{state}#2026", "level": "1"} for state in ("OK", "BAD", "OK")]
    assert named_by("deviceId", "State#Date", states) == ["shop"]


def test_many_lower_case_words_are_kinds_if_the_attributes_change_with_them():
    rows = [
        {"pk": "player1", "sk": "profile", "nickname": "Zed"},
        {"pk": "player2", "sk": "profile", "nickname": "Amy"},
        {"pk": "player1", "sk": "game#chess", "score": "15"},
        {"pk": "player2", "sk": "game#go", "score": "9"},
        {"pk": "player1", "sk": "friend#player2", "since": "2022"},
        {"pk": "match#5a1", "sk": "match", "winner": "player2"},
        {"pk": "session#f47", "sk": "session", "token": "x"},
    ]
    assert named_by("pk", "sk", rows) == ["profile", "game", "friend", "match", "session"]


def named_by(partition: str, sort: str, items: list[dict[str, str]]) -> list[str]:
    """The names of the entities that are found in a table with these keys."""
    key, order = ((KeyAttribute(name, AttributeType.S),) for name in (partition, sort))
    rows = [StoredRow(f"[{at}]", {name: string(text) for name, text in one.items()}) for at, one in enumerate(items)]
    return [one.name for one in infer_table(Table("t", "shop", key, order), rows, "items", Report()).entities]


def test_a_constant_that_another_entity_shows_to_be_a_value_is_one():
    """Only orders of one tenant were sampled: the users tell what stands there."""
    found = templates(
        {"PK": "TENANT#ACME#USERS", "SK": "USER#1", "type": "User"},
        {"PK": "TENANT#GLOBEX#USERS", "SK": "USER#2", "type": "User"},
        {"PK": "TENANT#ACME#ORDERS", "SK": "ORDER#17", "type": "Order"},
        {"PK": "TENANT#ACME#ORDERS", "SK": "ORDER#18", "type": "Order"},
    )
    assert found["Order"] == [{"PK": "TENANT#{tenantId}#ORDERS", "SK": "ORDER#{orderId}"}]


def test_a_constant_that_no_other_entity_shows_stays_a_literal():
    found = templates(
        {"PK": "SHOP#MAIN#ORDER#17", "SK": "INFO", "type": "Order"},
        {"PK": "SHOP#MAIN#ORDER#18", "SK": "INFO", "type": "Order"},
        {"PK": "TENANT#MAIN#USERS", "SK": "USER#1", "type": "User"},
        {"PK": "TENANT#GLOBEX#USERS", "SK": "USER#2", "type": "User"},
    )
    assert found["Order"] == [{"PK": "SHOP#MAIN#ORDER#{orderId}", "SK": "INFO"}]


def test_of_two_ids_with_the_same_samples_the_literal_before_tells_which_is_meant():
    rows = [("1", "1"), ("2", "2"), ("3", "3")]
    found = templates(
        *(
            {"PK": f"P#{own}", "SK": f"C#{other}P#{own}", "type": "Product", "categoryId": other, "productId": own}
            for own, other in rows
        )
    )
    assert found["Product"] == [{"PK": "P#{productId}", "SK": "C#{categoryId}P#{productId}"}]
