"""Constant expressions of a TypeScript or JavaScript source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Context, Unresolved, text_of
from exporter.importers.scripts.conditions import Assumptions
from exporter.importers.scripts.files import ScriptFile, ScriptFiles
from exporter.importers.scripts.functions import FUNCTIONS, Computed, FunctionValue, bound, is_absent, text_method
from exporter.importers.scripts.loops import turns_of
from exporter.importers.scripts.scopes import SCOPES, Known, ScriptScope, declare, dotted
from exporter.importers.scripts.syntax import line_of, text_of_node
from exporter.importers.support.base import Report
from exporter.importers.support.line_numbers import Lines
from modeler.core.errors import DocumentInvalid

if TYPE_CHECKING:
    from tree_sitter import Node

_DEPTH_MAX: Final = 40
_SIZE_MAX: Final = 200_000
_NESTED_MAX: Final = 500
_TURNS_MAX: Final = 2_000
_ESCAPES: Final[Mapping[str, str]] = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_WRAPPERS: Final = frozenset(
    {"as_expression", "satisfies_expression", "parenthesized_expression", "non_null_expression", "await_expression"}
)
_NUMBER: Final = re.compile(r"\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d{1,2})?")


@dataclass(frozen=True, slots=True)
class ConstructedValue:
    """A call or a construction as the source spells it: its name with what it belongs to, and its arguments.

    `on` is the call on whose result a method is called.
    """

    name: str
    arguments: tuple[Any, ...]
    line: int
    is_new: bool = False
    on: ConstructedValue | None = None

    @property
    def last(self) -> str:
        """The name without what it belongs to: ``Table`` of ``dynamodb.Table``."""
        return self.name.rpartition(".")[2]


class ScriptConstants:
    """The constants of files: names that are given one value in their scope. A file finds the names of the others."""

    def __init__(self, *given: ScriptFile, assumptions: Assumptions | None = None) -> None:
        """`assumptions` decide conditions that are known only at run time; without them, they are left open."""
        self.assumptions = assumptions
        self.context = Context(Lines(), Report())
        self.calls: list[tuple[Node, ScriptScope]] = []
        self.objects: list[tuple[Node, ScriptScope]] = []
        self._size = self._turns = 0
        files = ScriptFiles(given)
        self.roots = [one.root for one in given]
        # The files in their order: a stack gives the last first.
        waiting = [
            (one, files.scopes[file.path], 0) for file in reversed(given) for one in reversed(file.root.named_children)
        ]
        while waiting:
            node, scope, depth = waiting.pop()
            if depth > _NESTED_MAX:
                said = f"line {line_of(node)}: nested more than {_NESTED_MAX:,} levels deep"
                raise DocumentInvalid(said, code="document.too_deep")
            declare(node, scope)
            if node.type in ("call_expression", "new_expression"):
                self.calls.append((node, scope))
            elif node.type == "object":
                self.objects.append((node, scope))
            if turns := self._unrolled(node, scope):
                waiting.extend((body, inner, depth + 1) for body, inner in reversed(turns))
                continue
            inner = ScriptScope(scope, node.type == "class_body") if node.type in SCOPES else scope
            waiting.extend((one, inner, depth + 1) for one in reversed(node.named_children))

    def _unrolled(self, node: Node, scope: ScriptScope) -> list[tuple[Node, ScriptScope]]:
        """Return the body of a loop over constants once for each turn, with the names of the turn."""
        found = turns_of(node, lambda one: self.value(one, scope))
        self._turns += len(found[1]) if found is not None else 0
        if found is None or self._turns > _TURNS_MAX:
            return []
        scopes = [ScriptScope(scope) for _ in found[1]]
        for inner, named in zip(scopes, found[1], strict=True):
            for name, value in named.items():
                inner.put(name, Known(value))
        return [(found[0], inner) for inner in scopes]

    def value(self, node: Node | Known, scope: ScriptScope, depth: int = 0) -> Any:
        """Return the value of an expression.

        A function is Computed, a call is Made; anything else that the source does not determine is Unresolved.
        """
        self._size += 1
        if self._size > _SIZE_MAX:
            raise DocumentInvalid("the constants of this source are too large", code="document.too_large")
        if depth > _DEPTH_MAX:
            return placeholder("value")
        if isinstance(node, Known):
            return node.value
        kind = node.type
        if kind in _WRAPPERS and node.named_children:
            return self.value(node.named_children[0], scope, depth + 1)
        if kind == "type_assertion" and node.named_children:
            return self.value(node.named_children[-1], scope, depth + 1)
        if kind in FUNCTIONS:
            return FunctionValue(node, scope)
        match kind:
            case "string":
                return self._string(node)
            case "template_string":
                return self._template(node, scope, depth)
            case "number":
                return _number(text_of_node(node))
            case "true" | "false":
                return kind == "true"
            case "null" | "undefined":
                return None
            case "regex":
                return text_of_node(node)
            case "array":
                return self._list(node, scope, depth)
            case "object":
                return self._mapping(node, scope, depth)
            case "call_expression" | "new_expression":
                return self._made(node, scope, depth)
        return self._of_names(node, scope, depth)

    def _of_names(self, node: Node, scope: ScriptScope, depth: int) -> Any:
        found = self._named(node, scope, depth)
        decided = self.assumptions.value(node, scope) if self.assumptions and isinstance(found, Unresolved) else None
        return found if decided is None else decided

    def _named(self, node: Node, scope: ScriptScope, depth: int) -> Any:
        match node.type:
            case "identifier":
                if (found := scope.named(text_of_node(node))) is not None:
                    return self.value(*found, depth + 1)
            case "member_expression" | "subscript_expression":
                return self._member(node, scope, depth)
            case "enum_declaration":
                return self._enum(node, scope, depth)
            case "binary_expression":
                return self._binary(node, scope, depth)
            case "unary_expression":
                return self._unary(node, scope, depth)
            case "ternary_expression":
                return self._ternary(node, scope, depth)
        return placeholder(text_of_node(node)[-100:])

    def _string(self, node: Node) -> str:
        made = []
        for part in node.named_children:
            text = text_of_node(part)
            made.append(_escape(text) if part.type == "escape_sequence" else text)
        return "".join(made)

    def _template(self, node: Node, scope: ScriptScope, depth: int) -> str:
        made, known = [], True
        # The plain parts of a template are not nodes of their own in every version of the grammar.
        raw, start = node.text or b"", node.start_byte
        position = 1
        for part in node.named_children:
            if part.type not in ("template_substitution", "escape_sequence"):
                continue
            made.append(raw[position : part.start_byte - start].decode("utf-8", "replace"))
            position = part.end_byte - start
            if part.type == "escape_sequence":
                made.append(_escape(text_of_node(part)))
                continue
            value = (
                self.value(part.named_children[0], scope, depth + 1) if part.named_children else Unresolved("unknown")
            )
            known = known and not isinstance(value, Unresolved | ConstructedValue)
            made.append(_template_piece(value))
        made.append(raw[position:-1].decode("utf-8", "replace"))
        text = "".join(made)
        self._size += len(text)
        return text if known else Unresolved(text)

    def _list(self, node: Node, scope: ScriptScope, depth: int) -> list[Any]:
        made: list[Any] = []
        self.context.lines.put(made, None, line_of(node))
        for one in node.named_children:
            if one.type == "comment":
                continue
            if one.type == "spread_element":
                found = self.value(one.named_children[0], scope, depth + 1) if one.named_children else None
                made += found if isinstance(found, list) else []
                self._size += len(made)
                continue
            self.context.lines.put(made, len(made), line_of(one))
            made.append(self.value(one, scope, depth + 1))
        return made

    def _mapping(self, node: Node, scope: ScriptScope, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        self.context.lines.put(made, None, line_of(node))
        for one in node.named_children:
            name = self._key(one, scope, depth)
            match one.type:
                case "pair":
                    value = one.child_by_field_name("value")
                    made[name] = self.value(value, scope, depth + 1) if value is not None else None
                case "shorthand_property_identifier":
                    found = scope.named(name)
                    made[name] = self.value(*found, depth + 1) if found is not None else placeholder(name)
                case "method_definition":
                    made[name] = FunctionValue(one, scope)
                case "spread_element" if one.named_children:
                    found_value = self.value(one.named_children[0], scope, depth + 1)
                    if isinstance(found_value, dict):
                        self.context.lines.carry(found_value, made)
                        made |= found_value
                        self._size += len(made)
                    else:
                        name = f"...{_template_piece(found_value)}"
                        made[name] = Computed(_template_piece(found_value))
                        self.context.lines.put(made, name, line_of(one))
                    continue
                case _:
                    continue
            self.context.lines.put(made, name, line_of(one))
        return made

    def _key(self, node: Node, scope: ScriptScope, depth: int) -> str:
        key = node.child_by_field_name("key") or node.child_by_field_name("name") or node
        if key.type == "computed_property_name" and key.named_children:
            named = self.value(key.named_children[0], scope, depth + 1)
            return named if isinstance(named, Unresolved) else _template_piece(named)
        return self._string(key) if key.type == "string" else text_of_node(key)

    def _member(self, node: Node, scope: ScriptScope, depth: int) -> Any:
        whole = dotted(node)
        if whole.startswith("this.") and (own := scope.named(whole)) is not None:
            return self.value(*own, depth + 1)
        if (other := scope.member(*whole.partition(".")[::2])) is not None:
            return self.value(*other, depth + 1)
        holder, name = node.child_by_field_name("object"), node.child_by_field_name("property")
        index = node.child_by_field_name("index")
        held = self.value(holder, scope, depth + 1) if holder is not None else None
        key = (
            text_of_node(name) if name is not None else self.value(index, scope, depth + 1) if index is not None else ""
        )
        if isinstance(held, dict) and isinstance(key, str) and key in held:
            return held[key]
        if isinstance(held, list) and isinstance(key, int) and 0 <= key < len(held):
            return held[key]
        if isinstance(held, ConstructedValue) and held.last == "CfnParameter":
            # Its value is given at deployment; its default is what the template says.
            given = held.arguments[-1]
            return given["default"] if isinstance(given, dict) and "default" in given else Unresolved(held.arguments[1])
        return placeholder(key if isinstance(key, str) and key else whole[-100:])

    def _enum(self, node: Node, scope: ScriptScope, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        body = node.child_by_field_name("body")
        for one in body.named_children if body is not None else ():
            if one.type == "enum_assignment":
                value = one.child_by_field_name("value")
                name = self._key(one, scope, depth)
                made[name] = self.value(value, scope, depth + 1) if value is not None else None
            elif one.type in ("property_identifier", "string"):
                made[self._key(one, scope, depth)] = len(made)
        return made

    def _binary(self, node: Node, scope: ScriptScope, depth: int) -> Any:
        sides = [node.child_by_field_name(side) for side in ("left", "right")]
        left, right = (self.value(one, scope, depth + 1) if one is not None else None for one in sides)
        operator = text_of_node(node.child_by_field_name("operator"))
        if operator in ("??", "||"):
            is_open = isinstance(left, Unresolved | ConstructedValue) or left is None or (operator == "||" and not left)
            return right if is_open else left
        if operator == "+" and (isinstance(left, str) or isinstance(right, str)):
            text = _template_piece(left) + _template_piece(right)
            self._size += len(text)
            is_known = not any(isinstance(one, Unresolved | ConstructedValue) for one in (left, right))
            return text if is_known else Unresolved(text)
        if type(left) is int and type(right) is int and operator in ("+", "-"):
            return left + right if operator == "+" else left - right
        is_open = any(isinstance(one, Unresolved | ConstructedValue) for one in (left, right))
        if operator in ("===", "==", "!==", "!=") and not is_open:
            return (left == right) == operator.startswith("=")
        return placeholder(text_of_node(node)[:100])

    def _unary(self, node: Node, scope: ScriptScope, depth: int) -> Any:
        inner = node.child_by_field_name("argument")
        value = self.value(inner, scope, depth + 1) if inner is not None else None
        sign = text_of_node(node.child_by_field_name("operator"))
        if sign == "-" and isinstance(value, int | float) and not isinstance(value, bool):
            return -value
        return not value if sign == "!" and isinstance(value, bool) else placeholder(text_of_node(node)[:100])

    def _ternary(self, node: Node, scope: ScriptScope, depth: int) -> Any:
        names = ("condition", "consequence", "alternative")
        condition, first, second = (self._side(node, name, scope, depth) for name in names)
        if isinstance(condition, bool):
            return first if condition else second
        if self.assumptions is None or first == second:
            return first if first == second else Unresolved(_template_piece(first))
        tested = node.child_by_field_name("condition")
        return second if tested is not None and not self.assumptions.chosen(tested, scope) else first

    def _side(self, node: Node, name: str, scope: ScriptScope, depth: int) -> Any:
        one = node.child_by_field_name(name)
        return self.value(one, scope, depth + 1) if one is not None else None

    def _made(self, node: Node, scope: ScriptScope, depth: int) -> Any:
        is_new = node.type == "new_expression"
        called = node.child_by_field_name("constructor" if is_new else "function")
        name = re.sub(r"\s+", "", text_of_node(called))[-200:]
        if not is_new and name.startswith("process.env"):
            return placeholder(name)
        listed = node.child_by_field_name("arguments")
        given = listed.named_children if listed is not None and listed.type == "arguments" else []
        values = tuple(self.value(one, scope, depth + 1) for one in given if one.type != "comment")
        match name, values:
            case "Object.freeze" | "Object.seal", (only,):
                return only
            case "Object.values", (dict() as only,):
                return list(only.values())
            case "Object.entries", (dict() as only,):
                return [[name, one] for name, one in only.items()]
            case "Object.keys", (dict() as only,):
                return list(only)
            case "String", (str() | int() as only,):
                return only if isinstance(only, str) else str(only)
        if called is not None and is_absent(called, lambda one: self.value(one, scope, depth + 1)):
            return None
        on = None if is_new else self._called_on(called, scope, depth)
        if isinstance(on, list) and name.endswith(".map") and values and isinstance(values[0], FunctionValue):
            each = [self.returned(values[0], (one, at), depth + 1) for at, one in enumerate(on)]
            return ConstructedValue(name, values, line_of(node)) if None in each else each
        if on is not None and not isinstance(on, ConstructedValue | FunctionValue):
            found = text_method(on, name.rpartition(".")[2], values)
            on = None
            if found is not None:
                return found
        if isinstance(on, FunctionValue):
            found = self.returned(on, values, depth + 1)
            return ConstructedValue(name, values, line_of(node)) if found is None else found
        return ConstructedValue(name, values, line_of(node), is_new, on)

    def returned(self, function: FunctionValue, given: tuple[Any, ...], depth: int = 0) -> Any:
        """Return what a function returns for some arguments; None if it does more than return a value."""
        found = bound(function, given, lambda node, scope: self.value(node, scope, depth + 1))
        return self.value(*found, depth + 1) if found is not None else None

    def _called_on(self, called: Node | None, scope: ScriptScope, depth: int) -> Any:
        """Return the function that a call names, or the value on which it calls a method; None if it is unknown."""
        if called is None or called.type not in ("identifier", "member_expression"):
            return None
        holder = called.child_by_field_name("object")
        if called.type == "identifier" or (holder is not None and holder.type == "identifier"):
            own = self.value(called, scope, depth + 1)
            if isinstance(own, FunctionValue) or holder is None:
                return own if isinstance(own, FunctionValue) else None
        return self.value(holder, scope, depth + 1) if holder is not None and holder.type != "this" else None


def _template_piece(value: Any) -> str:
    if isinstance(value, ConstructedValue):
        return placeholder(value.last)
    if isinstance(value, list | dict):
        return placeholder("value")
    return text_of(value)


def _number(text: str) -> Any:
    if _NUMBER.fullmatch(text):
        plain = text.replace("_", "")
        return int(plain) if plain.isdigit() and len(plain) <= 20 else float(plain)
    return placeholder(text)


def _escape(text: str) -> str:
    body = text[1:]
    if body[:1] in ("u", "x") and (digits := body[1:].strip("{}")):
        try:
            return chr(int(digits, 16))
        except (ValueError, OverflowError):
            return text
    return "" if body == "\n" else _ESCAPES.get(body, body)
