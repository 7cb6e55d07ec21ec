"""Indexes of PynamoDB's models: of every model of a table, of our own export, and those that nothing fills."""

from __future__ import annotations

import pytest

from exporter.importers import import_text
from exporter.targets import target
from exporter.targets.access_code.entity_plan import entity_plans
from exporter.targets.support.literals import Language
from modeler.examples import NAMES, example

SHOP_OF_PYNAMO = """from pynamodb.models import Model
from pynamodb.indexes import GlobalSecondaryIndex, AllProjection, IncludeProjection
from pynamodb.attributes import *


class MailIndex(GlobalSecondaryIndex):
    class Meta:
        index_name = "by-mail"
        projection = AllProjection()

    mail = UnicodeAttribute(hash_key=True)


class StateIndex(GlobalSecondaryIndex):
    class Meta:
        projection = IncludeProjection(["total"])

    state = UnicodeAttribute(hash_key=True)
    created = UTCDateTimeAttribute(range_key=True)


class Base(Model):
    class Meta:
        table_name = "shop"

    pk = UnicodeAttribute(hash_key=True)
    sk = UnicodeAttribute(range_key=True)
    cls = DiscriminatorAttribute()


class Customer(Base, discriminator="Customer"):
    mail = UnicodeAttribute()
    by_mail = MailIndex()


class Order(Base, discriminator="Order"):
    state = UnicodeAttribute()
    created = UTCDateTimeAttribute(null=True)
    total = MoneyAttribute("N")
    by_state = StateIndex()
    by_mail = MailIndex()
"""


def test_each_model_of_one_table_brings_its_indexes():
    imported = import_text(SHOP_OF_PYNAMO.encode(), "shop.py")
    (shop,) = imported.design.tables
    assert [(one.name, one.key_names, one.projection.attributes) for one in shop.indexes] == [
        ("by-mail", ("mail",), ()),
        ("by_state", ("state", "created"), ("total",)),
    ]
    plans = {one.name: [keys.index.name for keys in one.keys] for one in entity_plans(imported.design, Language.PYTHON)}
    assert plans == {"Base": ["shop"], "Customer": ["shop", "by-mail"], "Order": ["shop", "by_state"]}
    assert shop.entities[2].attributes_by_name["total"].type == "N"
    (line,) = [line for line in imported.report if "no item that it saves" in line.message]
    assert (line.path, line.line) == ("Order.by_mail", len(SHOP_OF_PYNAMO.splitlines()))


@pytest.mark.parametrize("name", NAMES)
def test_the_tables_of_our_own_models_come_back(name):
    design = example(name).design
    files = [one for one in target("pynamodb").build(design).files if one.path.endswith("_table.py")]
    read = {}
    for file in files:
        (table,) = import_text(file.content, file.path.rpartition("/")[2]).design.tables
        read[table.name] = table
    for table in design.tables:
        found = read[table.name]
        assert found.base.keys == table.base.keys
        assert shapes(found) == shapes(table)


def shapes(table):
    return [
        (one.name, one.kind, [(key.name, key.type) for key in one.keys], one.projection.type, one.projection.attributes)
        for one in table.indexes
    ]


def test_another_class_of_the_same_items_is_no_entity_of_its_own():
    text = """from pynamodb.models import Model
from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute


class Probe(Worker, Model):
    class Meta:
        table_name = "probes"

    host = UnicodeAttribute(hash_key=True)
    seen = UTCDateTimeAttribute(range_key=True)
    answer = UnicodeAttribute(null=True)


class ProbeInThread(Probe, Thread):
    class Meta:
        table_name = "probes"

    host = UnicodeAttribute(hash_key=True)
    seen = UTCDateTimeAttribute(range_key=True)
    answer = UnicodeAttribute(null=True)


class Failure(Probe):
    class Meta:
        table_name = "probes"

    reason = UnicodeAttribute()
"""
    imported = import_text(text.encode(), "probes.py")
    (table,) = imported.design.tables
    assert [one.name for one in table.entities] == ["Probe", "Failure"]
    (line,) = [line for line in imported.report if "one entity" in line.message]
    assert line.path == "ProbeInThread"


BASED = """from pynamodb.attributes import UnicodeAttribute
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex
from .base import KeyAttribute, StoreMeta, StoreModel


class ByName(GlobalSecondaryIndex):
    class Meta(StoreMeta):
        index_name = "by-name"
        projection = AllProjection()

    gsi1pk = KeyAttribute(hash_key=True)


class Ship(StoreModel, discriminator="SHIP"):
    pk = KeyAttribute(hash_key=True, prefix="SHIP#")
    sk = KeyAttribute(range_key=True, default="META")
    gsi1pk = KeyAttribute(default="SHIP")
    by_name = ByName()
    name = UnicodeAttribute()


class Berth(StoreModel, discriminator="BERTH"):
    pk = KeyAttribute(hash_key=True)
    sk = KeyAttribute(range_key=True)
"""


def test_models_whose_base_is_in_another_file_share_its_table() -> None:
    read = import_text(BASED.encode(), "models.py")
    (table,) = read.design.tables
    assert (table.name, [one.name for one in table.base.keys]) == ("StoreModel", ["pk", "sk"])
    assert [one.name for one in table.entities] == ["Ship", "Berth"]
    assert any("StoreModel" in line.message and "another file" in line.message for line in read.report)
