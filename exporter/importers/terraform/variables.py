"""The variables of a root module: what files of variables and a person give, and the choices that remain."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from lark import Tree

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.support.base import Report
from exporter.importers.support.parameters import FileParameter
from exporter.importers.terraform.expressions import Evaluator
from exporter.importers.terraform.hcl import ParsedBlock, tokens
from exporter.importers.terraform.modules import ROOT, Module
from exporter.importers.terraform.tf_json import ExpressionJson, expression
from modeler.core.errors import DocumentInvalid

_CHOICES_MAX: Final = 50


def inputs_of(module: Module, given: Mapping[str, str]) -> dict[str, Callable[[Any], Any]]:
    """Return the value of each variable that files or a person determine: the person's value comes first.

    Raises DocumentInvalid if a person's value is not an expression.
    """
    # Values of files of variables are constants: they need no names.
    constants = Evaluator([], Report())

    def lent(tree: Any, path: str) -> Callable[[Any], Any]:
        return lambda asking: constants.value(tree, path)

    made = {name: lent(tree, "terraform.tfvars") for name, tree in module.given.items()}
    for block in module.blocks:
        if block.type == "variable" and block.labels and block.labels[0] in given:
            made[block.labels[0]] = lent(_given_value(block, given[block.labels[0]]), "parameter")
    return made


def _given_value(block: ParsedBlock, text: str) -> Any:
    """Return what a person wrote for a variable, as Terraform reads it: a text as it is, else an expression."""
    kind = "".join(map(str, tokens(block.attributes["type"]))).strip('"') if "type" in block.attributes else ""
    is_text = kind == "string" or (kind in ("", "any") and text[:1] not in ("[", "{"))
    if is_text:
        return ExpressionJson(text.replace("${", "$${"), 0)
    try:
        return expression(text, 0)
    except DocumentInvalid as error:
        said = f"{block.labels[0]}: {text[:80]!r} is not a Terraform expression of type {kind[:40]}"
        raise DocumentInvalid(said, path=block.labels[0], code="document.parameter") from error


def parameters_of(
    evaluator: Evaluator, given: Mapping[str, str], roots: list[str], root: str
) -> Iterator[FileParameter]:
    """Return the variables of the root module, and the choice of that module if there are several."""
    if len(roots) > 1 or ROOT in given:
        shown = tuple(one or "." for one in roots[:_CHOICES_MAX])
        yield FileParameter(
            ROOT, root or ".", shown, "The folder to read; paths of modules are relative to it", True, ROOT in given
        )
    for name, block in evaluator.variables.items():
        value = _value_of(evaluator, name, block)
        is_known = not isinstance(value, Unresolved)
        yield FileParameter(
            name,
            _default_text(value) if is_known else "",
            _choices(evaluator, block),
            _text(evaluator, block, "description"),
            is_known,
            name in given,
            name in evaluator.used,
        )


def _value_of(evaluator: Evaluator, name: str, block: ParsedBlock) -> Any:
    if (value := evaluator.place.inputs.get(name)) is not None:
        return value(None)
    if "default" in block.attributes:
        return _quietly(evaluator, block.attributes["default"])
    return Unresolved(name)


def _quietly(evaluator: Evaluator, tree: Any) -> Any:
    said = len(evaluator.report.lines)
    found = evaluator.value(tree, "variable")
    del evaluator.report.lines[said:]
    return found


def _default_text(value: Any) -> str:
    if value is None:
        return ""
    return text_of(value) if isinstance(value, str | int | float) else json.dumps(value)[:1000]


def _text(evaluator: Evaluator, block: ParsedBlock, name: str) -> str:
    return text_of(_quietly(evaluator, block.attributes[name]))[:1000] if name in block.attributes else ""


def _choices(evaluator: Evaluator, block: ParsedBlock) -> tuple[str, ...]:
    """Return the values that a validation ``contains([...], var.name)`` allows, or true and false."""
    kind = "".join(map(str, tokens(block.attributes["type"]))).strip('"') if "type" in block.attributes else ""
    if kind == "bool":
        return ("true", "false")
    for rule in block.inner("validation"):
        for call in _calls(rule.attributes.get("condition")):
            listed = _quietly(evaluator, call)
            if isinstance(listed, list) and listed:
                return tuple(text_of(one) for one in listed if isinstance(one, str | int))[:_CHOICES_MAX]
    return ()


def _calls(condition: Any) -> Iterator[Any]:
    """Return the first argument of each call of ``contains`` in a condition."""
    waiting = [condition] if isinstance(condition, Tree) else []
    while waiting:
        one = waiting.pop()
        if one.data == "function_call" and "".join(map(str, tokens(one.children[0]))) == "contains":
            arguments = next((child for child in one.children if getattr(child, "data", "") == "arguments"), None)
            first = (
                next((child for child in arguments.children if isinstance(child, Tree)), None) if arguments else None
            )
            if first is not None:
                yield first
        waiting.extend(child for child in one.children if isinstance(child, Tree))
