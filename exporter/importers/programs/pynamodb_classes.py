"""The classes of a program that PynamoDB's models can be: what each is made from, and what it assigns."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from exporter.importers.described.tables import Unresolved
from exporter.importers.programs.own_rules import OwnRules, own_rules
from exporter.importers.programs.pynamodb_attributes import WORDS
from exporter.importers.programs.python_files import PythonFile, PythonProgram
from exporter.importers.programs.python_values import PythonConstants

type Part = tuple[str, dict[str, Any], int]
"""What a class assigns: the key of the class of the attribute or index, what it is given, and the line."""


@dataclass(slots=True)
class ModelClass:
    """A class of the program: its file, the keys of what it is made from, its ``Meta``, and what its body assigns."""

    node: ast.ClassDef
    file: PythonFile
    bases: list[str]
    rules: OwnRules | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    calls: dict[str, Part] = field(default_factory=dict)


def class_of(node: ast.ClassDef, file: PythonFile, program: PythonProgram) -> ModelClass:
    """Return a class with what its body and its ``Meta`` assign."""
    # Attribute[JobType] is made from Attribute.
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    made = ModelClass(node, file, [program.key(file, name_of(base)) for base in bases], own_rules(node))
    values = file.values
    for one in node.body:
        if isinstance(one, ast.ClassDef) and one.name == "Meta":
            made.meta |= _assigned_with_parents(one, file, program)
        target = (
            one.targets[0] if isinstance(one, ast.Assign) else one.target if isinstance(one, ast.AnnAssign) else None
        )
        call = getattr(one, "value", None)
        if isinstance(target, ast.Name) and isinstance(call, ast.Call):
            kind = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            given = {word.arg: values.value(word.value) for word in call.keywords if word.arg}
            if call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value in WORDS.values():
                given.setdefault("attr_type", call.args[0].value)
            made.calls[target.id] = (program.key(file, kind), given, one.lineno)
    return made


def _assigned_with_parents(
    meta: ast.ClassDef, file: PythonFile, program: PythonProgram, depth: int = 0
) -> dict[str, Any]:
    """Return what a Meta assigns, after what the classes of this file that it is made from assign: a class of its own,
    or the Meta of another model.
    """
    found: dict[str, Any] = {}
    for base in reversed(meta.bases[:20]) if depth < 20 else ():
        if isinstance(base, ast.Attribute) and base.attr == "Meta":
            owner = program.node(program.key(file, name_of(base.value)))
            listed = owner.body if owner is not None else []
            parent = next((one for one in listed if isinstance(one, ast.ClassDef) and one.name == "Meta"), None)
        else:
            parent = program.node(program.key(file, name_of(base)))
        if parent is None and name_of(base) == "Meta":
            said = f"Meta is made from {ast.unparse(base)[:80]}, which is not in this file; what it sets is left out"
            file.values.context.report.dropped(f"line {meta.lineno}.Meta", said, meta.lineno)
        if parent is not None and parent is not meta:
            found |= _assigned_with_parents(parent, program.file_of(parent, file), program, depth + 1)
    return found | {label: value for label, value, _ in _assigned(meta, file.values)}


def name_of(node: ast.expr) -> str:
    """Return the last name of a dotted name; '' for any other expression."""
    return node.attr if isinstance(node, ast.Attribute) else str(getattr(node, "id", ""))


def _assigned(node: ast.ClassDef, values: PythonConstants) -> Iterator[tuple[str, Any, int]]:
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            if one.value is not None:
                yield one.target.id, values.value(one.value), one.lineno
            elif one.target.id == "table_name":  # Declared here, and given when the program runs.
                yield one.target.id, Unresolved(""), one.lineno
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            value = one.value
            if isinstance(value, ast.Call) and one.targets[0].id == "projection":
                kind = name_of(value.func)
                yield "projection", (kind, values.value(value.args[0]) if value.args else []), one.lineno
            else:
                yield one.targets[0].id, values.value(value), one.lineno


def derives(found: ModelClass, classes: Mapping[str, ModelClass], wanted: str, depth: int = 0) -> bool:
    """Is a class made from one with this key, in however many steps?"""
    if wanted in found.bases:
        return True
    return depth < 20 and any(
        base in classes and derives(classes[base], classes, wanted, depth + 1) for base in found.bases[:20]
    )


def with_bases(found: ModelClass, classes: Mapping[str, ModelClass]) -> dict[str, Part]:
    """Return what a class assigns, after what the class that it is made from assigns."""
    chain = [found]
    while len(chain) < 20 and (base := next((classes[one] for one in chain[-1].bases if one in classes), None)):
        chain.append(base)
    return {name: one for each in reversed(chain) for name, one in each.calls.items()}
