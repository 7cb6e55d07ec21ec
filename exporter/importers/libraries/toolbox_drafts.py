"""What sources say about DynamoDB-Toolbox tables and entities, before it is a design."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.described.tables import Unresolved
from exporter.importers.scripts.functions import FieldValue, FunctionValue, ItemFields, pieces_of
from exporter.importers.scripts.values import ScriptConstants
from exporter.importers.support.base import Report
from exporter.importers.support.document_building import Json
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template

KEY_TYPES: Final[Mapping[str, str]] = {"string": "S", "number": "N", "bigint": "N", "binary": "B"}


@dataclass(slots=True)
class ToolboxTable:
    """A table: its key, its indexes, and the entities in it. `line` is 0 if no source that was given has it."""

    line: int
    name: str
    attributes: Mapping[str, Any]
    partition: str = ""
    sort: str = ""
    indexes: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    entity_field: str = "_et"
    drafts: list[EntityDraft] = field(default_factory=list)
    is_open: bool = False

    def key_of(self, given: Any) -> str:
        """Return the name of a key, given as a text or as an object with a type; '' for none."""
        name = given.get("name") if isinstance(given, dict) else given
        if not isinstance(name, str) or not name:
            return ""
        word = given.get("type") if isinstance(given, dict) else self._declared(name)
        if isinstance(word, str) and word in KEY_TYPES:
            self.types[name[:255]] = KEY_TYPES[word]
        return name[:255]

    def _declared(self, name: str) -> Any:
        found = self.attributes.get(name)
        return found.get("type") if isinstance(found, dict) else found

    def keys_of(self, index: Mapping[str, Any], side: str) -> list[str]:
        """Return the names of one side of an index's key."""
        several = index.get(f"{side}s")
        given = several if isinstance(several, list) else [index.get(side)]
        return [name for one in given if (name := self.key_of(one))]

    @property
    def key_names(self) -> frozenset[str]:
        """The attributes of the table's key and of its indexes' keys."""
        of_indexes = (name for own, sort in self.indexes.values() for name in (*own, *sort))
        return frozenset({self.partition, self.sort, *of_indexes} - {""})

    def side(self, role: Any, word: str) -> str:
        """Return the key attribute that ``partitionKey: true`` or ``partitionKey: 'GSI1'`` means; '' for none."""
        is_partition = word == "partitionKey"
        if role is True:
            return self.partition if is_partition else self.sort
        found = self.indexes.get(role) if isinstance(role, str) else None
        names = found[0 if is_partition else 1] if found is not None else []
        return names[0] if names else ""


@dataclass(slots=True)
class EntityDraft:
    """An entity: its attributes, what its keys are made of (texts with marks of fields), and what is always there."""

    name: str
    path: str
    line: int
    report: Report
    attributes: dict[str, Json] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    """The design's name of each field that is stored under another one."""
    sides: dict[str, str] = field(default_factory=dict)
    """The fields that are the two sides of the table's key, before version 1."""

    def kinds(self) -> Iterator[tuple[str, str]]:
        """Yield the types of attributes, and of keys that are one attribute as it is."""
        for name, one in self.attributes.items():
            yield name, one["type"]
        for name in self.texts:
            found = parse(self.template(name)).plain_reference
            yield name, self.attributes.get(found.attribute, {"type": "S"})["type"] if found is not None else "S"

    def add(self, name: str, one: Json, is_required: bool) -> None:
        """Add an attribute."""
        self.attributes[name] = {"name": name, **one}
        if is_required:
            self.required.add(name)

    def say_unknown_name(self, label: str) -> None:
        """Report a field whose name is a constant of another file."""
        if isinstance(label, Unresolved):
            said = f"its name is a constant that these files do not have; named {label[:80]!r}"
            self.report.guessed(f"{self.path}.{label[:80]}", said, self.line)

    def put_text(self, key: str, text: Any, label: str) -> bool:
        """Record what a key is made of; False, with a report line, if only the running program knows."""
        if isinstance(text, str) and not isinstance(text, Unresolved) and text:
            self.texts[key] = text
            self._with_fields(text)
            return True
        self.report.dropped(
            f"{self.path}.{label}", f"the program computes the key {key[:80]}; no template is known", self.line
        )
        return False

    def _with_fields(self, text: str) -> None:
        """Add fields that only a key names."""
        for _, name, _ in pieces_of(text):
            if name and name not in self.names and name not in self.attributes:
                self.names[name] = name

    def finish(self) -> None:
        """Add the attributes that keys name and that no schema has."""
        for text in list(self.texts.values()):
            for _, label, _ in pieces_of(text):
                name = self.names.get(label, label)
                if name and name not in self.attributes:
                    self.report.guessed(f"{self.path}.{name}", "named only in a key; read as text", self.line)
                    self.add(name[:255], {"type": "S"}, True)

    def template(self, key: str) -> str:
        """Return the template of a key."""
        text = self.texts.get(key)
        if text is None:
            return print_template((Reference(key),))
        parts: list[LiteralText | Reference] = []
        for literal, name, form in pieces_of(text):
            if literal:
                parts.append(LiteralText(literal))
            elif name:
                calls = (FormatCall(form),) if form else ()
                parts.append(Reference(self.names.get(name, name)[:255], calls))
        return print_template(tuple(parts))


def returned_text(value: Any, values: ScriptConstants) -> Any:
    """Return the text that a function gives for the fields of an item, or a constant text; None if it is not known."""
    if isinstance(value, FunctionValue):
        found = values.returned(value, (ItemFields(),))
        return _text(found)
    return _text(value)


def _text(found: Any) -> str | None:
    if isinstance(found, bool | Unresolved):
        return None
    return str(found) if isinstance(found, str | int | FieldValue) else None


def common_fields(draft: EntityDraft, options: Mapping[str, Any], table: ToolboxTable, is_first: bool) -> None:
    """Add what the library adds to every item: the entity's name and two times, unless they are switched off."""
    has_mark = options.get("entityAttribute", True) is not False
    if table.entity_field and has_mark and table.entity_field not in draft.attributes:
        draft.add(table.entity_field, {"type": "S", "format": "enum", "values": [draft.name]}, True)
    times = options.get("timestamps", True)
    for word, saved in (("created", "_ct"), ("modified", "_md")):
        said = options.get(word) if is_first else times.get(word, True) if isinstance(times, dict) else True
        if times is False or said is False:
            continue
        name = said.get("savedAs", saved) if isinstance(said, dict) else said if isinstance(said, str) else saved
        if isinstance(name, str) and name not in draft.attributes:
            draft.add(name[:255], {"type": "S", "format": "iso"}, True)
