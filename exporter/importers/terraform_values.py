"""Expressions of HCL, worked out where the files alone say what they give; the rest is a readable placeholder.

Variables give their defaults, locals and attributes of resources what they are set to. A few functions of text and
lists are known; none reads a file, the time or the network. What is not known is said with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from lark import Token, Tree

from exporter.importers.base import Report
from exporter.importers.cloudformation_values import placeholder
from exporter.importers.described_tables import Unresolved, text_of
from exporter.importers.terraform_functions import FUNCTIONS
from exporter.importers.terraform_hcl import Block, line_of, tokens
from modeler.core.errors import DocumentInvalid

SIZE_MAX: Final = 2_000_000
"""Values, and characters of texts, that all expressions may make together."""
_REFERENCES_MAX: Final = 25
_DYNAMIC_MAX: Final = 500
_META: Final = frozenset({"lifecycle", "depends_on", "provider", "count", "for_each", "timeouts", "provisioner"})
"""What Terraform itself reads; no argument of a resource."""

_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SIMPLE: Final = {"n": "\n", "r": "\r", "t": "\t"}
_HEREDOC: Final = re.compile(r"<<-?([A-Za-z][A-Za-z0-9._-]*)\r?\n(.*?)[ \t]*\1\s*\Z", re.DOTALL)


class Evaluator:
    """The expressions of the files of one module."""

    def __init__(self, blocks: list[Block], report: Report) -> None:
        self.report = report
        self.variables = {block.labels[0]: block for block in blocks if block.type == "variable" and block.labels}
        self.locals: dict[str, Any] = {}
        self.resources: dict[tuple[str, str], Block] = {}
        for block in blocks:
            if block.type == "locals":
                self.locals |= block.attributes
            elif block.type in ("resource", "data") and len(block.labels) == 2:
                kind = block.labels[0] if block.type == "resource" else f"data.{block.labels[0]}"
                self.resources.setdefault((kind, block.labels[1]), block)
        self._known: dict[tuple[str, ...], tuple[Any, int]] = {}
        self._asking: list[tuple[str, ...]] = []
        self._size = 0
        self._path = ""
        self.bound: dict[str, Any] = {}

    def value(self, tree: Any, path: str) -> Any:
        """What an expression gives: None, texts, numbers, booleans, lists and mappings; an Unresolved text where that
        is not known. Raises DocumentInvalid where expressions make more than they may.
        """
        self._path = path
        return self._value(tree)

    def block(self, block: Block, path: str, lines: Callable[[Any, str | None, int], None]) -> dict[str, Any]:
        """A block as a mapping: attributes, and lists of mappings for blocks; `lines` is told where they stand."""
        made: dict[str, Any] = {}
        lines(made, None, block.line)
        for name, tree in block.attributes.items():
            if name in _META:
                continue
            made[name] = self.value(tree, f"{path}.{name}")
            lines(made, name, block.lines[name])
        for inner in block.blocks:
            if inner.type in _META:
                continue
            label = inner.labels[0] if inner.type == "dynamic" and inner.labels else inner.type
            listed = made.setdefault(label, [])
            if isinstance(listed, list):
                lines(made, label, block.lines.get(label, inner.line))
                for one in self._made(inner, f"{path}.{label}"):
                    listed.append(self.block(one, f"{path}.{label}[{len(listed)}]", lines))
                    self.bound = {}
        return made

    def _made(self, block: Block, path: str) -> Iterator[Block]:
        """A block itself, or what a dynamic one makes, one after the other with its iterator bound to a value."""
        if block.type != "dynamic":
            yield block
            return
        each = self.value(block.attributes["for_each"], f"{path}.for_each") if "for_each" in block.attributes else None
        content = next(iter(block.inner("content")), None)
        if isinstance(each, list):
            pairs: list[tuple[Any, Any]] = [(value, value) for value in each]
        else:
            pairs = list(each.items()) if isinstance(each, Mapping) else []
        if content is None or not isinstance(each, list | Mapping) or len(pairs) > _DYNAMIC_MAX:
            said = "what this dynamic block makes is not known before it is applied; left out"
            self.report.dropped(path, said, block.line)
            return
        iterator = "".join(map(str, tokens(block.attributes["iterator"]))) if "iterator" in block.attributes else ""
        for key, value in pairs:
            self.bound = {iterator or block.labels[0]: {"key": key, "value": value}}
            yield content

    def _grown(self, size: int, tree: Any) -> None:
        self._size += size
        if self._size > SIZE_MAX:
            place = f"line {line_of(tree)}, column 1"
            raise DocumentInvalid(
                f"{place}: the expressions of these files make more than {SIZE_MAX:,} values and characters",
                path=place,
                code="document.too_large",
            )

    def _value(self, tree: Any) -> Any:
        if isinstance(tree, Token):
            return str(tree)
        known = _KINDS.get(str(tree.data))
        found = known(self, tree) if known else self._unknown(tree, "this kind of expression is not worked out here")
        self._grown(1 + (len(found) if isinstance(found, str) else 0), tree)
        return found

    def _unknown(self, tree: Any, why: str, shown: str = "") -> Unresolved:
        made = placeholder(shown or "".join(map(str, tokens(tree)))[:80])
        self.report.guessed(self._path, f"{why}; {str(made)!r} stands in its place", line_of(tree))
        return made

    def _term(self, tree: Tree[Any]) -> Any:
        inner = [child for child in tree.children if isinstance(child, Tree) and child.data != "new_line_or_comment"]
        return self._value(inner[0]) if len(inner) == 1 else self._unknown(tree, "this is not understood")

    def _literal(self, tree: Tree[Any]) -> Any:
        return {"true": True, "false": False, "null": None}.get("".join(map(str, tokens(tree))))

    def _number(self, tree: Tree[Any]) -> Any:
        text = "".join(map(str, tokens(tree)))
        if len(text) > 40:
            return self._unknown(tree, "a number of so many digits is not read")
        number = float(text) if tree.data == "float_lit" else int(text)
        return number if abs(number) < 10**30 else self._unknown(tree, "a number of this size is not read")

    def _string(self, tree: Tree[Any]) -> Any:
        pieces: list[str] = []
        is_known = True
        for part in tree.children:
            if not isinstance(part, Tree):
                continue
            inner = part.children[0] if part.children else ""
            if isinstance(inner, Tree) and inner.data == "interpolation":
                found = self._value(inner.children[1])
                is_known &= not isinstance(found, Unresolved | list | Mapping)
                pieces.append(text_of(found))
            elif isinstance(inner, Token):
                pieces.append(_plain(str(inner)))
            else:
                pieces.append(self._unknown(part, "directives within a text are not worked out"))
                is_known = False
        made = "".join(pieces)
        return made if is_known else Unresolved(made)

    def _heredoc(self, tree: Tree[Any]) -> Any:
        found = _HEREDOC.fullmatch(str(tree.children[0]))
        if found is None or re.search(r"(?<!\$)\$\{|(?<!%)%\{", found.group(2)):
            return self._unknown(tree, "a text over several lines with ${...} is not worked out", "text")
        lines = found.group(2).splitlines(keepends=True)
        if str(tree.data).endswith("trim"):
            least = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
            lines = [line[least:] for line in lines]
        return "".join(lines).replace("$${", "${").replace("%%{", "%{")

    def _tuple(self, tree: Tree[Any]) -> list[Any]:
        inner = (child for child in tree.children if isinstance(child, Tree) and child.data != "new_line_or_comment")
        return [self._value(child) for child in inner]

    def _object(self, tree: Tree[Any]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for element in tree.children:
            if isinstance(element, Tree) and element.data == "object_elem":
                key = element.children[0]
                bare = list(tokens(key))
                # A bare word is a key as it stands.
                name = str(bare[0]) if len(bare) == 1 else text_of(self._value(key.children[0]))
                made[name] = self._value(element.children[-1])
        return made

    def _conditional(self, tree: Tree[Any]) -> Any:
        inner = [child for child in tree.children if isinstance(child, Tree) and child.data != "new_line_or_comment"]
        holds = self._value(inner[0])
        if holds in (True, "true"):
            return self._value(inner[1])
        if holds in (False, "false"):
            return self._value(inner[2])
        said = "which of two values holds is known when it is applied; the first was taken"
        self.report.guessed(self._path, said, line_of(tree))
        return self._value(inner[1])

    def _binary(self, tree: Tree[Any]) -> Any:
        inner = [child for child in tree.children if isinstance(child, Tree)]
        term = next((child for child in inner if child.data == "binary_term"), None)
        if term is None or not inner:
            return self._unknown(tree, "this is not understood")
        sides = [child for child in term.children if isinstance(child, Tree)]
        operator = "".join(map(str, tokens(sides[0]))).strip()
        left, right = self._value(inner[0]), self._value(sides[-1])
        if operator in ("==", "!=") and not isinstance(left, Unresolved) and not isinstance(right, Unresolved):
            return (left == right) is (operator == "==")
        if operator in ("&&", "||") and isinstance(left, bool) and isinstance(right, bool):
            return (left and right) if operator == "&&" else (left or right)
        return self._unknown(tree, f"the operator {operator[-2:]} is not worked out for this")

    def _unary(self, tree: Tree[Any]) -> Any:
        found = self._value(tree.children[-1])
        if isinstance(found, bool) and str(tree.children[0]) == "!":
            return not found
        if isinstance(found, int | float) and not isinstance(found, bool) and str(tree.children[0]) == "-":
            return -found
        return self._unknown(tree, "this is not worked out")

    def _call(self, tree: Tree[Any]) -> Any:
        name = "".join(map(str, tokens(tree.children[0])))
        arguments = next((child for child in tree.children if getattr(child, "data", "") == "arguments"), None)
        known = FUNCTIONS.get(name)
        if known is None:
            return self._unknown(tree, f"the function {name[:40]} is not worked out here", name)
        values = self._tuple(arguments) if arguments is not None else []
        try:
            found = known(*values)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError):
            found = None
        return self._unknown(tree, f"{name} of this is not worked out here", name) if found is None else found

    def _reference(self, tree: Tree[Any]) -> Any:
        steps = _steps(tree)
        if steps is None:
            return self._indexed(tree)
        key = tuple(steps)
        if key[0] in self.bound:
            found = self._member(tree, self.bound[key[0]], steps[1:], ".".join(steps))
            self._grown(_size_of(found), tree)
            return found
        if key in self._asking or len(self._asking) > _REFERENCES_MAX:
            return self._unknown(tree, f"{'.'.join(key)[:80]} is set to what is made of itself")
        if key in self._known:
            # It stands here once more, with all that it holds.
            self._grown(self._known[key][1], tree)
            return self._known[key][0]
        self._asking.append(key)
        before = self._size
        found = self._referred(tree, steps)
        self._asking.pop()
        self._known[key] = (found, self._size - before)
        return found

    def _indexed(self, tree: Tree[Any]) -> Any:
        """A member of a list or mapping that an expression gives."""
        held = self._value(tree.children[0])
        names = [str(token) for token in tokens(tree.children[1]) if str(token) not in ("[", "]", ".", '"')]
        if len(names) == 1 and isinstance(held, Mapping) and names[0] in held:
            return held[names[0]]
        if len(names) == 1 and isinstance(held, list) and names[0].isdecimal() and int(names[0][:6]) < len(held):
            return held[int(names[0])]
        return self._unknown(tree, "this is known when it is applied")

    def _referred(self, tree: Tree[Any], steps: list[str]) -> Any:
        first, rest = steps[0], steps[1:]
        shown = ".".join(steps)
        if first == "var" and rest and rest[0] in self.variables:
            default = self.variables[rest[0]].attributes.get("default")
            if default is None:
                return self._unknown(tree, f"the variable {rest[0][:80]} has no default", rest[0])
            return self._member(tree, self._value(default), rest[1:], shown)
        if first == "local" and rest and rest[0] in self.locals:
            return self._member(tree, self._value(self.locals[rest[0]]), rest[1:], shown)
        block = self.resources.get((first, rest[0])) if rest else None
        names = [step for step in rest[1:] if not step.isdecimal()]
        if block is not None and names and names[0] in block.attributes:
            return self._member(tree, self._value(block.attributes[names[0]]), names[1:], shown)
        if block is not None and names == ["id"] and "name" in block.attributes:
            return self._value(block.attributes["name"])
        if first == "data" and len(rest) == 3 and rest[0] == "aws_kms_key" and rest[2] in ("arn", "id"):
            key = self.resources.get((f"data.{rest[0]}", rest[1]))
            if key is not None and "key_id" in key.attributes:
                return self._value(key.attributes["key_id"])
        if block is not None and names:
            # Of several of its kind, each is the one that stands in the design.
            return placeholder(f"{first}.{rest[0]}.{names[-1]}")
        if block is not None or first in ("data", "module"):
            return placeholder(shown)
        return self._unknown(tree, f"{shown[:80]} is known when it is applied", shown)

    def _member(self, tree: Tree[Any], value: Any, names: list[str], shown: str) -> Any:
        for name in names:
            if isinstance(value, Mapping) and name in value:
                value = value[name]
            elif isinstance(value, list) and name.isdecimal() and int(name[:6]) < len(value):
                value = value[int(name)]
            else:
                return self._unknown(tree, f"{shown[:80]} is not set here", shown)
        return value


def _size_of(value: Any) -> int:
    """How many values and characters a value has in all, counted to the bound at most."""
    size, waiting = 0, [value]
    while waiting and size <= SIZE_MAX:
        one = waiting.pop()
        size += 1 + (len(one) if isinstance(one, str) else 0)
        waiting.extend(one.values() if isinstance(one, Mapping) else one if isinstance(one, list) else ())
    return size


def _steps(tree: Any) -> list[str] | None:
    """The names of a reference such as ``local.tables["orders"].name``; None where it is of a computed value."""
    steps: list[str] = []
    while True:
        kind = str(getattr(tree, "data", ""))
        if kind == "expr_term" and len(tree.children) == 1:
            tree = tree.children[0]
        elif kind == "identifier":
            return [str(tree.children[0]), *reversed(steps)]
        elif kind in ("get_attr_expr_term", "index_expr_term"):
            pieces = [str(token) for token in tokens(tree.children[1]) if str(token) not in ("[", "]", ".", '"')]
            if len(pieces) != 1:
                return None
            steps.append(pieces[0])
            tree = tree.children[0]
        else:
            return None


def _plain(text: str) -> str:
    """The text that stands between quotes, without escapes."""
    if text.startswith(("$${", "%%{")):
        return text[1:]

    def letter(found: re.Match[str]) -> str:
        code = found.group(1) or found.group(2)
        if code is None:
            return _SIMPLE.get(found.group(3), found.group(3))
        number = int(code, 16)
        return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else "\ufffd"

    return _ESCAPE.sub(letter, text)


_KINDS: Final[Mapping[str, Callable[[Evaluator, Any], Any]]] = {
    "expr_term": Evaluator._term,
    "literal_value": Evaluator._literal,
    "int_lit": Evaluator._number,
    "float_lit": Evaluator._number,
    "string": Evaluator._string,
    "heredoc_template": Evaluator._heredoc,
    "heredoc_template_trim": Evaluator._heredoc,
    "tuple": Evaluator._tuple,
    "object": Evaluator._object,
    "conditional": Evaluator._conditional,
    "binary_op": Evaluator._binary,
    "unary_op": Evaluator._unary,
    "function_call": Evaluator._call,
    "identifier": Evaluator._reference,
    "get_attr_expr_term": Evaluator._reference,
    "index_expr_term": Evaluator._reference,
}
