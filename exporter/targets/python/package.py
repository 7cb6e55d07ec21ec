"""All of a generated package: its entities, its functions, and what it cannot represent."""

from __future__ import annotations

import re
from dataclasses import dataclass

from exporter.targets.access_code.entity_plan import EntityPlan, plans_by_key
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.base import Loss
from exporter.targets.python.entities import needed
from exporter.targets.python.functions import FunctionContext, PackageFunction, function_of
from exporter.targets.python.item_reading import reading
from exporter.targets.python.naming import item_class, package_name
from exporter.targets.support.literals import PYTHON_BUILTINS, Language, python_docstring
from modeler.core.design.model import Design
from modeler.core.evaluator.database import Database
from modeler.core.keys import templates

_IMPORTS = """
from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal, cast

"""
_RUNTIME = """from .runtime import calls, keys
from .runtime.calls import Found, Item, Table
"""


@dataclass(frozen=True)
class Package:
    """What is written of a design."""

    design: Design
    name: str
    entities: tuple[EntityPlan, ...]
    functions: tuple[PackageFunction, ...]
    losses: tuple[Loss, ...]

    def patterns_module(self) -> str:
        """Return the source of the module of all functions."""
        body = "\n\n".join(function.code for function in self.functions)
        about = python_docstring(["The access patterns of the design, one function each."])
        known = {name for plan in self.entities for name in (plan.name, item_class(plan))}
        used = sorted(known & set(re.findall(r"\w+", body)))
        imports = f"from .entities import {', '.join(used)}\n" if used else ""
        if len(imports) > 100:
            imports = "from .entities import (\n" + "".join(f"    {name},\n" for name in used) + ")\n"
        return about + needed(_IMPORTS, body) + imports + needed(_RUNTIME, body) + "\n\n" + body


def package_of(design: Design) -> Package:
    """Return the package of a design; a pattern that no function can express is among the losses."""
    plans = plans_by_key(design, Language.PYTHON)
    writing = FunctionContext(design, plans, Database.of(design), set(PYTHON_BUILTINS) | {"calls", "keys", "cast"})
    functions: list[PackageFunction] = []
    losses = [Loss("design", "settings of tables, sizes, rates, and sample items are not part of access code")]
    for pattern in design.patterns:
        try:
            functions.append(function_of(writing, pattern))
        except Unsupported as error:
            losses.append(Loss(f"access_patterns.{pattern.label}", f"it has no function: {error.message}"))
    for plan in plans.values():
        losses += _entity_losses(plan)
    losses += [
        Loss(f"tables.{table.name}.unassigned", "items that match no entity have no class")
        for table in design.tables
        if table.unassigned
    ]
    return Package(design, package_name(design), tuple(plans.values()), tuple(functions), tuple(losses))


def _entity_losses(plan: EntityPlan) -> list[Loss]:
    path = f"tables.{plan.table.name}.entities.{plan.entity.name}"
    found = [
        Loss(path, f"the template of {name} cannot be read, so that key is never written: {problem}")
        for overload in plan.entity.overloads
        for name, text in overload.keys.items()
        if (problem := templates.parse(text).problem)
    ]
    untold = reading(plan).untold
    found += [
        Loss(f"{path}.attributes.{name}", "no key contains its value in readable form, so from_item leaves it out")
        for name in sorted(untold)
    ]
    return found
