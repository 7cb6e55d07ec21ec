"""HCL expressions, evaluated where the files alone determine the result; the rest becomes a readable placeholder.

Variables give their defaults, locals and attributes of resources their assigned values. A few functions on texts and
lists are supported; none reads a file, the time, or the network. Unknown values are reported with their line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from lark import Token, Tree

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.support.base import Report
from exporter.importers.terraform.conditions import holds
from exporter.importers.terraform.functions import FUNCTIONS
from exporter.importers.terraform.hcl import Block, line_of, tokens
from exporter.importers.terraform.loops import first_known, for_expression, instances, splat, with_defaults
from exporter.importers.terraform.terms import SIZE_MAX, size_of, steps_of, unescaped
from exporter.importers.terraform.tf_json import Given, worked_out
from modeler.core.errors import DocumentInvalid

_REFERENCES_MAX: Final = 25
_DYNAMIC_MAX: Final = 500
_DEPTH_MAX: Final = 200
"""Limit on nested expressions, including references: each takes a few levels of Python's stack."""
_META: Final = frozenset({"lifecycle", "depends_on", "provider", "count", "for_each", "timeouts", "provisioner"})
"""Arguments that Terraform itself reads, and not the resource."""

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
        self._size = self._depth = 0
        self.expressions = 0
        self._path = ""
        self.bound: Mapping[str, Any] = {}
        self.assumed: dict[str, Any] = {}
        self.rounds = 0

    def value(self, tree: Any, path: str) -> Any:
        """Return an expression's value: None, texts, numbers, booleans, lists, and mappings; an Unresolved text if it
        is unknown. Raises DocumentInvalid if expressions produce too much.
        """
        self._path = path
        return self.evaluated(tree)

    def block(self, block: Block, path: str, lines: Callable[[Any, str | None, int], None]) -> dict[str, Any]:
        """Return a block as a mapping: attributes, and lists of mappings for blocks; their lines are
        recorded in `lines`.
        """
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
        return made

    def _made(self, block: Block, path: str) -> Iterator[Block]:
        """Yield a block itself, or the blocks that a dynamic block creates, each with its iterator bound to a value."""
        if block.type != "dynamic":
            yield block
            return
        each = self.value(block.attributes["for_each"], f"{path}.for_each") if "for_each" in block.attributes else None
        content = next(iter(block.inner("content")), None)
        if isinstance(each, list):
            pairs: list[tuple[Any, Any]] = [(value, value) for value in each]
        else:
            pairs = sorted(each.items()) if isinstance(each, Mapping) else []
        if content is None or not isinstance(each, list | Mapping) or len(pairs) > _DYNAMIC_MAX:
            said = "the blocks of this dynamic block are known only at apply; left out"
            self.report.dropped(path, said, block.line)
            return
        iterator = "".join(map(str, tokens(block.attributes["iterator"]))) if "iterator" in block.attributes else ""
        for key, value in pairs:
            with self.binding({iterator or block.labels[0]: {"key": key, "value": value}}):
                yield content

    @contextmanager
    def binding(self, bound: Mapping[str, Any]) -> Iterator[None]:
        """Bind names to these values for the duration, in addition to the names already bound."""
        before = self.bound
        self.bound = {**before, **bound}
        yield
        self.bound = before

    def grown(self, size: int, tree: Any) -> None:
        """Count what was produced. Raises DocumentInvalid if it exceeds the limit."""
        self._size += size
        if self._size > SIZE_MAX:
            place = f"line {line_of(tree)}, column 1"
            raise DocumentInvalid(
                f"{place}: the expressions of these files produce more than {SIZE_MAX:,} values and characters",
                path=place,
                code="document.too_large",
            )

    def evaluated(self, tree: Any) -> Any:
        """Return the value of an expression nested within the one passed to `value`."""
        if isinstance(tree, Token):
            return str(tree)
        if isinstance(tree, Given):
            return worked_out(self, tree.value, tree.line)
        self._depth += 1
        if self._depth > _DEPTH_MAX:
            place = f"line {line_of(tree)}, column 1"
            said = f"{place}: references and expressions are nested too deep; simplify them"
            raise DocumentInvalid(said, path=place, code="document.too_deep")
        known = _KINDS.get(str(tree.data))
        found = known(self, tree) if known else self.unknown(tree, "Keysheet does not evaluate this kind of expression")
        self._depth -= 1
        self.grown(1 + (len(found) if isinstance(found, str) else 0), tree)
        return found

    def unknown(self, tree: Any, why: str, shown: str = "") -> Unresolved:
        """Return a placeholder for an unknown value, and report why it is unknown."""
        made = placeholder(shown or "".join(map(str, tokens(tree)))[:80])
        self.report.guessed(self._path, f"{why}; {str(made)!r} is used in its place", line_of(tree))
        return made

    def _term(self, tree: Tree[Any]) -> Any:
        inner = [child for child in tree.children if isinstance(child, Tree) and child.data != "new_line_or_comment"]
        return self.evaluated(inner[0]) if len(inner) == 1 else self.unknown(tree, "this cannot be read")

    def _literal(self, tree: Tree[Any]) -> Any:
        return {"true": True, "false": False, "null": None}.get("".join(map(str, tokens(tree))))

    def _number(self, tree: Tree[Any]) -> Any:
        text = "".join(map(str, tokens(tree)))
        if len(text) > 40:
            return self.unknown(tree, "a number with so many digits is not read")
        number = float(text) if tree.data == "float_lit" else int(text)
        return number if abs(number) < 10**30 else self.unknown(tree, "a number of this size is not read")

    def _string(self, tree: Tree[Any]) -> Any:
        pieces: list[str] = []
        is_known = True
        for part in tree.children:
            if not isinstance(part, Tree):
                continue
            inner = part.children[0] if part.children else ""
            if isinstance(inner, Tree) and inner.data == "interpolation":
                found = self.evaluated(inner.children[1])
                is_known &= not isinstance(found, Unresolved | list | Mapping)
                pieces.append(text_of(found))
            elif isinstance(inner, Token):
                pieces.append(unescaped(str(inner)))
            else:
                pieces.append(self.unknown(part, "Keysheet does not evaluate directives within a text"))
                is_known = False
        made = "".join(pieces)
        return made if is_known else Unresolved(made)

    def _heredoc(self, tree: Tree[Any]) -> Any:
        found = _HEREDOC.fullmatch(str(tree.children[0]))
        if found is None or re.search(r"(?<!\$)\$\{|(?<!%)%\{", found.group(2)):
            return self.unknown(tree, "Keysheet does not evaluate a multi-line text with ${...}", "text")
        lines = found.group(2).splitlines(keepends=True)
        if str(tree.data).endswith("trim"):
            least = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
            lines = [line[least:] for line in lines]
        return "".join(lines).replace("$${", "${").replace("%%{", "%{")

    def _tuple(self, tree: Tree[Any]) -> list[Any]:
        inner = (child for child in tree.children if isinstance(child, Tree) and child.data != "new_line_or_comment")
        return [self.evaluated(child) for child in inner]

    def _object(self, tree: Tree[Any]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for element in tree.children:
            if isinstance(element, Tree) and element.data == "object_elem":
                key = element.children[0]
                bare = list(tokens(key))
                # A bare word is a key as written.
                name = str(bare[0]) if len(bare) == 1 else text_of(self.evaluated(key.children[0]))
                made[name] = self.evaluated(element.children[-1])
        return made

    def _conditional(self, tree: Tree[Any]) -> Any:
        inner = [child for child in tree.children if isinstance(child, Tree) and child.data != "new_line_or_comment"]
        found, is_known = holds(self, inner[0])
        if not is_known:
            word = "true" if found else "false"
            said = f"the condition is known only at apply; assumed {word}, here and everywhere else"
            self.report.guessed(self._path, said, line_of(tree))
        return self.evaluated(inner[1] if found else inner[2])

    def _binary(self, tree: Tree[Any]) -> Any:
        inner = [child for child in tree.children if isinstance(child, Tree)]
        term = next((child for child in inner if child.data == "binary_term"), None)
        if term is None or not inner:
            return self.unknown(tree, "this cannot be read")
        sides = [child for child in term.children if isinstance(child, Tree)]
        operator = "".join(map(str, tokens(sides[0]))).strip()
        left, right = self.evaluated(inner[0]), self.evaluated(sides[-1])
        if operator in ("==", "!=") and not isinstance(left, Unresolved) and not isinstance(right, Unresolved):
            return (left == right) is (operator == "==")
        if operator in ("&&", "||") and isinstance(left, bool) and isinstance(right, bool):
            return (left and right) if operator == "&&" else (left or right)
        return self.unknown(tree, f"Keysheet does not evaluate the operator {operator[-2:]} here")

    def _unary(self, tree: Tree[Any]) -> Any:
        found = self.evaluated(tree.children[-1])
        if isinstance(found, bool) and str(tree.children[0]) == "!":
            return not found
        if isinstance(found, int | float) and not isinstance(found, bool) and str(tree.children[0]) == "-":
            return -found
        return self.unknown(tree, "Keysheet does not evaluate this")

    def _call(self, tree: Tree[Any]) -> Any:
        name = "".join(map(str, tokens(tree.children[0])))
        arguments = next((child for child in tree.children if getattr(child, "data", "") == "arguments"), None)
        known = FUNCTIONS.get(name)
        if name in ("try", "coalesce") and arguments is not None:
            terms = [child for child in arguments.children if isinstance(child, Tree)]
            is_found, found = first_known(self, terms, skips_empty=name == "coalesce")
            return found if is_found else self.unknown(tree, f"Keysheet does not evaluate {name} here", name)
        if known is None:
            return self.unknown(tree, f"Keysheet does not evaluate the function {name[:40]}", name)
        values = self._tuple(arguments) if arguments is not None else []
        try:
            found = known(*values)
            if found is None and name == "lookup" and isinstance(values[0], Mapping):
                return None
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError):
            found = None
        return self.unknown(tree, f"Keysheet does not evaluate {name} here", name) if found is None else found

    def _reference(self, tree: Tree[Any]) -> Any:
        steps = steps_of(tree)
        if steps is None:
            return self._indexed(tree)
        return self._asked(tree, steps)

    def _asked(self, tree: Tree[Any], steps: list[str]) -> Any:
        key = tuple(steps)
        if key[0] in self.bound:
            found = self._member(tree, self.bound[key[0]], steps[1:], ".".join(steps))
            self.grown(size_of(found), tree)
            return found
        if key in self._asking or len(self._asking) > _REFERENCES_MAX:
            return self.unknown(tree, f"{'.'.join(key)[:80]} refers to itself")
        if key in self._known:
            # It occurs once more, with everything that it holds.
            self.grown(self._known[key][1], tree)
            return self._known[key][0]
        self._asking.append(key)
        before, bound = self._size, self.bound
        # Another block's values do not see the names bound here.
        self.bound = {}
        found = self._referred(tree, steps)
        self.bound = bound
        self._asking.pop()
        self._known[key] = (found, self._size - before)
        return found

    def _indexed(self, tree: Tree[Any]) -> Any:
        """Return a member of a list or mapping that an expression gives, or of a resource by a key that one gives."""
        if (named := self._by_key(tree)) is not None:
            return named
        held = self.evaluated(tree.children[0])
        inner = [child for child in tree.children[1].children if isinstance(child, Tree)]
        is_asked = tree.data == "index_expr_term" and len(inner) == 1
        name = text_of(self.evaluated(inner[0])) if is_asked else "".join(map(str, tokens(tree.children[1]))).strip(".")
        if isinstance(held, Mapping) and name in held:
            return held[name]
        if isinstance(held, list) and name.isdecimal() and int(name[:6]) < len(held):
            return held[int(name)]
        return self.unknown(tree, "this is known only at apply")

    def _by_key(self, tree: Tree[Any]) -> Any:
        """Evaluate ``aws_dynamodb_table.all[each.key].name``, ``local.names[var.stage]``; None if it is neither."""
        names: list[str] = []
        term: Any = tree
        while getattr(term, "data", "") in ("expr_term", "get_attr_expr_term") and isinstance(term.children[0], Tree):
            if term.data == "get_attr_expr_term":
                names.insert(0, str(next(reversed(list(tokens(term.children[1]))))))
            term = term.children[0]
        before = steps_of(term.children[0]) if getattr(term, "data", "") == "index_expr_term" else None
        inner = [child for child in term.children[1].children if isinstance(child, Tree)] if before else []
        if not before or len(inner) != 1:
            return None
        key = self.evaluated(inner[0])
        if isinstance(key, Unresolved | list | Mapping | bool) or key is None:
            return None
        return self._asked(tree, [*before, text_of(key), *names])

    def _referred(self, tree: Tree[Any], steps: list[str]) -> Any:
        first, rest = steps[0], steps[1:]
        shown = ".".join(steps)
        if first == "var" and rest and rest[0] in self.variables:
            held = self.variables[rest[0]].attributes
            if held.get("default") is None:
                return self.unknown(tree, f"the variable {rest[0][:80]} has no default", rest[0])
            given = with_defaults(self, held.get("type"), self.evaluated(held["default"]))
            return self._member(tree, given, rest[1:], shown)
        if first == "local" and rest and rest[0] in self.locals:
            return self._member(tree, self.evaluated(self.locals[rest[0]]), rest[1:], shown)
        block = self.resources.get((first, rest[0])) if rest else None
        if block is not None and len(rest) > 2 and block.attributes.keys() & {"for_each", "count"}:
            return self._of_instance(tree, block, f"{first}.{rest[0]}", rest[1:])
        names = [step for step in rest[1:] if not step.isdecimal()]
        if block is not None and names and names[0] in block.attributes:
            return self._member(tree, self.evaluated(block.attributes[names[0]]), names[1:], shown)
        if block is not None and names == ["id"] and "name" in block.attributes:
            return self.evaluated(block.attributes["name"])
        if first == "data" and len(rest) == 3 and rest[0] == "aws_kms_key" and rest[2] in ("arn", "id"):
            key = self.resources.get((f"data.{rest[0]}", rest[1]))
            if key is not None and "key_id" in key.attributes:
                return self.evaluated(key.attributes["key_id"])
        if block is not None and names:
            # For several instances of a resource, each refers to the one in the design.
            return placeholder(f"{first}.{rest[0]}.{names[-1]}")
        if block is not None or first in ("data", "module"):
            return placeholder(shown)
        return self.unknown(tree, f"{shown[:80]} is known only at apply", shown)

    def _of_instance(self, tree: Tree[Any], block: Block, address: str, steps: list[str]) -> Any:
        """Return an attribute of one instance: ``aws_dynamodb_table.all["orders"].name``."""
        said = len(self.report.lines)
        made = dict(instances(self, block, address))
        del self.report.lines[said:]
        suffix = next((one for one in (f"[{steps[0]}]", f'["{steps[0]}"]') if one in made), "")
        name = "name" if steps[1] == "id" else steps[1]
        if name not in block.attributes:
            return placeholder(f"{address}{suffix}.{steps[-1]}")
        with self.binding(made.get(suffix, {})):
            return self._member(tree, self.evaluated(block.attributes[name]), steps[2:], f"{address}.{steps[-1]}")

    def _member(self, tree: Tree[Any], value: Any, names: list[str], shown: str) -> Any:
        for name in names:
            if isinstance(value, Mapping) and name in value:
                value = value[name]
            elif isinstance(value, list) and name.isdecimal() and int(name[:6]) < len(value):
                value = value[int(name)]
            else:
                return self.unknown(tree, f"{shown[:80]} is not set here", shown)
        return value


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
    "for_tuple_expr": for_expression,
    "for_object_expr": for_expression,
    "full_splat_expr_term": splat,
    "attr_splat_expr_term": splat,
    "identifier": Evaluator._reference,
    "get_attr_expr_term": Evaluator._reference,
    "index_expr_term": Evaluator._reference,
}
