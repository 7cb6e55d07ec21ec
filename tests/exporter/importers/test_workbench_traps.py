"""NoSQL Workbench files as people really wrote them: what is wrong in them is converted, and said."""

from __future__ import annotations

import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from tests.exporter.importers.models import GSI1, KEYS, item, lines, model, read, templates
from tests.exporter.importers.test_bad_files import json_values


def stored(imported):
    return [dict(one.item) for one in materialise(imported.design.tables[0])]


@pytest.mark.parametrize("version", ["", "1.0", "2.0", "3.0"])
def test_every_known_version_is_read_without_a_word(version):
    metadata = {"Version": version} if version else {}
    data = model(metadata=metadata, TableData=[item(PK="USER#1", SK="USER#1")])
    if not version:
        del data["ModelMetadata"]["Version"], data["ModelMetadata"]["AWSService"]
    imported = read(data)
    assert [line for line in imported.report if line.path.startswith("ModelMetadata")] == []
    assert stored(imported) == [{"PK": string("USER#1"), "SK": string("USER#1")}]


def test_a_version_never_seen_is_read_and_noted():
    assert "ModelMetadata.Version" in [path for path, _ in lines(read(model(metadata={"Version": "9"})), "note")]


@pytest.mark.parametrize(
    "date", ["Sep 05, 2019, 11:50 AM", "Sep 23, 2019, 8:57 AM", "2021-08-12T17:03:35.304Z", "2020-01-31", ""]
)
def test_dates_come_in_any_form_and_are_kept(date):
    imported = read(model(metadata={"DateCreated": date}))
    assert lines(imported, "note") == []
    assert imported.design.settings.get("workbench", {}).get("created", "") == date


def test_a_date_that_is_none_is_noted():
    noted = lines(read(model(metadata={"DateCreated": "yesterday"})), "note")
    assert [path for path, _ in noted] == ["ModelMetadata.DateCreated"]


def test_items_that_stand_in_facets_only_are_items_of_entities():
    facets = [
        {"FacetName": "user", "KeyAttributeAlias": {"PartitionKeyAlias": "userId", "SortKeyAlias": "SK"},
         "NonKeyAttributes": ["age"], "TableData": [item(PK="u1", SK="profile", age={"N": "3"})]},
        {"FacetName": "empty", "KeyAttributeAlias": {"PartitionKeyAlias": "a", "SortKeyAlias": "b#c"},
         "NonKeyAttributes": ["x"], "TableData": []},
    ]  # fmt: skip
    imported = read(model(TableFacets=facets, NonKeyAttributes=[{"AttributeName": "age", "AttributeType": "N"}]))
    assert [(one.name, len(one.items)) for one in imported.design.tables[0].entities] == [("user", 1), ("empty", 0)]
    assert templates(imported, "user") == {"PK": "{userId}", "SK": "profile"}
    assert templates(imported, "empty") == {"PK": "{a}", "SK": "{b}#{c}"}
    assert stored(imported) == [{"PK": string("u1"), "SK": string("profile"), "age": number(3)}]


def test_an_item_in_a_facet_and_in_the_table_is_one_item():
    facet = {"FacetName": "user", "TableData": [item(PK="u1", SK="profile", name="ada")]}
    data = model(TableData=[item(PK="u1", SK="profile", age={"N": "3"})], TableFacets=[facet])
    imported = read(data)
    expected = {"PK": string("u1"), "SK": string("profile"), "name": string("ada"), "age": number(3)}
    assert stored(imported) == [expected]
    assert [path for path, _ in lines(imported, "converted")] == ["TableFacets[0].TableData[0]"]


def test_of_two_items_with_one_key_the_later_stays_and_the_report_says_so():
    imported = read(model(TableData=[item(PK="a", SK="b", x="1"), item(PK="a", SK="b", x="2")]))
    assert [one["x"] for one in stored(imported)] == [string("2")]
    assert lines(imported, "dropped") == [
        ("TableData[0]", "DataModel[0].TableData[1] has the same key; the later item is kept, as in DynamoDB "
         "(they differ in x)"),
    ]  # fmt: skip


def test_the_same_item_twice_is_kept_once():
    imported = read(model(TableData=[item(PK="a", SK="b"), item(PK="a", SK="b")]))
    assert len(stored(imported)) == 1
    assert lines(imported, "converted")[0][0] == "TableData[1]"


@pytest.mark.parametrize(
    ("raw", "value", "level"),
    [
        ({"N": 1}, number(1), "converted"),
        ({"N": 1.5}, number("1.5"), "converted"),
        ({"S": 5}, string("5"), "converted"),
        ({"S": True}, string("true"), "converted"),
        ({"BOOL": "false"}, AttributeValue(AttributeType.BOOL, False), "converted"),
        ({"M": {"M": {"HP": {"N": "5"}}}}, AttributeValue(AttributeType.M, (("HP", number(5)),)), "converted"),
        (7, number(7), "converted"),
        ({}, None, "dropped"),
        ({"Q": "x"}, None, "converted"),
        ({"S": "x", "N": "1"}, None, "converted"),
        ({"S": ["x"]}, None, "dropped"),
        ({"B": "no base64!"}, None, "dropped"),
        ({"SS": [1]}, None, "dropped"),
    ],
)
def test_a_value_of_the_wrong_form_is_converted_or_left_out_and_said(raw, value, level):
    imported = read(model(TableData=[item(PK="a", SK="b", x=raw)]))
    if value is not None or level == "dropped":
        assert stored(imported)[0].get("x") == value
    assert [path for path, _ in lines(imported, level)] == ["TableData[0].x"]


def test_an_empty_index_key_leaves_the_item_out_of_the_index_only():
    rows = [item(PK="a", SK="b", GSI1PK="", GSI1SK="x"), item(PK="a", SK="c", GSI1PK="g", GSI1SK="y")]
    imported = read(model(GlobalSecondaryIndexes=[GSI1], TableData=rows))
    assert [one.get("GSI1PK") for one in stored(imported)] == [None, string("g")]
    assert [path for path, _ in lines(imported, "converted")] == ["TableData[0].GSI1PK"]


def test_a_key_that_differs_in_case_is_found():
    imported = read(model(TableData=[item(pk="a", SK="b")]))
    assert stored(imported) == [{"PK": string("a"), "SK": string("b")}]
    assert [path for path, _ in lines(imported, "converted")] == ["TableData[0].pk"]


def test_an_item_without_its_key_is_kept_and_noted():
    imported = read(model(TableData=[item(PK="a", SK="b"), item(PK="a", x="y")]))
    assert len(stored(imported)) == 2
    assert "TableData[1]" in [path for path, _ in lines(imported, "note")]


def test_attributes_declared_twice_are_kept_once_and_named():
    declared = [{"AttributeName": name, "AttributeType": kind} for name, kind in (("x", "S"), ("x", "N"), ("y", "S"))]
    imported = read(model(NonKeyAttributes=declared, TableData=[item(PK="a", SK="b")]))
    assert [path for path, _ in lines(imported, "converted")] == ["NonKeyAttributes[1]", "NonKeyAttributes"]
    names = [attribute.name for attribute in imported.design.tables[0].entities[0].attributes]
    assert sorted(names) == ["PK", "SK", "x", "y"]


def test_time_to_live_billing_and_capacity_are_settings():
    scaling = {
        "ScalableTargetRequest": {"MinCapacity": 1, "MaxCapacity": 10,
                                  "ServiceRole": "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable"},
        "ScalingPolicyConfiguration": {"TargetValue": 70},
    }  # fmt: skip
    capacity = {"ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 6}, "AutoScalingRead": scaling}
    data = model(BillingMode="PROVISIONED", ProvisionedCapacitySettings=capacity, TimeToLiveAttribute="expires")
    assert read(data).design.tables[0].settings == {
        "billing": "PROVISIONED",
        "provisioned": {"read": 5, "write": 6},
        "auto_scaling": {"read": {"min": 1, "max": 10, "target": 70}},
        "ttl_attribute": "expires",
    }


def test_a_table_that_does_not_say_how_it_is_billed_is_a_guess():
    data = model()
    del data["DataModel"][0]["BillingMode"]
    imported = read(data)
    assert imported.design.tables[0].settings["billing"] == "PAY_PER_REQUEST"
    assert "BillingMode" in [path for path, _ in lines(imported, "guessed")]


def test_sample_formats_become_attribute_formats_or_are_named():
    formats = {"id": ["identifiers", "UUID"], "at": ["date", "ISO 8601 date and time"], "n": ["Int"]}
    rows = [item(PK="a", SK="b", id="x", at="y", n={"N": "1"})]
    imported = read(model(TableData=rows, SampleDataFormats=formats))
    found = {one.name: one.format for one in imported.design.tables[0].entities[0].attributes}
    assert (found["id"], found["at"], found["n"]) == ("uuid4", "iso", "")
    assert [path for path, _ in lines(imported, "dropped")] == ["SampleDataFormats"]


def test_local_indexes_include_lists_and_unknown_members_are_read_or_named():
    local = {
        "IndexName": "L1",
        "KeyAttributes": {**KEYS, "SortKey": {"AttributeName": "n", "AttributeType": "N"}},
        "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x", "x"]},
    }
    imported = read(model(LocalSecondaryIndexes=[local], Surprise=1, root={"Other": 2}))
    index = imported.design.tables[0].index("L1")
    assert (index.kind, index.sort_key[0].type, index.projection.attributes) == ("LSI", "N", ("x",))
    assert [path for path, _ in lines(imported, "dropped")] == ["Surprise", "Other"]


def test_how_data_was_fetched_is_dropped_with_its_text():
    dropped = lines(read(model(DataAccess={"MySql": {"sqlQuery": "select 1"}})), "dropped")
    assert dropped[0][0] == "DataAccess"
    assert "select 1" in dropped[0][1]


SCHEMA = {
    "indexes": {"primary": {"hash": "PK", "sort": "SK"}, "GSI9": {"hash": "x"}},
    "models": {
        "~new~": {"PK": {"type": "String"}},
        "order": {
            "type": {"type": "String"}, "PK": {"type": "String"},
            "SK": {"type": "String", "value": "O#${date}#${orderId}"}, "date": {"type": "String"},
            "orderId": {"type": "Number"}, "GSI1PK": {"type": "String", "value": "S#(hashCode(orderId) % 10)"},
            "GSI1SK": {"type": "String", "value": "${date}"},
        },
    },
    "queries": {
        "orders of one": {"index": "primary", "hash": "C1", "sort": {"condition": "begins with", "values": ["O#"]},
                          "operation": "query", "type": "order", "limit": 5, "filters": []},
        "lost": {"index": "GSI9", "hash": "x"},
    },
}  # fmt: skip


def test_model_schema_gives_templates_renders_what_was_not_and_names_what_it_cannot():
    rows = [
        item(PK="C1", SK="O#2026#7", type="order", date="2026", orderId={"N": "7"}, GSI1PK="", GSI1SK="2026"),
        item(PK="C1", SK="O#2026#8", type="order", date="2026", orderId={"N": "8"},
             GSI1PK="S#(hashCode(orderId) % 10)", GSI1SK="2026"),
    ]  # fmt: skip
    imported = read(model(GlobalSecondaryIndexes=[GSI1], TableData=rows, ModelSchema=SCHEMA))
    assert templates(imported, "order") == {
        "PK": "{PK}", "SK": "O#{date}#{orderId}", "GSI1PK": "S#{orderId:shard(10)}", "GSI1SK": "{date}",
    }  # fmt: skip
    assert [one["GSI1PK"].data for one in stored(imported)] == [
        f"S#{zlib.crc32(b'7') % 10}",
        f"S#{zlib.crc32(b'8') % 10}",
    ]
    assert imported.guesses == ()
    dropped = [path for path, _ in lines(imported, "dropped")]
    assert "ModelSchema.indexes.GSI9" in dropped
    assert "ModelSchema.models.~new~" in dropped
    assert "ModelSchema.queries.lost" in dropped
    pattern = imported.design.patterns[0]
    assert (pattern.name, pattern.limit, pattern.entities) == ("orders of one", 5, ("order",))
    assert [(one.name, one.operator, one.templates) for one in pattern.key] == [
        ("PK", "=", ("C1",)),
        ("SK", "begins_with", ("O#",)),
    ]


def test_a_stored_key_that_its_declared_template_does_not_give_is_kept_beside_it():
    rows = [item(PK="C1", SK="O#2026#SEVEN", type="order", date="2026", orderId={"N": "7"})]
    imported = read(model(TableData=rows, root={"ModelSchema": SCHEMA}))
    sample = imported.design.tables[0].entities[0].items[0]
    assert sample.stored_keys == {"PK": string("C1"), "SK": string("O#2026#SEVEN")}
    assert "TableData[0]" in [path for path, _ in lines(imported, "converted")]


def test_a_saved_query_is_an_access_pattern_of_what_it_reads():
    saved = {"by user": {"view": "shop", "PK": "USER#1", "SK": {"condition": "between", "values": ["A", "B"]},
                         "filter": []}}  # fmt: skip
    imported = read(model(TableData=[item(PK="USER#1", SK="A")], SavedQuery=saved))
    pattern = imported.design.patterns[0]
    assert pattern.index is None
    assert pattern.key[1].templates == ("A", "B")
    assert pattern.entities == (imported.design.tables[0].entities[0].name,)


@pytest.mark.parametrize(
    ("condition", "operator"),
    [
        ("Begins with", "begins_with"), ("Less than", "<"), ("Less than or equal to", "<="), ("Greater than", ">"),
        ("GREATER_THAN_OR_EQUAL", ">="), ("Equal to", "="), ("beginsWith", "begins_with"), ("=", "="), ("<", "<"),
    ],
)  # fmt: skip
def test_a_saved_query_keeps_its_operator(condition, operator):
    saved = {"q": {"view": "shop", "PK": "USER#1", "SK": {"condition": condition, "values": ["A"]}}}
    (pattern,) = read(model(TableData=[item(PK="USER#1", SK="A")], SavedQuery=saved)).design.patterns
    assert [(one.name, one.operator, one.templates) for one in pattern.key][1] == ("SK", operator, ("A",))


def test_a_saved_query_keeps_its_filters():
    filters = [
        {"attribute": "total", "condition": "Greater than", "values": ["5"], "type": "N"},
        {"attribute": "name", "condition": "Contains", "value": "x"},
        {"attribute": "at", "condition": "Between", "values": ["a", "b"]},
        {"attribute": "gone", "condition": "Not exists"},
        {"attribute": "odd", "condition": "sounds like", "value": "x"},
    ]
    saved = {"q": {"view": "shop", "PK": "USER#1", "filter": filters}}
    imported = read(model(TableData=[item(PK="USER#1", SK="A")], SavedQuery=saved))
    (pattern,) = imported.design.patterns
    assert pattern.filter == (
        "total > 5 AND contains(name, 'x') AND at BETWEEN 'a' AND 'b' AND attribute_not_exists(gone)"
    )
    assert [path for path, _ in lines(imported, "dropped")] == ["SavedQuery.q.filter[4]"]


def test_a_map_function_is_a_key_template_or_is_named():
    keys = {
        "PartitionKey": {**KEYS["PartitionKey"], "MapFunction": "U#${userId}"},
        "SortKey": {**KEYS["SortKey"], "MapFunction": "function (x) { return x }"},
    }
    imported = read(model(KeyAttributes=keys, TableData=[item(PK="U#7", SK="x", userId="7")]))
    assert templates(imported, imported.design.tables[0].entities[0].name)["PK"] == "U#{userId}"
    assert [path for path, _ in lines(imported, "dropped")] == ["KeyAttributes.SortKey.MapFunction"]


@st.composite
def damaged_models(draw):
    """A whole model in which one place holds something else."""
    rows = [item(PK="C1", SK="O#2026#7", type="order", date="2026", orderId={"N": "7"}), item(PK="X", SK="Y")]
    facet = {"FacetName": "f", "KeyAttributeAlias": {"PartitionKeyAlias": "a"}, "NonKeyAttributes": ["z"],
             "TableData": [item(PK="f#1", SK="f#2", z="1")]}  # fmt: skip
    data = model(
        GlobalSecondaryIndexes=[GSI1], TableData=rows, TableFacets=[facet], ModelSchema=SCHEMA,
        NonKeyAttributes=[{"AttributeName": "z", "AttributeType": "S"}], SampleDataFormats={"z": ["date", "epoch"]},
        ProvisionedCapacitySettings={"ProvisionedThroughput": {"ReadCapacityUnits": 1}},
        SavedQuery={"q": {"PK": "C1"}},
    )  # fmt: skip
    holder = data = json.loads(json.dumps(data))
    for _ in range(draw(st.integers(1, 7))):
        places = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not places:
            break
        place = draw(st.sampled_from(places))
        if not isinstance(holder[place], (dict, list)) or draw(st.integers(0, 3)) == 0:
            holder[place] = draw(json_values)
            break
        holder = holder[place]
    return data


@given(data=damaged_models())
def test_a_damaged_model_gives_a_design_or_a_sentence(data):
    try:
        import_text(json.dumps(data).encode())
    except DocumentInvalid as error:
        assert error.message


def test_items_beside_facets_are_of_the_facet_whose_attributes_they_have():
    keys = {"PartitionKey": {"AttributeName": "Lift", "AttributeType": "S"},
            "SortKey": {"AttributeName": "Metadata", "AttributeType": "S"}}  # fmt: skip
    alias = {"PartitionKeyAlias": "Lift", "SortKeyAlias": "Metadata"}
    facets = [
        {"FacetName": "Static", "KeyAttributeAlias": alias, "NonKeyAttributes": ["Height"]},
        {"FacetName": "Daily", "KeyAttributeAlias": alias, "NonKeyAttributes": ["Riders", "Status"]},
    ]
    items = [item(Lift="Lift 1", Metadata="Static Data", Height="9"), item(Lift="Lift 1", Metadata="07/03", Riders="3"),
             item(Lift="Lift 2", Metadata="07/03", Riders="3", Status="Open"), item(Lift="x", Metadata="y", Snow="60"),
             item(Lift="x", Metadata="z", Snow="60")]  # fmt: skip
    declared = [{"AttributeName": name, "AttributeType": "S"} for name in ("Height", "Riders", "Status", "Snow")]
    imported = read(model(KeyAttributes=keys, TableFacets=facets, NonKeyAttributes=declared, TableData=items))
    table = imported.design.tables[0]
    assert [(one.name, len(one.items)) for one in table.entities] == [("Static", 1), ("Daily", 2)]
    assert len(table.unassigned) == 2
    assert lines(imported, "dropped") == []
    assert [path for path, _ in lines(imported, "note")] == ["TableData[3]"]


def test_a_facet_and_a_model_of_one_name_are_one_entity():
    schema = {
        "indexes": {"primary": {"hash": "PK", "sort": "SK"}},
        "models": {"User": {"userId": {"type": "String"}, "PK": {"type": "String", "value": "USER#${userId}"}}},
    }
    facet = {"FacetName": "User", "KeyAttributeAlias": {}, "NonKeyAttributes": ["name"], "TableData": []}
    imported = read(
        model(ModelSchema=schema, TableFacets=[facet], TableData=[item(PK="USER#a", SK="USER#a", name="Ada")])
    )
    assert [one.name for one in imported.design.tables[0].entities] == ["User"]
    assert templates(imported, "User") == {"PK": "USER#{userId}", "SK": "USER#{userId}"}


def test_attributes_that_only_indexes_use_are_attributes_of_the_entity():
    index = {
        "IndexName": "byState", "Projection": {"ProjectionType": "ALL"},
        "KeyAttributes": {"PartitionKey": {"AttributeName": "state", "AttributeType": "S"}},
    }  # fmt: skip
    declared = [{"AttributeName": "state", "AttributeType": "S"}, {"AttributeName": "age", "AttributeType": "N"}]
    imported = read(model(GlobalSecondaryIndexes=[index], NonKeyAttributes=declared))
    (entity,) = imported.design.tables[0].entities
    assert {one.name for one in entity.attributes} >= {"state", "age"}
    assert [(one.index, dict(one.keys)) for one in entity.overloads][1:] == [("byState", {"state": "{state}"})]
