"""One module for each table and for each entity."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.key_reading import groups_of, key_readings
from exporter.targets.infrastructure import table_inputs
from exporter.targets.python.code import written
from exporter.targets.python.entities import needed, rules_lines
from exporter.targets.python.item_reading import PYTHON, raw_literal
from exporter.targets.support.literals import Language, Style, identifiers, python_docstring, python_literal
from exporter.targets.support.template_regex import template_pattern
from modeler.core.design.items import Attribute
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, ProjectionType, Table
from modeler.core.values.attribute_values import AttributeType

_TAKEN = frozenset(
    ("Meta", "save", "get", "query", "scan", "update", "delete", "count", "exists", "refresh", "serialize", "values",
     "deserialize", "describe_table", "create_table", "delete_table", "batch_get", "batch_write", "fill_keys", "fields",
     "keys", "kinds", "rules", "patterns", "from_raw_data", "to_dict", "to_json", "attribute_values", "does_not_exist")
)  # fmt: skip
_OWN = {
    AttributeType.S: "UnicodeAttribute({})",
    AttributeType.B: "BinaryAttribute({}, legacy_encoding=False)",
    AttributeType.BOOL: "BooleanAttribute({})",
    AttributeType.NULL: "NullAttribute({})",
    AttributeType.SS: "UnicodeSetAttribute({})",
}
_TABLE = """
from __future__ import annotations

from typing import Any
from pynamodb.attributes import BinaryAttribute, UnicodeAttribute
from pynamodb.indexes import AllProjection, IncludeProjection, KeysOnlyProjection
from pynamodb.indexes import GlobalSecondaryIndex, LocalSecondaryIndex

from ..runtime.models import ExactAttribute, TableModel
"""
_ENTITY = """
from __future__ import annotations

from decimal import Decimal
from typing import Any
from pynamodb.attributes import BinaryAttribute, BooleanAttribute, NullAttribute, UnicodeAttribute, UnicodeSetAttribute

from ..runtime import conditions, keys
from ..runtime.models import ExactAttribute
from ..runtime.rules import Overload, Rules
"""


@dataclass(frozen=True, slots=True)
class TableNames:
    """The code names of one table; `fields` are its key attributes, including those of indexes, by name, and `indexes`
    the attribute and the class of each index that the library supports.
    """

    module: str
    name: str
    fields: Mapping[str, str]
    indexes: Mapping[str, tuple[str, str]]


def table_names(design: Design) -> dict[str, TableNames]:
    """Return the names of every table, by table id."""
    found: dict[str, TableNames] = {}
    for table in design.tables:
        module = identifiers([table.name], Style.SNAKE, Language.PYTHON,
                             [one.module.removesuffix("_table") for one in found.values()])[table.name]  # fmt: skip
        name = identifiers([f"{module}_table"], Style.PASCAL, Language.PYTHON)[f"{module}_table"]
        keys = dict.fromkeys(key.name for index in table.all_indexes for key in index.keys)
        fields = identifiers(keys, Style.SNAKE, Language.PYTHON, _TAKEN, otherwise="key")
        supported = [one.name for one in table.indexes if not table_inputs.is_multi_attribute(one)]
        taken = {*_TAKEN, *fields.values()}
        attributes = identifiers(supported, Style.SNAKE, Language.PYTHON, taken, otherwise="index")
        classes = identifiers(supported, Style.PASCAL, Language.PYTHON, otherwise="Index")
        indexes = {one: (attributes[one], f"{classes[one]}Index") for one in supported}
        found[table.id] = TableNames(f"{module}_table", name, fields, indexes)
    return found


def table_module(design: Design, table: Table, names: TableNames) -> str:
    """Return the source of a table's module: its keys and indexes."""
    body = "\n".join(_table_lines(design, table, names)) + "\n"
    about = python_docstring([f"The table {table.name}."])
    return about + needed(_TABLE, body) + "\n\n" + body


def _table_lines(design: Design, table: Table, names: TableNames) -> Iterator[str]:
    for index in table.indexes:
        if index.name in names.indexes:
            yield from _index_class(index, names)
    yield f"class {names.name}(TableModel):"
    yield from _doc(table.description or f"Shared by the entities of {table.name}: keys and indexes.")
    yield ""
    yield "    class Meta:"
    yield f"        table_name = {python_literal(table.name)}"
    yield f"        region = {python_literal(design.region)}"
    units = table_inputs.units(table, table.base)
    if units is None:
        yield '        billing_mode = "PAY_PER_REQUEST"'
    else:
        yield f"        read_capacity_units = {units.read}"
        yield f"        write_capacity_units = {units.write}"
    if view := table_inputs.stream(table):
        yield f"        stream_view_type = {python_literal(view)}"
    yield ""
    sort = {key.name for key in table.sort_key}
    for key in table.base.keys:
        role = "range_key" if key.name in sort else "hash_key"
        yield f"    {names.fields[key.name]} = {_key(key, role)}"
    own = set(table.base.key_names)
    others = {key.name: key for index in table.indexes for key in index.keys if key.name not in own}
    for name, key in others.items():
        yield f"    {names.fields[name]} = {_key(key, 'null')}"
    for attribute, class_name in names.indexes.values():
        yield f"    {attribute} = {class_name}()"


def _doc(text: str) -> Iterator[str]:
    yield from python_docstring([text], 4).rstrip("\n").split("\n")


def _index_class(index: Index, names: TableNames) -> Iterator[str]:
    kind = "GlobalSecondaryIndex" if index.kind is IndexKind.GSI else "LocalSecondaryIndex"
    yield f"class {names.indexes[index.name][1]}({kind}[Any]):  # type: ignore[no-untyped-call]"
    yield from _doc(f"{index.name}. {index.description}".strip())
    yield ""
    yield "    class Meta:"
    yield f"        index_name = {python_literal(index.name)}"
    yield f"        projection = {_projection(index)}"
    if index.kind is IndexKind.GSI:
        # The library requires numbers even if the table is on-demand; it does not send them to DynamoDB then.
        yield f"        read_capacity_units = {index.capacity.read or 1}"
        yield f"        write_capacity_units = {index.capacity.write or 1}"
    yield ""
    sort = {key.name for key in index.sort_key}
    for key in index.keys:
        role = "range_key" if key.name in sort else "hash_key"
        yield f"    {names.fields[key.name]} = {_key(key, role)}"
    yield ""
    yield ""


def _projection(index: Index) -> str:
    made = table_inputs.projection(index)
    if made["ProjectionType"] == ProjectionType.INCLUDE.value:
        return f"IncludeProjection({python_literal(made['NonKeyAttributes'])})"
    return "AllProjection()" if made["ProjectionType"] == ProjectionType.ALL.value else "KeysOnlyProjection()"


def _key(key: KeyAttribute, role: str) -> str:
    return attribute_code(key.type, f"attr_name={python_literal(key.name)}, {role}=True")


def attribute_code(kind: AttributeType, options: str) -> str:
    """Return the declaration of an attribute."""
    made = _OWN.get(kind)
    return made.format(options) if made else f"ExactAttribute({python_literal(str(kind))}, {options})"


def entity_module(plan: EntityPlan, home: TableNames) -> str:
    """Return the source of an entity's module."""
    body = "\n".join(_entity_lines(plan, home)) + "\n"
    about = python_docstring([f"{plan.entity.name}: an item of the table {plan.table.name}."])
    own = f"from .{home.module} import {home.name}\n"
    return about + needed(_ENTITY, body) + own + "\n\n" + body


def fields_of(plan: EntityPlan, home: TableNames) -> dict[str, str]:
    """Return the model's attribute for each attribute of an entity; a key attribute is its table's."""
    taken = {*_TAKEN, *home.fields.values(), *(attribute for attribute, _ in home.indexes.values())}
    texts = [one.name for one in plan.attributes if one.name not in home.fields]
    own = identifiers(texts, Style.SNAKE, Language.PYTHON, taken, otherwise="attribute")
    return {one.name: home.fields.get(one.name) or own[one.name] for one in plan.attributes}


def _entity_lines(plan: EntityPlan, home: TableNames) -> Iterator[str]:
    entity = plan.entity
    hidden = frozenset(plan.only_in_keys)
    fields = fields_of(plan, home)
    yield f"class {plan.name}({home.name}):"
    yield from _doc(entity.description or f"{entity.name}, by its attributes; its keys are made when it is saved.")
    yield ""
    yield from (f"    {line}" if line else line for line in rules_lines(plan))
    yield f"    FIELDS = {_mapping(fields)}"
    keys = {name: field for name, field in home.fields.items() if name not in fields}
    yield f"    KEYS = {_mapping(keys)}"
    needed_ones = [one.name for one in plan.attributes if one.optional >= 1 and one.name not in hidden]
    yield f"    NEEDED = frozenset({python_literal(needed_ones)})"
    yield f"    PATTERNS = {_mapping(patterns_of(plan))}"
    yield from _told_lines(plan, fields)
    yield ""
    for attribute in plan.attributes:
        if attribute.name not in hidden and attribute.name not in home.fields:
            yield f"    {fields[attribute.name]} = {_attribute(attribute)}"
    if hidden:
        yield from _hidden(plan, hidden, fields)


def _told_lines(plan: EntityPlan, fields: Mapping[str, str]) -> Iterator[str]:
    """Yield what the keys reveal of the attributes that an item can lack, the least trusted first."""
    kinds, groups = plan.entity.attributes_by_name, groups_of(plan)
    readings = tuple(key_readings(plan, PYTHON))
    if readings:
        yield "    TOLD = ("
        for one in readings:
            told = [
                f"{python_literal(groups[name])}: {python_literal((fields[name], str(kinds[name].type)))}"
                for name in plan.lacked
                if name in one.attributes
            ]
            yield f"        ({python_literal(one.key)}, {raw_literal(one.pattern)}, {{{', '.join(told)}}}),"
        yield "    )"


def _mapping(texts: Mapping[str, str]) -> str:
    return written({name: python_literal(text) for name, text in texts.items()}, 4)


def _attribute(attribute: Attribute) -> str:
    null = ", null=True" if attribute.optional < 1 or attribute.type == AttributeType.NULL else ""
    return attribute_code(attribute.type, f"attr_name={python_literal(attribute.name)}{null}")


def _hidden(plan: EntityPlan, hidden: frozenset[str], fields: Mapping[str, str]) -> Iterator[str]:
    """Yield key-only attributes: plain attributes of the object, passed to its constructor."""
    own = [fields[one.name] for one in plan.attributes if one.name in hidden]
    given = ", ".join(f"{name}: Any = None" for name in own)
    yield ""
    yield f"    def __init__(self, hash_key: Any = None, range_key: Any = None, *, {given}, **attributes: Any) -> None:"
    yield "        super().__init__(hash_key, range_key, **attributes)"
    yield from (f"        self.{name} = {name}" for name in own)


def patterns_of(plan: EntityPlan) -> dict[str, str]:
    """Return patterns of this entity's keys, by key attribute of the table; nothing for a key without restriction."""
    found: dict[str, list[str]] = {}
    for overload in plan.base.overloads if plan.base else ():
        for key in plan.table.base.keys:
            if key.type == AttributeType.S and key.name in overload.keys:
                pattern = template_pattern(overload.keys[key.name], plan.entity.attributes_by_name)
                found.setdefault(key.name, []).append(pattern[1:-1] or "(?s:.*)")
    patterns = {name: "|".join(dict.fromkeys(several)) for name, several in found.items()}
    return {name: pattern for name, pattern in patterns.items() if _is_read(pattern)}


def _is_read(pattern: str) -> bool:
    """Can Python read a pattern written for ECMAScript?"""
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True
