"""HCL expressions, evaluated where the files alone determine the result; the rest becomes a readable placeholder.

Variables give their defaults, locals and attributes of resources their assigned values. A few functions on texts and
lists are supported; none reads the time, the network, or a file that was not given. Unknown values are reported with
their line.
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
from exporter.importers.terraform.conditions import binary, conditional, unary
from exporter.importers.terraform.functions import FUNCTIONS, UnknownResult
from exporter.importers.terraform.hcl import ParsedBlock, line_of, tokens
from exporter.importers.terraform.loops import first_known, for_expression, splat
from exporter.importers.terraform.references import ModulePlace, References
from exporter.importers.terraform.terms import SIZE_MAX, EvaluationWork, size_of, unescaped
from exporter.importers.terraform.tf_json import ExpressionJson, text_with_expressions, worked_out
from modeler.core.errors import DocumentInvalid

_DYNAMIC_MAX: Final = 500
_DEPTH_MAX: Final = 200
"""Limit on nested expressions, including references: each takes a few levels of Python's stack."""
_META: Final = frozenset({"lifecycle", "depends_on", "provider", "count", "for_each", "timeouts", "provisioner"})
"""Arguments that Terraform itself reads, and not the resource."""

_HEREDOC: Final = re.compile(r"<<-?([A-Za-z][A-Za-z0-9._-]*)\r?\n(.*?)[ \t]*\1\s*\Z", re.DOTALL)


class Evaluator(References):
    """The expressions of one module's files, as one call of the module gives them values.

    `place` says which module it is, and `work` is what all modules share.
    """

    def __init__(
        self,
        blocks: list[ParsedBlock],
        report: Report,
        place: ModulePlace | None = None,
        work: EvaluationWork | None = None,
    ) -> None:
        self.report = report
        self.place = place or ModulePlace()
        self.work = work or EvaluationWork()
        self.used: set[str] = set()
        self.outputs = {block.labels[0]: block for block in blocks if block.type == "output" and block.labels}
        self.calls = {block.labels[0]: block for block in blocks if block.type == "module" and block.labels}
        self.variables = {block.labels[0]: block for block in blocks if block.type == "variable" and block.labels}
        self.locals: dict[str, Any] = {}
        self.resources: dict[tuple[str, str], ParsedBlock] = {}
        for block in blocks:
            if block.type == "locals":
                self.locals |= block.attributes
            elif block.type in ("resource", "data") and len(block.labels) == 2:
                kind = block.labels[0] if block.type == "resource" else f"data.{block.labels[0]}"
                self.resources.setdefault((kind, block.labels[1]), block)
        self._known: dict[tuple[str, ...], tuple[Any, int]] = {}
        self._known_quietly: dict[tuple[str, ...], tuple[Any, int]] = {}
        self._asking: list[tuple[str, ...]] = []
        self._path = ""
        self.bound: Mapping[str, Any] = {}
        self._failed = 0

    def borrowed(self, tree: Any, bound: Mapping[str, Any], path: str) -> Any:
        """Return an expression's value for another module, which reports at `path` what is unknown."""
        before, self._path = self._path, path
        outer, self.bound = self.bound, bound
        found = self.evaluated(tree)
        self._path, self.bound = before, outer
        return found

    @property
    def path(self) -> str:
        """The place that is being evaluated, for reports."""
        return self._path

    def value(self, tree: Any, path: str) -> Any:
        """Return an expression's value: None, texts, numbers, booleans, lists, and mappings; an Unresolved text if it
        is unknown. Raises DocumentInvalid if expressions produce too much.
        """
        self._path = path
        return self.evaluated(tree)

    def block(self, block: ParsedBlock, path: str, lines: Callable[[Any, str | None, int], None]) -> dict[str, Any]:
        """Return a block as a mapping: attributes, and lists of mappings for blocks; their lines are
        recorded in `lines`.
        """
        made: dict[str, Any] = {}
        lines(made, None, block.line)
        for name, tree in block.attributes.items():
            if name in _META:
                continue
            made[name] = (self.quietly if name == "tags" else self.value)(tree, f"{path}.{name}")
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

    def quietly(self, tree: Any, path: str) -> Any:
        """Return the value of tags: those that are unknown are left out, which is reported instead."""
        said = len(self.report.lines)
        self.work.quiet += 1
        found = self.value(tree, path)
        self.work.quiet -= 1
        del self.report.lines[said:]
        return found

    def _made(self, block: ParsedBlock, path: str) -> Iterator[ParsedBlock]:
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
        self.work.size += size
        if self.work.size > SIZE_MAX:
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
        if isinstance(tree, ExpressionJson):
            return worked_out(self, tree.value, tree.line)
        self.work.depth += 1
        if self.work.depth > _DEPTH_MAX:
            place = f"line {line_of(tree)}, column 1"
            said = f"{place}: references and expressions are nested too deep; simplify them"
            raise DocumentInvalid(said, path=place, code="document.too_deep")
        known = _KINDS.get(str(tree.data))
        found = known(self, tree) if known else self.unknown(tree, "Keysheet does not evaluate this kind of expression")
        self.work.depth -= 1
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
        if found is None or re.search(r"(?<!%)%\{", found.group(2)):
            return self.unknown(tree, "Keysheet does not evaluate directives within a text", "text")
        lines = found.group(2).splitlines(keepends=True)
        if str(tree.data).endswith("trim"):
            least = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
            lines = [line[least:] for line in lines]
        made = text_with_expressions(self, "".join(lines), line_of(tree))
        return made if isinstance(made, str) else text_of(made)

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

    def said(self, message: str, tree: Any) -> None:
        """Report what was assumed about an expression."""
        self.report.guessed(self._path, message, line_of(tree))

    def _call(self, tree: Tree[Any]) -> Any:
        name = "".join(map(str, tokens(tree.children[0])))
        given = next((child for child in tree.children if getattr(child, "data", "") == "arguments"), None)
        terms = [child for child in given.children if isinstance(child, Tree)] if given is not None else []
        terms = [child for child in terms if child.data != "new_line_or_comment"]
        if name in ("try", "coalesce", "coalescelist"):
            is_found, found = first_known(self, terms, skips_empty=name != "try")
            return found if is_found else self.unknown(tree, f"Keysheet does not evaluate {name} here")
        if name == "can" and len(terms) == 1:
            return self._can(tree, terms[0])
        if name == "file" and len(terms) == 1:
            return self._file(tree, terms[0])
        known = FUNCTIONS.get(name)
        if known is None:
            return self.unknown(tree, f"Keysheet does not evaluate the function {name[:40]}")
        values = [self.evaluated(term) for term in terms]
        if given is not None and "..." in map(str, given.children) and isinstance(values[-1], list):
            values[-1:] = values[-1]
        try:
            found = known(values)
            self.grown(size_of(found), tree)
        except (
            UnknownResult,
            TypeError,
            ValueError,
            KeyError,
            IndexError,
            RecursionError,
            OverflowError,
            ZeroDivisionError,
        ):
            return self.unknown(tree, f"Keysheet does not evaluate {name} here")
        return found

    def _file(self, tree: Tree[Any], term: Any) -> Any:
        """Evaluate ``file``: the text of a file that was given with this one."""
        path = self.evaluated(term)
        is_known = isinstance(path, str) and not isinstance(path, Unresolved)
        found = self.place.file_of(path) if is_known and self.place.file_of is not None else None
        if found is None:
            shown = f"{path[:80]!r} is" if is_known else "the file is"
            return self.unknown(tree, f"{shown} not among the files that were given")
        self.grown(len(found), tree)
        return found

    def _can(self, tree: Tree[Any], term: Any) -> Any:
        """Evaluate ``can``: false if the files alone show that the expression fails."""
        lines, failed = len(self.report.lines), self._failed
        found = self.evaluated(term)
        del self.report.lines[lines:]
        if self._failed > failed:
            return False
        return self.unknown(tree, "this is known only at apply") if isinstance(found, Unresolved) else True


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
    "conditional": conditional,
    "binary_op": binary,
    "unary_op": unary,
    "function_call": Evaluator._call,
    "for_tuple_expr": for_expression,
    "for_object_expr": for_expression,
    "full_splat_expr_term": splat,
    "attr_splat_expr_term": splat,
    "identifier": Evaluator._reference,
    "get_attr_expr_term": Evaluator._reference,
    "index_expr_term": Evaluator._reference,
}
