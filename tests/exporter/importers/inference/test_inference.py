"""Entities and key templates from items alone: shown as guesses, and always giving the very keys that are stored."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporter.importers import import_text
from exporter.importers.inference.key_templates import Pool, infer_template, is_overloaded, rendered
from modeler.core.items.materialize import materialise
from modeler.core.keys import templates as keys
from modeler.core.values.json_values import from_dynamodb_json
from tests.exporter.importers.models import GSI1, item, model, read, templates
from tests.exporter.targets.designs.all_designs import shared_models


def test_a_type_attribute_tells_entities_and_values_tell_templates():
    rows = [
        item(PK="CUST#a1", SK="ORDER#o-1", type="order", customer="a1", orderId="o-1", total={"N": "3"}),
        item(PK="CUST#b2", SK="ORDER#o-2", type="order", customer="b2", orderId="o-2", total={"N": "4"}),
        item(PK="CUST#a1", SK="PROFILE", type="customer", customer="a1"),
    ]
    imported = read(model(TableData=rows))
    assert templates(imported, "order") == {"PK": "CUST#{customer}", "SK": "ORDER#{orderId}"}
    # One value of two letters may stand in two attributes by chance; two different ones may not.
    assert templates(imported, "customer") == {"PK": "CUST#{customerId}", "SK": "PROFILE"}


def test_what_no_attribute_holds_is_read_back_and_lives_in_keys_only():
    rows = [item(PK="c#12345", SK="c#12345", EntityType="customer"), item(PK="o#7", SK="c#7", EntityType="order")]
    imported = read(model(TableData=rows))
    customer, order = imported.design.tables[0].entities
    assert templates(imported, "customer") == {"PK": "c#{customerId}", "SK": "c#{customerId}"}
    assert templates(imported, "order") == {"PK": "o#{orderId}", "SK": "c#{customerId}"}
    assert [one.name for one in order.attributes if one.key_only] == ["orderId", "customerId"]
    assert customer.items[0].values["customerId"].data == "12345"


def test_without_a_type_the_literals_of_the_keys_tell_entities():
    rows = [
        item(PK="USER#1", SK="PROFILE"),
        item(PK="USER#1", SK="POST#7"),
        item(PK="USER#2", SK="POST#8"),
        item(PK="USER#2", SK="PROFILE"),
    ]
    imported = read(model(TableData=rows))
    assert [one.name for one in imported.design.tables[0].entities] == ["PROFILE", "POST"]
    assert templates(imported, "POST") == {"PK": "USER#{userId}", "SK": "POST#{postId}"}


def test_keys_named_as_facts_make_one_entity_with_plain_keys():
    keys_ = {"PartitionKey": {"AttributeName": "DeviceID", "AttributeType": "S"},
             "SortKey": {"AttributeName": "State#Date", "AttributeType": "S"}}  # fmt: skip
    rows = [
        {"DeviceID": {"S": "d#1"}, "State#Date": {"S": f"{state}#{date}"}, "State": {"S": state}, "Date": {"S": date}}
        for state, date in (("OK", "2020-01-01"), ("BAD", "2020-01-02"))
    ]
    imported = read(model(KeyAttributes=keys_, TableData=rows))
    assert templates(imported, "shop") == {"DeviceID": "{DeviceID}", "State#Date": "{State}#{Date}"}


def test_an_index_that_only_some_items_are_in_keeps_exactly_those():
    rows = [
        item(PK="P#1", SK="W#1", type="stock", GSI1PK="W#1", GSI1SK="P#1"),
        item(PK="P#2", SK="W#1", type="stock", GSI1PK="W#1", GSI1SK="P#2"),
        item(PK="P#3", SK="W#1", type="stock"),
    ]
    imported = read(model(GlobalSecondaryIndexes=[GSI1], TableData=rows))
    assert templates(imported, "stock")["GSI1PK"] == "{GSI1PK}"
    assert ["GSI1PK" in one.item for one in materialise(imported.design.tables[0])] == [True, True, False]


def test_items_like_no_entity_stay_unassigned_with_their_keys():
    facet = {"FacetName": "user", "TableData": [item(PK="USER#1", SK="PROFILE")]}
    stray = [item(PK="17", SK="9"), item(PK="18", SK="9")]
    imported = read(model(TableFacets=[facet], TableData=stray))
    table = imported.design.tables[0]
    assert [one.stored_keys["PK"].data for one in table.unassigned] == ["17", "18"]
    assert [(one.path, one.message) for one in imported.report if one.level == "note"] == [
        ("DataModel[0].TableData[0]", "this item and 1 more match no entity; they are kept as unassigned"),
    ]


def test_every_guess_names_its_part_and_how_sure_it_is():
    imported = read(model(TableData=[item(PK="USER#1", SK="PROFILE")]))
    table = imported.design.tables[0]
    parts = {one.id for one in table.entities} | {one.id for entity in table.entities for one in entity.overloads}
    assert imported.guesses
    for guess in imported.guesses:
        assert guess.part in parts
        assert 0 < guess.confidence < 1
        assert guess.sentence


def test_the_same_file_gives_the_same_ids():
    data = model(TableData=[item(PK="USER#1", SK="PROFILE")])
    assert read(data).design == read(data).design


@pytest.mark.parametrize("name", ["PK", "sk", "GSI1PK", "GSI1-SK", "gsi2_pk", "PK1", "Sharded-GSI-PK", "State#Date"])
def test_names_that_only_keys_have(name):
    assert is_overloaded(name)


@pytest.mark.parametrize("name", ["task", "risk", "DeviceID", "email", "Timestamp", "shipk"])
def test_names_of_facts(name):
    assert not is_overloaded(name)


texts = st.lists(st.sampled_from(["A", "b", "12", "2020-01-02", "x@y.z", "", "{", "}", "é"]), min_size=1, max_size=4)


@given(
    segments=st.lists(texts, min_size=1, max_size=5),
    delimiter=st.sampled_from(["#", "::", "|", "-", ""]),
    other=st.lists(st.sampled_from(["A", "12", "2020-01-02"]), min_size=5, max_size=5),
    absent=st.sets(st.integers(0, 4)),
)
def test_whatever_the_keys_are_the_template_gives_them_back(segments, delimiter, other, absent):
    column = tuple(None if row in absent else delimiter.join(parts) for row, parts in enumerate(segments))
    pool = Pool({"fact": tuple(other[: len(column)])}, {"a": "Alpha"}, "Thing", frozenset({"PK", "fact"}))
    if not any(column):
        return
    template = infer_template("PK", column, pool)
    if template != "{PK}":
        assert rendered(keys.parse(template).parts, pool) == column


@pytest.mark.parametrize("path", shared_models())
def test_an_import_stores_exactly_the_items_of_the_file(path):
    """Every attribute of every item, keys included, except where the report says that something was converted."""
    data = json.loads(path.read_bytes())
    imported = import_text(path.read_bytes(), path.name)
    converted = {line.path for line in imported.report if line.level in ("converted", "dropped")}
    for number, (raw, table) in enumerate(zip(data["DataModel"], imported.design.tables, strict=True)):
        lists = [(f"DataModel[{number}].TableData", raw.get("TableData", []))]
        for place, facet in enumerate(raw.get("TableFacets", [])):
            lists.append((f"DataModel[{number}].TableFacets[{place}].TableData", facet.get("TableData", [])))
        stored = [dict(one.item) for one in materialise(table)]
        differing = {sample.id for _, _, sample in imported.design.items() if sample.stored_keys}
        missing = [
            f"{where}[{row}]"
            for where, rows in lists
            for row, raw_item in enumerate(rows)
            if not any(line.startswith(f"{where}[{row}]") for line in converted)
            and {name: from_dynamodb_json(value) for name, value in raw_item.items()} not in stored
        ]
        assert len(missing) <= len(differing), missing
        assert sum(len(rows) for _, rows in lists) == len(stored)


@pytest.mark.slow
def test_ten_thousand_items_of_one_kind_are_one_entity():
    rows = [
        item(PK=f"USER#{number}", SK=f"POST#{number}", type="post", n={"N": str(number)}) for number in range(10_000)
    ]
    imported = read(model(TableData=rows))
    assert len(imported.design.tables[0].entities[0].items) == 10_000
    assert templates(imported, "post") == {"PK": "USER#{n}", "SK": "POST#{n}"}


def test_a_date_and_a_clock_with_a_blank_between_them_are_one_segment():
    rows = [
        item(PK="O#1", SK="I#2022-09-22 14:00:00", type="invoice"),
        item(PK="O#2", SK="I#2022-09-23 09:30:00", type="invoice"),
    ]
    assert templates(read(model(TableData=rows)), "invoice")["SK"] == "I#{date}"
    whole = [item(PK=f"O#{at}", SK=f"2022-09-22 1{at}:00:00", type="line") for at in (4, 5)]
    assert templates(read(model(TableData=whole)), "line")["SK"] == "{SK}"
