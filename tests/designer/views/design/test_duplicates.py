"""Duplicates of entities, attributes and access patterns: everything but the sample items, under a new name."""

import pytest

from modeler.loading import read_whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def duplicate(client, eve, design):
    client.force_login(eve)

    def send(part):
        answer = client.post(f"/designs/{design.pk}/parts/duplicate/", {"part": part})
        return answer.status_code, answer.headers.get("Keysheet-Part", "")

    return send


def test_an_entity_is_duplicated_with_its_attributes_and_keys_next_to_it(duplicate, design):
    status, made = duplicate("e-customer")
    assert status == 204
    entities = read_whole(design.pk).design.tables[0].entities
    assert [one.name for one in entities] == ["Customer", "Customer copy", "Order"]
    first, second = entities[0], entities[1]
    assert second.id == made
    assert [one.name for one in second.attributes] == [one.name for one in first.attributes]
    assert {one.id for one in second.attributes}.isdisjoint(one.id for one in first.attributes)
    assert [(one.index, one.keys) for one in second.overloads] == [(one.index, one.keys) for one in first.overloads]
    assert (second.identity, second.items) == (first.identity, ())


def test_a_pattern_gets_the_next_code(duplicate, design):
    duplicate("p-a1")
    patterns = read_whole(design.pk).design.patterns
    assert [(one.code, one.name) for one in patterns] == [
        ("A1", "Orders of a customer"),
        ("A3", "Orders of a customer copy"),
        ("A2", "Orders by status"),
    ]
    assert patterns[1].key == patterns[0].key


def test_several_are_duplicated_in_one_change_with_names_of_their_own(duplicate, design):
    status, made = duplicate(["p-a1", "p-a2"])
    assert status == 204
    found = read_whole(design.pk)
    assert [(one.code, one.name) for one in found.design.patterns] == [
        ("A1", "Orders of a customer"),
        ("A3", "Orders of a customer copy"),
        ("A2", "Orders by status"),
        ("A4", "Orders by status copy"),
    ]
    assert found.design.patterns[1].id == made
    assert found.revision == 2


def test_an_index_is_duplicated_with_what_its_entities_write_to_it(duplicate, design):
    status, made = duplicate("i-gsi1")
    assert status == 204
    table = read_whole(design.pk).design.tables[0]
    first, second = table.indexes[0], table.indexes[1]
    assert (first.name, second.name, second.id) == ("GSI1", "GSI2", made)
    assert [key.name for key in (*second.partition_key, *second.sort_key)] == ["GSI2PK", "GSI2SK"]
    assert second.projection == first.projection
    for entity in table.entities:
        of = {one.index: dict(one.keys) for one in entity.overloads if one.index in ("GSI1", "GSI2")}
        if "GSI1" in of:
            assert of["GSI2"] == {name.replace("GSI1", "GSI2"): text for name, text in of["GSI1"].items()}


def test_what_cannot_be_duplicated_is_refused(duplicate):
    assert duplicate("t-main")[0] == 422
    assert duplicate("nowhere")[0] == 404
