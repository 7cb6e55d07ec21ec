"""The whole of a generated package: its entities, its functions, and what has no place in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from exporter.targets.base import Loss
from exporter.targets.python.entities import key_only, needed
from exporter.targets.python.functions import Function, Writing, function_of
from exporter.targets.python.item_reading import reading
from exporter.targets.python.members import Unwritable
from exporter.targets.python.naming import EntityNames, entity_names, package_name, place
from exporter.targets.support.literals import PYTHON_BUILTINS, python_docstring
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.evaluator.database import Database
from modeler.core.keys import templates

_IMPORTS = """
from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, cast

"""
_RUNTIME = """from .runtime import calls, keys
from .runtime.calls import Found, Item, Table
"""


@dataclass(frozen=True)
class Package:
    """What is written of a design."""

    design: Design
    name: str
    entities: tuple[tuple[tuple[Table, Entity], EntityNames], ...]
    functions: tuple[Function, ...]
    losses: tuple[Loss, ...]

    def patterns_module(self) -> str:
        """The source of the module of all functions."""
        body = "\n\n".join(function.code for function in self.functions)
        about = python_docstring(["The access patterns of the design, one function each."])
        known = {names.name: names for _, names in self.entities} | {names.item: names for _, names in self.entities}
        used = sorted(set(known) & set(re.findall(r"\w+", body)))
        imports = f"from .entities import {', '.join(used)}\n" if used else ""
        if len(imports) > 100:
            imports = "from .entities import (\n" + "".join(f"    {name},\n" for name in used) + ")\n"
        return about + needed(_IMPORTS, body) + imports + needed(_RUNTIME, body) + "\n\n" + body


def package_of(design: Design) -> Package:
    """The package of a design; a pattern that no function can say is among the losses."""
    names = entity_names(design)
    writing = Writing(design, names, Database.of(design), set(PYTHON_BUILTINS) | {"calls", "keys", "cast"})
    functions: list[Function] = []
    losses = [Loss("design", "settings of tables, sizes, rates and sample items have no place in access code")]
    for pattern in design.patterns:
        try:
            functions.append(function_of(writing, pattern))
        except Unwritable as error:
            losses.append(Loss(f"access_patterns.{pattern.label}", f"it has no function: {error.message}"))
    entities = tuple(((table, entity), names[place(table, entity)]) for table, entity in design.entities())
    for (table, entity), one in entities:
        losses += _entity_losses(table, entity, one)
    losses += [
        Loss(f"tables.{table.name}.unassigned", "items that match no entity have no class")
        for table in design.tables
        if table.unassigned
    ]
    return Package(design, package_name(design), entities, tuple(functions), tuple(losses))


def _entity_losses(table: Table, entity: Entity, names: EntityNames) -> list[Loss]:
    path = f"tables.{table.name}.entities.{entity.name}"
    found = [
        Loss(path, f"the template of {name} cannot be read, so that key is never written: {problem}")
        for overload in entity.overloads
        for name, text in overload.keys.items()
        if (problem := templates.parse(text).problem)
    ]
    untold = reading(table, entity, names, key_only(table, entity)).untold
    found += [
        Loss(f"{path}.attributes.{name}", "no key tells its value again, so from_item leaves it out")
        for name in sorted(untold)
    ]
    return found
