"""The PynamoDB package that we export, imported again: tables, entities, key templates and conditions."""

from __future__ import annotations

import ast
import io
import zipfile

import pytest
from hypothesis import given

from exporter.importers import import_text
from exporter.importers.programs.own_keys import condition_of, template_of
from exporter.targets import target
from exporter.targets.python.entities import when_expression
from exporter.targets.python.templates import key_expression
from modeler.core.design.model import Design
from modeler.core.errors import DocumentInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.printing import print_node
from modeler.core.keys.templates import parse, print_template
from modeler.core.values.attribute_values import AttributeType
from modeler.examples import NAMES, example
from tests.modeler.core.strategies import templates


def zipped(files: dict[str, bytes | str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return held.getvalue()


def package(design: Design) -> dict[str, bytes | str]:
    return {file.path: file.content for file in target("pynamodb").build(design).files}


def cells(design: Design) -> set[object]:
    return {
        (table.name, entity.name, one.index, one.when, tuple(sorted(one.keys.items())))
        for table in design.tables
        for entity in table.entities
        for one in entity.overloads
    }


def attributes(design: Design) -> set[object]:
    return {
        (table.name, entity.name, one.name, one.type, one.optional >= 1)
        for table in design.tables
        for entity in table.entities
        for one in entity.attributes
    }


@pytest.mark.parametrize("name", NAMES)
def test_our_own_package_comes_back_whole(name):
    design = example(name).design
    imported = import_text(zipped(package(design)), "models.zip")
    assert cells(imported.design) == cells(design)
    assert attributes(imported.design) == attributes(design)
    assert {one.name: one.base.keys for one in imported.design.tables} == {
        one.name: one.base.keys for one in design.tables
    }
    assert [line.message for line in imported.report if "are not read" in line.message or "tells items" in line.message]


def test_a_key_that_somebody_wrote_otherwise_is_reported():
    files = package(example("parcel-tracking").design)
    path = next(one for one in files if one.endswith("/shipment.py"))
    files[path] = files[path].decode().replace('"CUSTOMER#" + keys', "own_prefix() + keys")
    imported = import_text(zipped(files), "models.zip")
    (line,) = [one for one in imported.report if "RULES.PK" in one.path]
    assert "the template is left out" in line.message
    assert line.path.startswith(path)


@given(templates())
def test_the_code_of_a_template_is_read_back(source):
    code = key_expression(source, AttributeType.S, lambda name: f"values.get({name!r})", {})
    known = parse(source)
    if code is None or any(call.name == "join" for one in known.references for call in one.formats[1:]):
        return
    assert template_of(ast.parse(code, mode="eval").body) == print_template(known.parts)


@pytest.mark.parametrize(
    "condition",
    [
        "state = 'OPEN'",
        "state <> 'OPEN' AND total > 5",
        "state IN ('A', 'B', 'C')",
        "total BETWEEN -1 AND 2.5",
        "NOT (state = 'A' OR total = 1) AND attribute_not_exists(gone)",
        "attribute_exists(address.city) AND begins_with(address.lines[0], 'x')",
        "size(tags) >= 2 OR contains(tags, 'red')",
        "attribute_type(note, 'S') AND paid = true",
    ],
)
def test_the_code_of_a_condition_is_read_back(condition):
    code = ast.parse(when_expression(condition), mode="eval").body
    assert condition_of(code) == print_node(parse_condition(condition))


MODELS = """from pynamodb.models import Model
from pynamodb.attributes import UnicodeAttribute
from pynamodb.indexes import GlobalSecondaryIndex, AllProjection
from .settings import {table}


class ByState(GlobalSecondaryIndex):
    class Meta:
        index_name = "by-state"
        projection = AllProjection()

    {key} = UnicodeAttribute(hash_key=True)


class {name}(Model):
    class Meta:
        table_name = {table}

    id = UnicodeAttribute(hash_key=True)
    {key} = UnicodeAttribute()
    by_state = ByState()
"""


def test_files_of_a_folder_have_names_of_their_own():
    files = {
        "app/settings.py": 'ORDERS = "shop-orders"\nUSERS = "shop-users"\n',
        "app/orders.py": MODELS.format(table="ORDERS", key="state", name="Order"),
        "app/users.py": MODELS.format(table="USERS", key="status", name="User"),
        "tests/test_models.py": MODELS.format(table="ORDERS", key="other", name="Other"),
    }
    imported = import_text(zipped(files), "app.zip")
    found = {one.name: (one.entities[0].name, one.indexes[0].key_names) for one in imported.design.tables}
    assert found == {"shop-orders": ("Order", ("state",)), "shop-users": ("User", ("status",))}


def test_a_mistake_in_one_file_names_it():
    files = {"app/models.py": "from pynamodb.models import Model\nclass Model(:\n", "app/other.py": "import pynamodb\n"}
    with pytest.raises(DocumentInvalid) as refused:
        import_text(zipped(files), "app.zip")
    assert "app/models.py" in refused.value.message
    assert "line 2" in refused.value.message
