"""Fields that are open in the JSON Schema: it names every member that the core reads, and refuses none."""

import ast
import dataclasses
from pathlib import Path

import jsonschema
import pytest

from modeler.core.design import design_settings, pattern_facts, table_settings
from modeler.core.fields.pattern_facts import INTENT
from modeler.core.fields.schema import schema

OPEN = ("ops", "tenant", "iam", "network", "traffic", "stream_consumers", "vector_indexes", "engines", "compliance")


def named(node, found=None):
    """Names of all properties that the schema describes."""
    found = set() if found is None else found
    match node:
        case dict():
            found.update(node["properties"] if isinstance(node.get("properties"), dict) else ())
            for one in node.values():
                named(one, found)
        case list():
            for one in node:
                named(one, found)
    return found


def read(module):
    """Names that a module looks up by ``.get("name")``, directly."""
    calls = (node for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))) if _is_look_up(node))
    return {call.args[0].value for call in calls}


def _is_look_up(node):
    match node:
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str()), *_]):
            return True
    return False


@pytest.mark.parametrize("module", [pattern_facts, table_settings, design_settings], ids=lambda module: module.__name__)
def test_what_is_read_leniently_is_described(module):
    assert len(read(module)) > 10
    assert read(module) - named(schema()) == set()


@pytest.mark.parametrize("value", [None, 17, "x", [], [None, {"name": 3}], {"roles": 4, "hours": "x"}, True])
def test_what_stands_there_is_never_refused(value):
    table = {"name": "main", "partition_key": [], "settings": dict.fromkeys(OPEN, value)}
    document = {"keysheet": 1, "name": "Odd", "settings": dict.fromkeys(OPEN, value), "tables": [table]}
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(document)) == []


def test_an_intent_has_the_members_that_are_declared():
    held = {one.name for one in dataclasses.fields(pattern_facts.Intent)} - {"raw", "ranges"}
    assert held == set(INTENT.members)
