"""Constant expressions of a Python source, by its syntax tree: nothing is run, imported, or looked up."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Context, Unresolved, text_of
from exporter.importers.support.base import Report
from exporter.importers.support.line_numbers import Lines
from modeler.core.errors import DocumentInvalid

BYTES_MAX: Final = 1024 * 1024
_NODES_MAX: Final = 300_000
_DEPTH_MAX: Final = 40
_SIZE_MAX: Final = 200_000
_TURNS_MAX: Final = 200
_COMPARED: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip


def parsed(text: str, before: int = 0) -> ast.Module:
    """Return the syntax tree of a source after so many lines. Raises DocumentInvalid with line and column."""
    if len(text) > BYTES_MAX:
        raise DocumentInvalid("a Python source can have at most 1 MB here", code="document.too_large")
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        place = f"line {before + (error.lineno or 1)}, column {error.offset or 1}"
        said = f"{place}: this is not Python ({str(error.msg)[:100]})"
        raise DocumentInvalid(said, path=place, code="document.not_python") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise DocumentInvalid("this is not Python that can be read", code="document.not_python") from error
    for count, _ in enumerate(nodes(tree)):
        if count > _NODES_MAX:
            raise DocumentInvalid("the Python source is too large; keep what creates tables", code="document.too_large")
    return ast.increment_lineno(tree, before) if before else tree


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Return the nodes of a tree in the order of the source, without recursion."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(list(ast.iter_child_nodes(one))))


def unrolled(tree: ast.AST, values: PythonConstants) -> Iterator[ast.AST]:
    """Return the nodes of a tree as `nodes` does, the body of a loop over constants once for each turn. The names of a
    turn have their values in `values` until the next node is requested.
    """
    waiting: list[ast.AST | Mapping[str, Any]] = [tree]
    turns = 0
    while waiting:
        one = waiting.pop()
        if not isinstance(one, ast.AST):
            values.bound = one
            continue
        yield one
        found = list(_turns(one, values)) if isinstance(one, ast.For) else []
        turns += len(found)
        if isinstance(one, ast.For) and found and turns <= _TURNS_MAX:
            waiting.append(values.bound)
            for named in reversed(found):
                waiting.extend(reversed(one.body))
                waiting.append({**values.bound, **named})
        else:
            waiting.extend(reversed(list(ast.iter_child_nodes(one))))


def _turns(loop: ast.For, values: PythonConstants) -> Iterator[dict[str, Any]]:
    """Yield the values that the names of a loop have in each turn; nothing if the source does not determine them."""
    listed = _ranged(loop.iter, values)
    found = listed if isinstance(listed, list) and len(listed) <= _TURNS_MAX else []
    names = [loop.target] if isinstance(loop.target, ast.Name) else getattr(loop.target, "elts", [])
    if not found or not all(isinstance(one, ast.Name) for one in names):
        return
    turns = [[one] if isinstance(loop.target, ast.Name) else one for one in found]
    if all(isinstance(one, list) and len(one) == len(names) for one in turns) and not any(
        isinstance(one, Unresolved) for turn in turns for one in turn
    ):
        for turn in turns:
            yield {name.id: one for name, one in zip(names, turn, strict=True)}


def _ranged(node: ast.expr, values: PythonConstants) -> Any:
    """Return the list that a loop goes over: a constant one, ``range(...)``, or ``{...}.items()``."""
    match node:
        case ast.Call(func=ast.Name(id="range"), args=given) if 1 <= len(given) <= 2:
            ends = [values.value(one) for one in given]
            known = all(type(one) is int for one in ends)
            return list(range(*ends)) if known and ends[-1] - (ends[0] if ends[1:] else 0) <= _TURNS_MAX else None
        case ast.Call(func=ast.Attribute(value=held, attr="items"), args=[]):
            found = values.value(held)
            return [[name, one] for name, one in found.items()] if isinstance(found, dict) else None
        case ast.Call(func=ast.Name(id="enumerate"), args=[held]):
            found = values.value(held)
            return [[at, one] for at, one in enumerate(found)] if isinstance(found, list) else None
    return values.value(node)


def _assigned_name(target: ast.expr | None) -> str:
    """Return a name, or an attribute of the object itself as ``self.table``; '' for any other target."""
    match target:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
            return f"self.{name}"
    return ""


class PythonConstants:
    """The constants of a source: names that are assigned once, wherever that is. `beside` are those of other files of
    the program: a name that one of them has is known here, too.
    """

    def __init__(self, tree: ast.Module, context: Context | None = None) -> None:
        self.context = context or Context(Lines(), Report())
        self.beside: Sequence[PythonConstants] = ()
        self._names: dict[str, ast.expr] = {}
        self.bound: Mapping[str, Any] = {}
        self._size = 0
        self._seen: set[str] = set()
        for node in nodes(tree):
            target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
            if isinstance(node, ast.AnnAssign) and node.value is not None:
                target = node.target
            name = _assigned_name(target)
            if name and isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                self._names[name] = node.value
                # A name with several values has none that is known.
                if name in self._seen:
                    self._names.pop(name, None)
                self._seen.add(name)

    def value(self, node: ast.expr, depth: int = 0) -> Any:
        """Return the value of an expression; an Unresolved text if the source alone does not determine it."""
        self._size += 1
        if self._size > _SIZE_MAX:
            raise DocumentInvalid("the constants of this source are too large", code="document.too_large")
        if depth > _DEPTH_MAX:
            return placeholder("value")
        match node:
            case ast.Constant(value=value) if isinstance(value, str | int | float | bool | None):
                return value
            case ast.List() | ast.Tuple() | ast.Set():
                listed = [self.value(one, depth + 1) for one in node.elts]
                self.context.lines.put(listed, None, node.lineno)
                for place, one in enumerate(node.elts):
                    self.context.lines.put(listed, place, one.lineno)
                return listed
            case ast.Dict():
                return self._mapping(node, depth)
            case ast.Name(id=name) if name in self.bound:
                return self.bound[name]
            case ast.Name(id=name) if name in self._names:
                return self.value(self._names[name], depth + 1)
            case ast.Name(id=name) if name not in self._seen and (held := self._elsewhere(name)) is not None:
                return held.value(node, depth + 1)
            case ast.JoinedStr() | ast.BinOp(op=ast.Add()):
                return self._text(node, depth)
            case ast.Call():
                return self._call(node, depth)
            case ast.IfExp():
                return self._chosen(node, depth)
            case ast.Compare(left=left, ops=[kind], comparators=[right]) if type(kind) in _COMPARED:
                return self._compared(left, right, _COMPARED[type(kind)], depth)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                found = self._names.get(f"self.{name}", self._names.get(name))
                return self.value(found, depth + 1) if found is not None else self._unknown(name, node)
            case ast.Attribute(attr=name):
                return self._unknown(name, node)
        return self._unknown("", node)

    def _elsewhere(self, name: str) -> PythonConstants | None:
        """Return the constants of the one other file that has a name."""
        found = [one for one in self.beside if name in one._names]
        return found[0] if len(found) == 1 else None

    def _chosen(self, node: ast.IfExp, depth: int) -> Any:
        """Return the side that a condition chooses; if it is known only at run time, both if they are equal."""
        test, first, second = (self.value(one, depth + 1) for one in (node.test, node.body, node.orelse))
        if isinstance(test, bool):
            return first if test else second
        return first if first == second else self._unknown("", node)

    def _compared(self, left: ast.expr, right: ast.expr, is_so: Callable[[Any, Any], bool], depth: int) -> Any:
        sides = (self.value(left, depth + 1), self.value(right, depth + 1))
        same = type(sides[0]) is type(sides[1]) and isinstance(sides[0], str | int | float)
        return is_so(*sides) if same and not isinstance(sides[0], Unresolved) else self._unknown("", left)

    def _mapping(self, node: ast.Dict, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        self.context.lines.put(made, None, node.lineno)
        for key, one in zip(node.keys, node.values, strict=True):
            value = self.value(one, depth + 1)
            if key is None:
                made |= value if isinstance(value, dict) else {}
                continue
            name = text_of(self.value(key, depth + 1))
            made[name] = value
            self.context.lines.put(made, name, key.lineno)
        return made

    def _text(self, node: ast.expr, depth: int) -> Any:
        parts = [node.left, node.right] if isinstance(node, ast.BinOp) else list(getattr(node, "values", ()))
        values = [self.value(one.value if isinstance(one, ast.FormattedValue) else one, depth + 1) for one in parts]
        if isinstance(node, ast.BinOp) and all(isinstance(one, list) for one in values):
            return [*values[0], *values[1]]
        if isinstance(node, ast.BinOp) and all(type(one) is int for one in values):
            return values[0] + values[1]
        made = "".join(map(text_of, values))
        self._size += len(made)
        return Unresolved(made) if any(isinstance(one, Unresolved) for one in values) else made

    def _call(self, node: ast.Call, depth: int) -> Any:
        """Return what a look-up in the environment falls back to; the parts of dict(...)."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "dict" and not node.args:
            return {one.arg: self.value(one.value, depth + 1) for one in node.keywords if one.arg}
        if name in ("get", "getenv") and node.args:
            named = self.value(node.args[0], depth + 1)
            if len(node.args) > 1:
                return self.value(node.args[1], depth + 1)
            return self._unknown(text_of(named), node)
        return self._unknown(name, node)

    def _unknown(self, shown: str, node: ast.expr) -> Unresolved:
        return placeholder(shown or getattr(node, "id", "") or "value")
