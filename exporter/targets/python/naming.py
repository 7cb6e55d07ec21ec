"""The names of a generated package: modules and classes of entities, fields of attributes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from exporter.targets.support.literals import Language, Style, identifier, identifiers
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table

USED: Final = frozenset(
    ("str", "int", "bool", "bytes", "dict", "list", "set", "range", "zip", "tuple", "Decimal", "Any", "Item", "Table",
     "Found", "cast", "keys", "calls", "conditions", "limit", "start", "token", "found", "arguments", "request",
     "requests", "item")
)  # fmt: skip
"""Names that the body of a generated function uses, and so no parameter's."""

_METHODS: Final = frozenset(("key", "key_of", "values", "to_item", "from_item", "told", "cls"))


@dataclass(frozen=True, slots=True)
class EntityNames:
    """What the code of one entity is called; `fields` are its dataclass's by attribute name."""

    module: str
    name: str
    item: str
    fields: Mapping[str, str]


type Names = Mapping[tuple[str, str], EntityNames]
"""By table id and entity id."""


def package_name(design: Design) -> str:
    """The package of a design."""
    taken = (*sys.stdlib_module_names, "boto3", "botocore", "conftest", "proving", "pynamodb", "pytest", "tests")
    return identifier(design.name, Style.SNAKE, Language.PYTHON, taken, otherwise="design")


def entity_names(design: Design) -> Names:
    """A module and a class for each entity; of two with one name in different tables, the later gets a number."""
    found: dict[tuple[str, str], EntityNames] = {}
    modules: list[str] = []
    classes = ["Rules", "Overload", "Values", "Item", "Any", "Decimal", "Found", "Table", "RULES"]
    for table, entity in design.entities():
        module = identifier(entity.name, Style.SNAKE, Language.PYTHON, modules, otherwise="entity")
        name = identifier(entity.name, Style.PASCAL, Language.PYTHON, classes, otherwise="entity")
        while f"{name}Item" in classes:
            name = identifier(f"{name}Entity", Style.PASCAL, Language.PYTHON, classes)
        modules.append(module)
        classes += [name, f"{name}Item"]
        found[place(table, entity)] = EntityNames(module, name, f"{name}Item", _fields(entity))
    return found


def place(table: Table, entity: Entity) -> tuple[str, str]:
    """Where an entity is among names: two tables may have entities of one name."""
    return (table.id or table.name, entity.id or entity.name)


def attributes_of(entity: Entity) -> tuple[Attribute, ...]:
    """The attributes in their order; of two with one name the first."""
    found: dict[str, Attribute] = {}
    for attribute in entity.attributes:
        found.setdefault(attribute.name, attribute)
    return tuple(found.values())


def _fields(entity: Entity) -> Mapping[str, str]:
    texts = [one.name for one in attributes_of(entity)]
    return identifiers(texts, Style.SNAKE, Language.PYTHON, USED | _METHODS, otherwise="attribute")
