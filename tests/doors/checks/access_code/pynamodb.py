"""PynamoDB: its models make the tables on the sandbox and save every sample item as the design stores it; its functions
do what the evaluator predicts, and give objects of the class that each item has.
"""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from decimal import Decimal
from functools import partial

import boto3
import pytest
from pynamodb.exceptions import PynamoDBException

from exporter.targets.access_code.entity_plan import plan_key, plans_by_key
from exporter.targets.access_code.key_reading import key_readings
from exporter.targets.pynamodb.classes import fields_of, table_names
from exporter.targets.pynamodb.functions import function_of, writing_of
from exporter.targets.python.item_reading import PYTHON
from exporter.targets.python.values import native
from exporter.targets.support.literals import Language
from modeler.core.design.patterns import Operation
from modeler.core.evaluator import evaluate
from modeler.core.evaluator.database import Database
from modeler.core.items.materialize import StoredItem, item_writer
from tests.doors.checks import Door
from tests.exporter.targets.designs.generated import mypy, oldest_python, package_in
from tests.present import present

ACCOUNT = "100000000045"
READS = (Operation.GET, Operation.QUERY, Operation.SCAN, Operation.BATCH_GET)


def check(door: Door) -> str:
    package = package_in(door.folder)
    assert mypy(door.folder, "--python-version", oldest_python(door.folder), package.name) == ""
    sys.path.insert(0, str(door.folder))
    client = boto3.resource("dynamodb", "us-east-1", endpoint_url=door.sandbox_url,
                            aws_access_key_id=ACCOUNT, aws_secret_access_key="x").meta.client  # fmt: skip
    made = []
    try:
        models = importlib.import_module(f"{package.name}.models")
        patterns = importlib.import_module(f"{package.name}.patterns")
        for names in table_names(door.design).values():
            model = getattr(models, names.name)
            model.Meta.host, model.Meta.region = door.sandbox_url, "us-east-1"
            model.Meta.aws_access_key_id, model.Meta.aws_secret_access_key = ACCOUNT, "x"
            model.create_table(wait=True)
            made.append(model.Meta.table_name)
        saved, stored = save_all(door, models, client)
        asked = ask_all(door, models, patterns, stored, client)
    finally:
        sys.path.remove(str(door.folder))
        for name in [one for one in sys.modules if one.partition(".")[0] == package.name]:
            del sys.modules[name]
        for name in made:
            client.delete_table(TableName=name)
    return f"{len(made)} tables made, {saved} items saved, {asked} patterns as predicted"


def save_all(door: Door, models, client):
    """Every sample item by its model; what is stored by table."""
    plans, homes = plans_by_key(door.design, Language.PYTHON), table_names(door.design)
    stored: dict[str, list[StoredItem]] = {table.name: [] for table in door.design.tables}
    for table, entity in door.design.entities():
        plan = plans[plan_key(table, entity)]
        fields = fields_of(plan, homes[table.id])
        for sample in entity.items:
            item = item_writer(table, entity)(sample)
            if sample.stored_keys or item.key is None or not fits(entity, sample):
                continue
            given = {fields[name]: native(value) for name, value in sample.values.items() if value.type != "NULL"}
            getattr(models, plan.name)(**given).save()
            key = {name: native(value) for name, value in zip(table.base.key_names, item.key, strict=True)}
            expected = {name: native(value) for name, value in item.item.items() if value.type != "NULL"}
            found = client.get_item(TableName=table.name, Key=key)["Item"]
            assert {name: value for name, value in found.items() if value is not None} == expected
            read_again(getattr(models, plan.name), plan, fields, given, table, key)
            stored[table.name].append(item)
    return sum(map(len, stored.values())), stored


def read_again(model, plan, fields, given, table, key) -> None:
    """What was saved is read with all that its keys reveal, and saves the same again."""
    revealed = {name for one in key_readings(plan, PYTHON) for name in one.attributes}
    read = model.get(*(key[name] for name in table.base.key_names))
    for name in set(plan.only_in_keys) & revealed:
        assert getattr(read, fields[name]) == given.get(fields[name]), (plan.name, name)
    if set(plan.only_in_keys) <= revealed:
        read.save()


def written(door: Door, client, predicted) -> None:
    """What a write left on the sandbox is what the evaluator says."""
    for write in predicted.writes:
        names = present(door.design.table(write.table)).base.key_names
        key = {name: native(value) for name, value in zip(names, write.key, strict=True)}
        found = client.get_item(TableName=write.table, Key=key).get("Item")
        expected = write.after and {name: native(value) for name, value in write.after.item.items()}
        assert found == expected


def fits(entity, sample) -> bool:
    known = entity.attributes_by_name
    has_all = all(one.name in sample.values for one in known.values() if one.optional >= 1)
    return has_all and all(name in known and known[name].type == value.type for name, value in sample.values.items())


def ask_all(door: Door, models, patterns, stored, client) -> int:
    """Every function with the design's examples, one after the other: what it finds, writes or is refused."""
    database = Database.of(door.design, stored)
    writing = writing_of(door.design, database)
    count = 0
    for pattern in door.design.patterns:
        try:
            function = function_of(writing, pattern)
        except Exception as error:  # what has no function has a loss, which goldens show
            assert getattr(error, "code", "") == "target.unsupported", error
            continue
        predicted = evaluate(door.design, pattern, stored=database)
        if predicted.problems or not all(one.example for one in function.arguments):
            continue
        known = {**vars(models), **vars(patterns), "Decimal": Decimal}
        given = {one.name: eval(one.example, known) for one in function.arguments}
        call = partial(getattr(patterns, function.name), **given)
        count += 1
        if predicted.refusals:
            with pytest.raises(PynamoDBException):
                call()
        elif pattern.operation in READS:
            found_as_told(door, models, pattern, call(), predicted, database)
        else:
            call()
            written(door, client, predicted)
            database = writing.database = predicted.after
    return count


def found_as_told(door: Door, models, pattern, answer, predicted, database) -> None:
    """What a function finds is what the evaluator says: the same items, each of its class and with what it holds."""
    found = [] if answer is None else list(answer) if pattern.operation is not Operation.GET else [answer]
    names = present(door.design.table(pattern.table)).base.key_names
    keyed = [(tuple(held(one).get(name) for name in names), one) for one in found]
    expected = {tuple(map(native, one.key)): one for one in predicted.returned}
    assert Counter(key for key, _ in keyed) == Counter(list(expected)), pattern.label
    for key, one in keyed:
        is_as_told(door, models, pattern, one, expected[key], database)


def held(one):
    """What an object of a model holds, by the names that the attributes have in DynamoDB."""
    names = {field: attribute.attr_name for field, attribute in type(one).get_attributes().items()}
    return {names[field]: value for field, value in one.attribute_values.items() if value is not None}


def is_as_told(door: Door, models, pattern, one, returned, database) -> None:
    """An item that is read is an object of its entity's class and holds what the evaluator says."""
    table = present(door.design.table(pattern.table))
    stored = next(item for item in database.items(table.name) if item.key == returned.key)
    entity = table.entity(stored.entity) if stored.entity else None
    home = table_names(door.design)[table.id].name
    name = plans_by_key(door.design, Language.PYTHON)[plan_key(table, entity)].name if entity else home
    assert type(one) is getattr(models, name), (pattern.label, type(one), name)
    whole = {name: native(value) for name, value in stored.item.items() if value.type != "NULL"}
    wanted = {name: whole[name] for name in returned.item if name in whole}
    if entity and not pattern.projection:
        # Of an index that does not project every attribute, its keys say which item it is.
        wanted |= {name: whole[name] for name in entity.identity if name in whole}
    # The keys come back too where a projection does not ask for them, with what they contain.
    own = held(one)
    assert {name: own.get(name) for name in wanted} == wanted, pattern.label
    assert {name: whole.get(name) for name in own} == own, pattern.label
