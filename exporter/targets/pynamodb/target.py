"""PynamoDB: a model for each table and entity, with keys from the templates, and a function for each
pattern that they can express.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from importlib.resources import files
from typing import Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.key_reading import key_readings
from exporter.targets.access_code.runtime_files import runtime_file
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header
from exporter.targets.infrastructure import table_inputs
from exporter.targets.pynamodb.classes import entity_module, patterns_of, table_module
from exporter.targets.pynamodb.functions import function_of, writing_of
from exporter.targets.python.entities import needed
from exporter.targets.python.item_reading import PYTHON
from exporter.targets.python.naming import package_name
from exporter.targets.python.project_file import project_file
from exporter.targets.support.literals import python_comment, python_docstring, python_literal
from exporter.targets.support.resolved_reads import by_key
from modeler.core.design.model import Design

_PATTERNS: Final = """
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Literal

from pynamodb.expressions.operand import Path, Value
from pynamodb.expressions.update import Action

"""
_LIBRARY: Final = "pynamodb>=6.1,<7"
_OLDEST: Final = "3.11"
"""The oldest Python that reads the models: they use datetime.UTC."""

_RUNTIME: Final = """from .runtime import keys
from .runtime.models import key_actions, size, wire
"""


@by_key
def _build(design: Design) -> Export:
    writing = writing_of(design)
    tables = writing.tables
    root = package_name(design)
    losses = list(_losses(design, writing.plans.values()))
    functions = []
    for pattern in design.patterns:
        try:
            functions.append(function_of(writing, pattern).code)
        except Unsupported as error:
            losses.append(Loss(f"access_patterns.{pattern.label}", f"it has no function: {error.message}"))
    modules = [
        *((tables[one.id].module, [tables[one.id].name], table_module(design, one, tables[one.id]))
          for one in design.tables),
        *((plan.module, [plan.name], entity_module(plan, tables[plan.table.id])) for plan in writing.plans.values()),
    ]  # fmt: skip
    found = [
        ExportFile(f"{root}/__init__.py", _init(design, losses)),
        ExportFile(f"{root}/patterns.py", _patterns(functions, modules)),
        ExportFile(f"{root}/models/__init__.py", _models(modules)),
        *(ExportFile(f"{root}/models/{module}.py", text) for module, _, text in modules),
        *(ExportFile(f"{root}/runtime/{name}.py", _runtime(name)) for name in ("__init__", "keys", "conditions")),
        ExportFile(f"{root}/runtime/rules.py", _runtime("rules")),
        ExportFile(f"{root}/runtime/models.py", _models_runtime()),
        ExportFile("requirements.txt", f"{_LIBRARY}\n"),
        project_file(root, _OLDEST, [_LIBRARY]),
    ]
    return Export(tuple(found), tuple(losses))


def _runtime(name: str) -> str:
    return runtime_file("python", f"{name}.py")


def _models_runtime() -> str:
    return files("exporter.targets.pynamodb").joinpath("models.txt").read_text("utf-8")


def _losses(design: Design, plans: Collection[EntityPlan]) -> Iterator[Loss]:
    yield Loss("design", "sample items, sizes, and rates are not part of models")
    yield Loss("access_patterns", "a limit is how many items the library returns, not how many DynamoDB examines")
    for plan in plans:
        revealed = {name for one in key_readings(plan, PYTHON) for name in one.attributes}
        if lost := [name for name in plan.only_in_keys if name not in revealed]:
            path = f"tables.{plan.table.name}.entities.{plan.entity.name}.attributes"
            yield Loss(path, f"{', '.join(lost)}: only in keys, which do not reveal it: an item that is read lacks it")
    for table in design.tables:
        path = f"tables.{table.name}"
        for index in table.indexes:
            if table_inputs.is_multi_attribute(index):
                said = "PynamoDB does not support multi-attribute keys; the index is left out"
                yield Loss(f"{path}.indexes.{index.name}", said)
        yield from _alike(path, [plan for plan in plans if plan.table is table])
        kept = {"billing", "provisioned", "stream"}
        for name in sorted(set(table.settings) - kept):
            if table.settings[name]:
                yield Loss(
                    f"{path}.settings.{name}", "a model cannot represent it; create the table with another target"
                )


def _alike(path: str, plans: Iterable[EntityPlan]) -> Iterator[Loss]:
    """Yield entities whose items cannot be identified by a key."""
    found: dict[str, list[str]] = {}
    for plan in plans:
        found.setdefault(repr(patterns_of(plan)), []).append(plan.entity.name)
    for names in found.values():
        if len(names) > 1:
            said = "write keys of one form; reads of the table identify the entity by the attributes of the item"
            yield Loss(path, f"{', '.join(names)} {said}")


def _init(design: Design, losses: list[Loss]) -> str:
    about = python_docstring([
        f"{design.name}: models for PynamoDB 6, written by Keysheet.",
        "",
        "models: a class for each table and entity; saving one makes its keys. patterns: a function for each pattern.",
    ])  # fmt: skip
    return about + python_comment(header(design, "models", losses)[1:])


def _models(modules: list[tuple[str, list[str], str]]) -> str:
    lines = "".join(f"from .{module} import {', '.join(names)}\n" for module, names, _ in modules)
    exported = sorted(name for _, names, _ in modules for name in names)
    return python_docstring(["The models of the design."]) + f"\n{lines}\n__all__ = {python_literal(exported)}\n"


def _patterns(functions: list[str], modules: list[tuple[str, list[str], str]]) -> str:
    body = "\n\n".join(functions)
    known = {name for _, names, _ in modules for name in names}
    used = sorted(known & set(re.findall(r"\w+", body)))
    imports = f"from .models import {', '.join(used)}\n" if used else ""
    about = python_docstring(["The access patterns that models can express, one function each."])
    return about + needed(_PATTERNS, body) + imports + needed(_RUNTIME, body) + ("\n\n" + body if body else "")


TARGET: Final = Target(
    "pynamodb",
    "PynamoDB models",
    ("<design>/models/*.py", "<design>/patterns.py"),
    "text/x-python",
    _build,
    TargetKind.CODE,
)
