"""One module per entity: its item as a TypedDict, its attributes as a dataclass, and the rules of its keys."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys
from exporter.targets.base import comment_text
from exporter.targets.python.conditions import python_condition
from exporter.targets.python.item_reading import reading
from exporter.targets.python.naming import item_class
from exporter.targets.python.templates import key_expression
from exporter.targets.python.values import ANNOTATIONS, annotation
from exporter.targets.support.literals import python_docstring, python_literal
from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.tables import Index
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import predicate
from modeler.core.expressions.parse import parse_condition
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType

_IMPORTS = """
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, Literal, NotRequired, Self, TypedDict, cast

from ..runtime import conditions, keys
from ..runtime.rules import Overload, Rules
"""


def entity_module(plan: EntityPlan) -> str:
    """Return the source of an entity's module."""
    table, entity = plan.table, plan.entity
    about = [f"{entity.name}: an item of the table {table.name}."]
    about += ["", *comment_text(entity.description).split("\n")] if entity.description else []
    body = [
        *_item_type(plan),
        "",
        "",
        *rules_lines(plan),
        "",
        "",
        *_dataclass(plan),
    ]
    used = "\n".join(body)
    return python_docstring(about) + needed(_IMPORTS, used) + "\n\n" + used + "\n"


def needed(imports: str, used: str) -> str:
    """Return the imports that the code uses."""
    words = {"annotations", *re.findall(r"\w+", used)}
    found = []
    for line in imports.split("\n"):
        start, is_import, names = line.partition(" import ")
        kept = [name for name in names.split(", ") if name in words]
        if kept or not is_import:
            found.append(f"{start} import {', '.join(kept)}" if kept else line)
    return "\n".join(found)


def _item_type(plan: EntityPlan) -> Iterator[str]:
    """Return the item as a TypedDict: in class syntax if each name can be an identifier."""
    table, entity = plan.table, plan.entity
    base = set(table.base.key_names)
    types: dict[str, str] = {}
    for index in table.all_indexes:
        for key in index.keys:
            if key.name not in base and not _writes(entity, index, key.name):
                continue
            own = ANNOTATIONS[key.type]
            types.setdefault(key.name, own if key.name in base else f"NotRequired[{own}]")
    hidden = frozenset(plan.only_in_keys)
    for attribute in plan.attributes:
        if attribute.name in hidden or attribute.name in base:
            continue
        own = annotation(attribute.type, attribute.values)
        types[attribute.name] = own if attribute.optional >= 1 else f"NotRequired[{own}]"
    if all(name.isidentifier() and name.isascii() and not _is_awkward(name) for name in types):
        yield f"class {item_class(plan)}(TypedDict):"
        yield '    """As DynamoDB stores it, including the keys of the indexes."""'
        yield ""
        yield from (f"    {name}: {own}" for name, own in types.items())
        return
    yield f"{item_class(plan)} = TypedDict("
    yield f'    "{item_class(plan)}",'
    yield "    {"
    yield from (f"        {python_literal(name)}: {own}," for name, own in types.items())
    yield "    },"
    yield ")"


def _writes(entity: Entity, index: Index, name: str) -> bool:
    return any(name in overload.keys for overload in entity.overloads_of(BASE if index.is_base else index.name))


def _is_awkward(name: str) -> bool:
    """In a class, `__x` is mangled, and a field named like a type hides that type from later fields."""
    words = {"str", "int", "bool", "bytes", "dict", "list", "set", "Decimal", "Any", "Literal", "NotRequired"}
    return keyword.iskeyword(name) or name.startswith("__") or name in words


def rules_lines(plan: EntityPlan) -> Iterator[str]:
    """Return the rules of an entity's keys, as the value of RULES."""
    yield "RULES = Rules("
    yield f"    key_names={python_literal(plan.table.base.key_names)},"
    yield "    table=("
    if plan.base is not None:
        yield from _overloads(plan, plan.base)
    yield "    ),"
    indexes = [one for one in plan.keys if not one.index.is_base and one.overloads]
    if indexes:
        yield "    indexes={"
        for one in indexes:
            yield f"        {python_literal(one.index.name)}: ("
            yield from (f"    {line}" for line in _overloads(plan, one))
            yield "        ),"
        yield "    },"
    if hidden := frozenset(plan.only_in_keys):
        yield f"    key_only=frozenset({python_literal(hidden)}),"
    yield ")"


def _overloads(plan: EntityPlan, one: IndexKeys) -> Iterator[str]:
    for overload in one.overloads:
        yield "        Overload("
        yield "            {"
        for key in one.elements:
            if key.name in overload.keys:
                made = key_expression(overload.keys[key.name], key.type, _value, plan.entity.formats)
                yield f"                {python_literal(key.name)}: lambda values: {made or 'keys.text(None)'},"
        yield "            },"
        if overload.when.strip():
            yield f"            when=lambda values: {when_expression(overload.when)},"
        yield "        ),"


def _value(name: str) -> str:
    return f"values.get({python_literal(name)})"


def when_expression(when: str) -> str:
    """Return a sparse condition in Python; an invalid condition is never true, as in the design."""
    try:
        node = parse_condition(when)
        predicate(node)
    except ExpressionInvalid:
        return "False"
    return python_condition(node)


def _dataclass(plan: EntityPlan) -> Iterator[str]:
    told = reading(plan)
    attributes = plan.attributes
    yield "@dataclass(frozen=True, slots=True, kw_only=True)"
    yield f"class {plan.name}:"
    yield f'    """{plan.name}, by its attributes. `to_item` adds the keys, `from_item` reads the result of a query."""'
    yield ""
    yield "    RULES: ClassVar[Rules] = RULES"
    if attributes:
        yield ""
    for attribute in attributes:
        kind = _field(attribute, attribute.name in told.untold)
        yield f"    {plan.field(attribute.name)}: {kind}{_field_comment(attribute)}"
    yield ""
    yield from _values_method(plan)
    yield ""
    yield "    def key(self) -> dict[str, Any]:"
    yield '        """Return the table\'s key. Raises keys.NoKey if an attribute is missing or does not fit."""'
    yield "        return self.RULES.key(self.values())"
    yield ""
    yield from _key_of(plan)
    yield f"    def to_item(self) -> {item_class(plan)}:"
    yield '        """Return the item to put: attributes and all keys of table and indexes. Raises keys.NoKey."""'
    yield f'        return cast("{item_class(plan)}", self.RULES.item(self.values()))'
    yield ""
    yield from told.method


def _key_of(plan: EntityPlan) -> Iterator[str]:
    """Yield a method for the key by its attributes, if there is one way to make it."""
    table, entity = plan.table, plan.entity
    overloads = entity.overloads_of(BASE)
    if len(overloads) != 1 or overloads[0].when.strip():
        return
    texts = [text for name, text in overloads[0].keys.items() if name in table.base.key_names]
    used = dict.fromkeys(name for text in texts for name in parse(text).attributes)
    known = entity.attributes_by_name
    if not used or not all(name in known for name in used):
        return
    given = ", ".join(f"{plan.field(name)}: {annotation(known[name].type, known[name].values)}" for name in used)
    yield "    @classmethod"
    yield f"    def key_of(cls, *, {given}) -> dict[str, Any]:"
    yield '        """Return the key of an item without reading it. Raises keys.NoKey if a value does not fit."""'
    values = ", ".join(f"{python_literal(name)}: {plan.field(name)}" for name in used)
    yield f"        return cls.RULES.key({{{values}}})"
    yield ""


def _field(attribute: Attribute, is_untold: bool) -> str:
    if attribute.type == AttributeType.NULL:
        return "bool = False"
    if attribute.optional < 1 or is_untold:
        return f"{annotation(attribute.type, attribute.values)} | None = None"
    return annotation(attribute.type, attribute.values)


def _field_comment(attribute: Attribute) -> str:
    """Return what is known about a field, as a trailing comment."""
    said = [attribute.format] if attribute.format else []
    said += ["one of " + ", ".join(list(attribute.values)[:12])] if attribute.values else []
    said += [attribute.description] if attribute.description else []
    text = comment_text("; ".join(said))[:200].replace("type:", "type :").replace("noqa", "no-qa")
    return f"  # {text}" if text else ""


def _values_method(plan: EntityPlan) -> Iterator[str]:
    yield "    def values(self) -> dict[str, Any]:"
    yield '        """Return attributes by their names in the design; unset ones are left out."""'
    plain = [one.name for one in plan.attributes if one.type != AttributeType.NULL]
    nulls = [one.name for one in plan.attributes if one.type == AttributeType.NULL]
    yield "        given: dict[str, Any] = {"
    yield from (f"            {python_literal(name)}: self.{plan.field(name)}," for name in plain)
    yield "        }"
    if not nulls:
        yield "        return {name: value for name, value in given.items() if value is not None}"
        return
    yield "        found: dict[str, Any] = {name: value for name, value in given.items() if value is not None}"
    for name in nulls:
        yield f"        if self.{plan.field(name)}:"
        yield f"            found[{python_literal(name)}] = None"
    yield "        return found"
