"""Models with the wrong kind of value at any place: read, fixed or refused with a sentence, never a fault."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exporter.importers import import_text
from exporter.targets import TARGETS
from modeler.core.analysis import findings
from modeler.core.documents.reading import from_document, load, to_document
from modeler.core.errors import DocumentInvalid, KeysheetError
from modeler.examples import examples
from tests.exporter.importers.models import GSI1, item, model


def with_id(kind: str, identity: Any) -> dict[str, Any]:
    """A design in which one part of a kind has an id of its own."""
    ids = {kind: {"id": identity}}
    entity = {"name": "E", **ids.get("entity", {}), "items": [{**ids.get("item", {}), "values": {"a": "x"}}]}
    entity["attributes"] = [{"name": "a", "type": "S", **ids.get("attribute", {})}]
    entity["overloads"] = [{"index": None, "keys": {"PK": "{a}"}, **ids.get("overload", {})}]
    table = {"name": "t", "partition_key": [{"name": "PK"}], "entities": [entity], **ids.get("table", {})}
    pattern = {"name": "p", "operation": "Query", "key": {"PK": "x"}, **ids.get("pattern", {})}
    return {"keysheet": 1, "name": "ids", "tables": [table], "access_patterns": [pattern]}


@pytest.mark.parametrize("kind", ["table", "entity", "attribute", "overload", "item", "pattern"])
def test_an_id_that_could_be_none_is_refused_before_it_is_stored(kind):
    for odd in ("x" * 65, "a b", 'a">', "a}b", "@a", "é"):
        with pytest.raises(DocumentInvalid, match="id"):
            load(json.dumps(with_id(kind, odd)))
    assert to_document(load(json.dumps(with_id(kind, "x" * 64))))


def test_an_item_with_attributes_of_those_names_is_read_as_its_attributes():
    document = with_id("item", ["no", "id"])
    (read,) = load(json.dumps(document)).tables[0].entities[0].items
    assert read.values.keys() == {"id", "values"}


SCALING = {
    "ScalableTargetRequest": {"MinCapacity": 1, "MaxCapacity": 10, "ServiceRole": "role"},
    "ScalingPolicyConfiguration": {"TargetValue": 70},
}
CAPACITY = {
    "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
    "AutoScalingRead": SCALING,
    "AutoScalingWrite": SCALING,
}
WORKBENCH = model(
    TableData=[item(PK="USER#1", SK="USER#1", age={"N": "3"})],
    NonKeyAttributes=[{"AttributeName": "age", "AttributeType": "N"}],
    GlobalSecondaryIndexes=[GSI1],
    BillingMode="PROVISIONED",
    ProvisionedCapacitySettings=CAPACITY,
    TimeToLiveAttribute={"AttributeName": "ttl"},
)
OWN = [to_document(example.design) for example in examples()]
JUNK: list[Any] = [None, True, -1, 1.5, 10**30, "", "x" * 300, "\u202e", "${x}", "../../etc/passwd"]
JUNK += [[], {}, [[]], [None]]
APART = 4
"""Each design goes to a quarter of the targets: each target then gets many, and the dear ones take no minute."""
WRONG = st.sampled_from([*JUNK, {"": None}, {"S": 1}, {"N": "NaN"}, {"N": "1e999"}, {"B": "!!"}, {"SS": []}])


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every member of every holder in a document, as (holder, key)."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in list(pairs):
        yield value, key
        yield from places(member)


@settings(max_examples=300)
@given(data=st.data(), document=st.sampled_from([WORKBENCH, WORKBENCH, *OWN]))
def test_a_wrong_value_anywhere_is_a_sentence_or_a_design(data, document):
    wronged = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(list(places(wronged))))
        holder[key] = copy.deepcopy(data.draw(WRONG))
    try:
        design = import_text(json.dumps(wronged).encode(), "model.json").design
    except KeysheetError as refused:
        assert refused.message
        return
    assert from_document(to_document(design)) == design
    findings(design)
    first = data.draw(st.integers(0, APART - 1))
    for target in tuple(TARGETS)[first::APART]:
        assert target.build(design).files
