"""Decorated classes of TypeDORM: their attributes, with those of the classes that they extend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from exporter.importers.described.tables import text_of
from exporter.importers.scripts.scopes import ScriptScope
from exporter.importers.scripts.syntax import line_of, nodes, text_of_node
from exporter.importers.scripts.values import ConstructedValue, ScriptConstants
from exporter.importers.support.base import Report
from exporter.importers.support.document_building import Json

if TYPE_CHECKING:
    from tree_sitter import Node

_CLASSES: Final = ("class_declaration", "abstract_class_declaration")
_PLAIN: Final[Mapping[str, str]] = {
    "string": "S", "number": "N", "bigint": "N", "boolean": "BOOL", "Buffer": "B", "Uint8Array": "B", "Date": "S",
    "Set<string>": "SS", "Set<number>": "NS",
}  # fmt: skip
_GENERATED: Final[Mapping[str, tuple[str, str]]] = {
    "UUID4": ("S", "uuid4"), "KSUID": ("S", "ksuid"), "EPOCH_DATE": ("N", "epoch_seconds"), "ISO_DATE": ("S", "iso"),
}  # fmt: skip
_ABSENT: Final = frozenset({"null", "undefined"})
_TEXT: Final = re.compile(r"""(["'`])(.*)\1""")
_CARRIED: Final = frozenset({"unique", "hidden", "isEnum", "strategy", "autoUpdate"})
_DEPTH_MAX: Final = 20
_MEMBERS_MAX: Final = 500


@dataclass(frozen=True, slots=True)
class ClassAttribute:
    """An attribute of a class. `is_there`: the class says that it always has a value. `unique` is its option."""

    name: str
    kind: str
    form: str = ""
    values: tuple[str, ...] = ()
    is_there: bool = True
    unique: Any = None

    def document(self) -> Json:
        """Return the attribute of a document."""
        made: Json = {"name": self.name, "type": self.kind}
        made |= {"format": self.form} if self.form else {}
        return made | ({"values": list(self.values)} if self.values else {})


@dataclass(frozen=True, slots=True)
class EntityClass:
    """A class with ``@Entity({...})``: the options that it was given."""

    node: Node
    name: str
    line: int
    options: Mapping[str, Any]


class Classes:
    """The classes, the enumerations, and the named types of the sources."""

    def __init__(self, values: ScriptConstants) -> None:
        self._values = values
        self._scopes: dict[int, ScriptScope] = {node.id: scope for node, scope in values.calls}
        self._classes: dict[str, Node] = {}
        self._types: dict[str, Node] = {}
        for root in values.roots:
            for node in nodes(root):
                name = text_of_node(node.child_by_field_name("name"))
                if node.type in _CLASSES:
                    self._classes.setdefault(name, node)
                elif node.type in ("enum_declaration", "type_alias_declaration"):
                    self._types.setdefault(name, node)

    def entities(self) -> Iterator[EntityClass]:
        """Yield the classes that are entities."""
        for name, node in self._classes.items():
            for call in self._decorators(node):
                if call.last == "Entity" and call.arguments and isinstance(call.arguments[0], dict):
                    yield EntityClass(node, name, line_of(node), call.arguments[0])

    def attributes(self, node: Node, report: Report, depth: int = 0) -> dict[str, ClassAttribute]:
        """Return the attributes of a class and of those that it extends, by name."""
        made: dict[str, ClassAttribute] = {}
        for one in node.named_children:
            for base in nodes(one) if one.type == "class_heritage" else ():
                name = text_of_node(base)
                if base.type not in ("identifier", "type_identifier"):
                    continue
                if (found := self._classes.get(name)) is not None and depth < _DEPTH_MAX:
                    made |= self.attributes(found, report, depth + 1)
        body = node.child_by_field_name("body")
        for one in body.named_children if body is not None else ():
            if one.type == "public_field_definition" and (read := self._attribute(one, report)) is not None:
                made[read.name] = read
        return made

    def _decorators(self, node: Node) -> Iterator[ConstructedValue]:
        around = (
            node.parent.named_children if node.parent is not None and node.parent.type == "export_statement" else ()
        )
        for one in (*around, *node.named_children):
            call = one.named_children[0] if one.type == "decorator" and one.named_children else None
            if call is None or call.type != "call_expression" or (scope := self._scopes.get(call.id)) is None:
                continue
            value = self._values.value(call, scope)
            if isinstance(value, ConstructedValue):
                yield value

    def _attribute(self, node: Node, report: Report) -> ClassAttribute | None:
        """Return the attribute that a member of a class declares; None if it has no decorator of TypeDORM."""
        name = text_of_node(node.child_by_field_name("name"))[:255]
        call = next((one for one in self._decorators(node) if one.last in ("Attribute", "AutoGenerateAttribute")), None)
        if call is None or not name:
            return None
        options = call.arguments[0] if call.arguments and isinstance(call.arguments[0], dict) else {}
        path, line = f"line {line_of(node)}.{name[:80]}", line_of(node)
        left = [text_of(member)[:60] for member in options if member not in _CARRIED]
        if left:
            report.dropped(path, f"{', '.join(left)}: not part of a design; left out", line)
        if call.last == "AutoGenerateAttribute":
            word = text_of(options.get("strategy")).rpartition(".")[2]
            kind, form = _GENERATED.get(word, ("S", ""))
            return ClassAttribute(name, kind, form)
        written = text_of_node(node.child_by_field_name("type")).removeprefix(":").strip()
        kinds = [one.strip() for one in written.split("|")]
        is_open = "?" in [text_of_node(one) for one in node.children] or bool(_ABSENT & set(kinds))
        kind, values = self._kind([one for one in kinds if one and one not in _ABSENT], 0)
        if written == "Date":
            said = "a Date: the program decides how it is stored; read as text"
            report.converted(path, said, line)
        form = "enum" if values and kind == "S" else ""
        is_there = not is_open or "default" in options
        return ClassAttribute(name, kind, form, values if form else (), is_there, options.get("unique"))

    def _kind(self, kinds: list[str], depth: int) -> tuple[str, tuple[str, ...]]:
        """Return the type of a declaration, and the texts that it can be."""
        texts = [found[2] for one in kinds if (found := _TEXT.fullmatch(one))]
        if kinds and len(texts) == len(kinds):
            return "S", tuple(text[:255] for text in texts)[:_MEMBERS_MAX]
        one = kinds[0] if kinds else "string"
        if one.endswith("[]") or one.startswith(("Array<", "ReadonlyArray<", "[")):
            return "L", ()
        if (named := self._types.get(one)) is not None and depth < _DEPTH_MAX:
            return self._named(named, depth)
        return _PLAIN.get(re.sub(r"\s+", "", one), "M"), ()

    def _named(self, node: Node, depth: int) -> tuple[str, tuple[str, ...]]:
        if node.type == "type_alias_declaration":
            written = text_of_node(node.child_by_field_name("value"))
            return self._kind([one.strip() for one in written.split("|") if one.strip()], depth + 1)
        found = self._values.value(node, ScriptScope(None))
        members = list(found.values()) if isinstance(found, dict) else []
        if members and all(isinstance(one, str) for one in members):
            return "S", tuple(text_of(one)[:255] for one in members)[:_MEMBERS_MAX]
        return ("N" if members else "S"), ()
