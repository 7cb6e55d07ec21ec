"""What Terraform creates several of: ``for`` expressions, splats, and the instances of ``count`` and ``for_each``.

Also values that are used only if present: ``try``, ``lookup``, and ``coalesce``, and the defaults of ``optional(...)``
in a variable's type. All are bounded; nothing is planned.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lark import Tree

from exporter.importers.described.tables import Unresolved, text_of, whole
from exporter.importers.terraform.conditions import Judge, is_chosen
from exporter.importers.terraform.hcl import ParsedBlock, line_of, tokens
from modeler.core.errors import DocumentInvalid

ROUNDS_MAX: Final = 20_000
"""Limit on the iterations of all ``for`` expressions together."""
INSTANCES_MAX: Final = 100
"""Limit on the instances of one resource that are read; beyond it, one represents all."""

type Bound = Mapping[str, Any]

_ANY: Final[Mapping[str, Bound]] = {
    "count": {"count": {"index": Unresolved("count.index")}},
    "for_each": {"each": {"key": Unresolved("each.key"), "value": Unresolved("each.value")}},
}
"""The names that expressions can use if one instance represents several."""


def pairs_of(value: Any) -> list[tuple[Any, Any]] | None:
    """Return key and value of each member, in Terraform's order: mappings by their keys; None for any other value."""
    if isinstance(value, Mapping):
        return sorted(value.items())
    return list(enumerate(value)) if isinstance(value, list) else None


def for_expression(evaluator: Judge, tree: Tree[Any]) -> Any:
    """Evaluate ``[for v in list : ...]`` or ``{for k, v in map : ... => ...}``, with its condition and grouping."""
    intro, *rest = [child for child in tree.children if _is(child) and child.data != "new_line_or_comment"]
    names = [str(child.children[0]) for child in intro.children if _is(child) and child.data == "identifier"]
    source = next(child for child in intro.children if _is_expression(child))
    condition = next((child for child in rest if child.data == "for_cond"), None)
    bodies = [child for child in rest if child.data != "for_cond"]
    pairs = pairs_of(evaluator.evaluated(source))
    if pairs is None or not names or not bodies:
        return evaluator.unknown(tree, "the collection is known only at apply")
    groups = any(str(child) == "..." for child in tree.children)
    listed: list[Any] = []
    made: dict[str, Any] = {}
    for key, value in pairs:
        evaluator.work.rounds += 1
        if evaluator.work.rounds > ROUNDS_MAX:
            said = f"the for expressions of these files take more than {ROUNDS_MAX:,} iterations"
            raise DocumentInvalid(f"line {line_of(tree)}, column 1: {said}", code="document.too_large")
        bound = dict(zip(names, (key, value) if len(names) > 1 else (value,), strict=False))
        with evaluator.binding(bound):
            if condition is not None and not is_chosen(evaluator, _inner(condition)):
                continue
            found = [evaluator.evaluated(body) for body in bodies]
        if len(found) == 1:
            listed.append(found[0])
        elif groups:
            made.setdefault(text_of(found[0]), []).append(found[1])
        else:
            made[text_of(found[0])] = found[1]
    return made if len(bodies) > 1 else listed


def splat(evaluator: Judge, tree: Tree[Any]) -> Any:
    """Evaluate ``list[*].name``: the member of each; for a single value, a list of one."""
    held = evaluator.evaluated(tree.children[0])
    if isinstance(held, Unresolved):
        return evaluator.unknown(tree, "this is known only at apply")
    names = [str(token) for token in tokens(tree.children[1]) if str(token) not in ("[", "]", ".", "*", "[*]", ".*")]
    values = held if isinstance(held, list) else [] if held is None else [held]
    for name in names:
        if not all(isinstance(one, Mapping) and name in one for one in values):
            return evaluator.unknown(tree, "a member is not set here")
        values = [one[name] for one in values]
    return values


def first_known(evaluator: Judge, arguments: list[Tree[Any]], *, skips_empty: bool) -> tuple[bool, Any]:
    """Evaluate ``try`` and ``coalesce``: the first argument that is known; the others are reported only
    if there is none.
    """
    for argument in arguments:
        said = len(evaluator.report.lines)
        found = evaluator.evaluated(argument)
        if not isinstance(found, Unresolved) and not (skips_empty and found in (None, "")):
            return True, found
        del evaluator.report.lines[said:]
    return False, None


def with_defaults(evaluator: Judge, kind: Any, value: Any) -> Any:
    """Return a variable's value with the defaults of ``optional(...)`` in its type for the members that it lacks."""
    kind = _unwrapped(kind)
    if not _is(kind) or kind.data != "function_call":
        return value
    name = "".join(map(str, tokens(kind.children[0])))
    given = next((child for child in kind.children if _is(child) and child.data == "arguments"), None)
    arguments = [child for child in given.children if _is(child)] if given is not None else []
    if name == "optional" and arguments:
        filled = evaluator.evaluated(arguments[1]) if value is None and len(arguments) > 1 else value
        return with_defaults(evaluator, arguments[0], filled)
    if name in ("list", "set") and arguments and isinstance(value, list):
        return [with_defaults(evaluator, arguments[0], one) for one in value]
    if name == "map" and arguments and isinstance(value, Mapping):
        return {key: with_defaults(evaluator, arguments[0], one) for key, one in value.items()}
    if name != "object" or not arguments or not isinstance(value, Mapping):
        return value
    made = dict(value)
    for element in _unwrapped(arguments[0]).children:
        if _is(element) and element.data == "object_elem":
            member = "".join(map(str, tokens(element.children[0]))).strip('"')
            made[member] = with_defaults(evaluator, element.children[-1], value.get(member))
    return made


def _unwrapped(tree: Any) -> Any:
    """Return a term without its wrappers."""
    while _is(tree) and tree.data == "expr_term" and len(tree.children) == 1:
        tree = tree.children[0]
    return tree


def instances(evaluator: Judge, block: ParsedBlock, address: str) -> list[tuple[str, Bound]]:
    """Return the instances of a resource: the suffix of each address, and the names that its expressions can use.

    If they are unknown or too many, one represents all, which is reported. Empty if none is created.
    """
    for name in ("count", "for_each"):
        if name not in block.attributes:
            continue
        before = len(evaluator.report.lines)
        value = evaluator.value(block.attributes[name], f"{address}.{name}")
        if (name == "count" and value == 0 and value is not False) or value in ([], {}):
            evaluator.report.dropped(f"{address}.{name}", "it creates none of these; left out", block.lines[name])
            return []
        many = whole(value) if name == "count" else (len(value) if isinstance(value, list | dict) else None)
        if name == "count" and many == 1:
            return [("", {"count": {"index": 0}})]
        if many is None or many > INSTANCES_MAX or isinstance(value, bool):
            _say_one(evaluator, f"{address}.{name}", many, before, block.lines[name])
            return [("", _ANY[name])]
        if name == "count":
            return [(f"[{index}]", {"count": {"index": index}}) for index in range(many)]
        pairs = sorted(value.items()) if isinstance(value, dict) else [(one, one) for one in sorted(value, key=text_of)]
        return [(f'["{text_of(key)}"]', {"each": {"key": key, "value": one}}) for key, one in pairs]
    return [("", {})]


def _say_one(evaluator: Judge, path: str, many: int | None, before: int, line: int) -> None:
    """Report in one line that one represents all, and why: this line replaces those reported since `before`."""
    reasons = [one.message.partition("; ")[0] for one in evaluator.report.lines[before:]]
    del evaluator.report.lines[before:]
    name = path.rpartition(".")[2]
    times = f"{many:,} of these" if many else "a number of these that is known only at apply"
    because = f" ({reasons[0]})" if reasons else ""
    also = "; each.key and each.value are in the place of what differs" if name == "for_each" else ""
    evaluator.report.guessed(path, f"{name} creates {times}{because}; the design has one{also}", line)


def _is(tree: Any) -> bool:
    return isinstance(tree, Tree)


def _is_expression(tree: Any) -> bool:
    return _is(tree) and tree.data in ("expr_term", "conditional", "binary_op", "unary_op")


def _inner(condition: Tree[Any]) -> Any:
    return next(child for child in condition.children if _is_expression(child))
