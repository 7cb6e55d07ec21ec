"""References of Terraform expressions: variables, locals, resources and their instances, and outputs of modules."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from lark import Tree

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.support.report_lines import Level, ReportLine
from exporter.importers.terraform.conditions import Judge
from exporter.importers.terraform.hcl import ParsedBlock, line_of, tokens
from exporter.importers.terraform.loops import instances, with_defaults
from exporter.importers.terraform.terms import size_of, steps_of

_REFERENCES_MAX: Final = 25


@dataclass(frozen=True, slots=True)
class ModulePlace:
    """Which module is evaluated: its address (``module.orders``, '' for the root), its folder, and what is given to it.

    `inputs` give the values of variables when they are needed. `outputs` returns an output of a call in this module, or
    None if it is unknown: its name, the instance's suffix (``["a"]``), and the output's name. `file_of` returns the
    text of a file that was given, by its path; None for any other.
    """

    address: str = ""
    folder: str = ""
    inputs: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    outputs: Callable[[str, str, str], Any] | None = None
    file_of: Callable[[str], str | None] | None = None

    def named(self, address: str) -> str:
        """Return the address of something in this module."""
        return f"{self.address}.{address}" if self.address else address


class References(Judge, Protocol):
    """The part of the evaluator that finds the value of a name."""

    place: ModulePlace
    used: set[str]
    variables: dict[str, ParsedBlock]
    locals: dict[str, Any]
    resources: dict[tuple[str, str], ParsedBlock]
    calls: dict[str, ParsedBlock]
    bound: Mapping[str, Any]
    _asking: list[tuple[str, ...]]
    _known: dict[tuple[str, ...], tuple[Any, int]]
    _known_quietly: dict[tuple[str, ...], tuple[Any, int]]
    """The same for what was evaluated without a report: it is evaluated again where it is reported."""
    _failed: int

    @property
    def path(self) -> str:
        """The place that is being evaluated, for reports."""

    def grown(self, size: int, tree: Any) -> None:
        """Count what was produced."""

    def _reference(self, tree: Tree[Any]) -> Any:
        steps = steps_of(tree)
        if steps is None:
            return self._indexed(tree)
        return self._asked(tree, steps)

    def local_of(self, tree: Any) -> Any:
        """Return the expression of ``local.name``; None for another expression."""
        is_reference = getattr(tree, "data", "") in ("get_attr_expr_term", "index_expr_term")
        steps = steps_of(tree) if is_reference else None
        is_local = steps is not None and len(steps) == 2 and steps[0] == "local" and "local" not in self.bound
        return self.locals.get(steps[1]) if steps is not None and is_local else None

    def _asked(self, tree: Tree[Any], steps: list[str]) -> Any:
        key = tuple(steps)
        if key[0] in self.bound:
            found = self._member(tree, self.bound[key[0]], steps[1:], ".".join(steps))
            self.grown(size_of(found), tree)
            return found
        if key in self._asking or len(self._asking) > _REFERENCES_MAX:
            return self.unknown(tree, f"{'.'.join(key)[:80]} refers to itself")
        if not self.work.quiet:
            self._known_quietly.clear()
        if (known := self._known.get(key) or self._known_quietly.get(key)) is not None:
            # It occurs once more, with everything that it holds.
            self.grown(known[1], tree)
            return known[0]
        self._asking.append(key)
        before, bound = self.work.size, self.bound
        # Another block's values do not see the names bound here.
        self.bound = {}
        found = self._referred(tree, steps)
        self.bound = bound
        self._asking.pop()
        store = self._known_quietly if self.work.quiet else self._known
        store[key] = (found, self.work.size - before)
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
        self._failed += not isinstance(held, Unresolved)
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
            return self._member(tree, self._variable(tree, rest[0]), rest[1:], shown)
        if first == "local" and rest and rest[0] in self.locals:
            return self._member(tree, self.evaluated(self.locals[rest[0]]), rest[1:], shown)
        if (known := self._of_place(first, rest)) is not None:
            return known
        block = self.resources.get((first, rest[0])) if rest else None
        if block is not None and len(rest) > 2 and block.attributes.keys() & {"for_each", "count"}:
            return self._of_instance(tree, block, f"{first}.{rest[0]}", rest[1:])
        if block is not None and len(rest) == 1 and (several := self._all_of(block, f"{first}.{rest[0]}")) is not None:
            return several
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
            return placeholder(self.place.named(f"{first}.{rest[0]}.{names[-1]}"))
        if block is not None or first in ("data", "module"):
            return placeholder(self.place.named(shown))
        if first == "var" and str(placeholder(shown)) in self.work.decided:
            return self._decided(tree, shown, str(placeholder(shown)))
        return self.unknown(tree, f"{shown[:80]} is known only at apply", shown)

    def _variable(self, tree: Tree[Any], name: str) -> Any:
        """Return a variable's value: what is given, else what was assumed, else its default."""
        self.used.add(name)
        held = self.variables[name].attributes
        given = self.place.inputs.get(name)
        found = given(tree) if given is not None else None
        if given is not None and (found is not None or self._takes_null(held)):
            pass
        elif held.get("default") is not None:
            found = self.evaluated(held["default"])
        elif given is None:
            found = self._open(tree, name)
        return with_defaults(self, held.get("type"), found)

    def _takes_null(self, held: Mapping[str, Any]) -> bool:
        return "nullable" not in held or self.evaluated(held["nullable"]) is not False

    def _open(self, tree: Tree[Any], name: str) -> Any:
        """Return what an unknown variable is assumed to be; a placeholder if nothing depends on its value."""
        shown = placeholder(name)
        if str(shown) not in self.work.decided:
            return self.unknown(tree, f"the variable {name[:80]} has no default", name)
        return self._decided(tree, f"the variable {name[:80]}", str(shown))

    def _decided(self, tree: Tree[Any], what: str, key: str) -> Any:
        found = self.work.decided[key]
        shown_value = "true" if found is True else "false" if found is False else repr(found)[:80]
        said = f"{what[:100]} has no value; assumed {shown_value}, here and everywhere else"
        line = ReportLine(Level.GUESSED, self.path, said, line_of(tree))
        self.work.opened.setdefault(key, line)
        return found

    def _of_place(self, first: str, rest: list[str]) -> Any:
        """Return what is known of the module itself: its folder, its workspace, and outputs of its calls."""
        if first == "path" and rest in (["module"], ["root"], ["cwd"]):
            return posixpath.join(".", self.place.folder) if rest == ["module"] else "."
        if first == "terraform" and rest == ["workspace"]:
            return "default"
        if first != "module" or len(rest) < 2 or self.place.outputs is None or rest[0] not in self.calls:
            return None
        is_several = self.calls[rest[0]].attributes.keys() & {"for_each", "count"}
        suffix = (f"[{rest[1]}]" if rest[1].isdecimal() else f'["{rest[1]}"]') if is_several else ""
        names = rest[2:] if is_several else rest[1:]
        found = self.place.outputs(rest[0], suffix, names[0]) if names else None
        for name in names[1:]:
            found = found.get(name) if isinstance(found, Mapping) else None
        return found

    def _of_instance(self, tree: Tree[Any], block: ParsedBlock, address: str, steps: list[str]) -> Any:
        """Return an attribute of one instance: ``aws_dynamodb_table.all["orders"].name``."""
        said = len(self.report.lines)
        made = dict(instances(self, block, address))
        del self.report.lines[said:]
        suffix = next((one for one in (f"[{steps[0]}]", f'["{steps[0]}"]') if one in made), "")
        name = "name" if steps[1] == "id" else steps[1]
        if name not in block.attributes:
            return placeholder(self.place.named(f"{address}{suffix}.{steps[-1]}"))
        with self.binding(made.get(suffix, {})):
            return self._member(tree, self.evaluated(block.attributes[name]), steps[2:], f"{address}.{steps[-1]}")

    def _all_of(self, block: ParsedBlock, address: str) -> Any:
        """Return a list or a mapping of a resource's instances; None if it has one, or an unknown number."""
        if not block.attributes.keys() & {"for_each", "count"}:
            return None
        said = len(self.report.lines)
        made = instances(self, block, address)
        del self.report.lines[said:]
        if made == [("", {})]:
            return None
        named = [(suffix, placeholder(self.place.named(f"{address}{suffix}"))) for suffix, _ in made]
        if "count" in block.attributes:
            return [one for _, one in named]
        return {suffix.removeprefix('["').removesuffix('"]'): one for suffix, one in named}

    def _member(self, tree: Tree[Any], value: Any, names: list[str], shown: str) -> Any:
        for name in names:
            if isinstance(value, Mapping) and name in value:
                value = value[name]
            elif isinstance(value, list) and name.isdecimal() and int(name[:6]) < len(value):
                value = value[int(name)]
            else:
                if isinstance(value, Unresolved):
                    return placeholder(shown)  # Its value was reported as unknown.
                self._failed += 1
                return self.unknown(tree, f"{shown[:80]} is not set here", shown)
        return value
