"""Base of the models: attributes that keep numbers and documents exactly, and keys made from attributes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, ClassVar

from pynamodb.attributes import Attribute
from pynamodb.expressions import condition
from pynamodb.expressions.operand import Path, Value
from pynamodb.expressions.update import Action
from pynamodb.models import Model

from . import keys
from .rules import Rules

Told = tuple[str, str, Mapping[str, tuple[str, str]]]
"""A key, a pattern of it, and by group the model's attribute and its type."""


class ExactAttribute(Attribute[Any]):
    """A number, list, map, or set: numbers as Decimal, digit by digit, while the library's own convert them to float."""

    def __init__(self, attr_type: str, **options: Any) -> None:
        self.attr_type = attr_type
        super().__init__(**options)

    def serialize(self, value: Any) -> Any:
        return wire(value, self.attr_type)[self.attr_type]

    def deserialize(self, value: Any) -> Any:
        return plain({self.attr_type: value})


def wire(value: Any, kind: str = "") -> dict[str, Any]:
    """Return a value in DynamoDB's form; `kind` if the type is known."""
    match value:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": value}
        case int() | Decimal():
            return {"N": str(value)}
        case str():
            return {"S": value}
        case Mapping():
            return {"M": {name: wire(one) for name, one in value.items()}}
        case set() | frozenset():
            kind = kind or f"{next(iter(wire(next(iter(value)))))}S"
            return {kind: [str(one) if kind == "NS" else one for one in value]}
        case list() | tuple():
            return {"L": [wire(one) for one in value]}
    return {"B": bytes(value)}


def plain(value: Mapping[str, Any]) -> Any:
    """Return a value in DynamoDB's form as a Python value."""
    ((kind, data),) = value.items()
    match kind:
        case "N":
            return Decimal(data)
        case "NS":
            return set(map(Decimal, data))
        case "SS" | "BS":
            return set(data)
        case "L":
            return [plain(one) for one in data]
        case "M":
            return {name: plain(one) for name, one in data.items()}
        case "NULL":
            return None
    return data


def key_actions(attributes: Iterable[str], values: Mapping[str, Any]) -> list[Action]:
    """Return the actions that set index key attributes, and remove those without a value."""
    return [
        Path([name]).set(Value(wire(values[name]))) if name in values else Path([name]).remove() for name in attributes
    ]


def size(path: Path) -> Any:
    """Return the size of an attribute, for conditions: the library's function has no types."""
    return condition.size(path)  # type: ignore[no-untyped-call]


class TableModel(Model):
    """A model whose keys are made from its attributes whenever it is saved.

    FIELDS are the model's attributes by the design's names, KEYS its key attributes by theirs, NEEDED the attributes
    that every item has, TOLD what the keys contain. A class without RULES is a table: an item that it reads becomes an
    object of its own class.
    """

    RULES: ClassVar[Rules | None] = None
    FIELDS: ClassVar[Mapping[str, str]] = {}
    KEYS: ClassVar[Mapping[str, str]] = {}
    NEEDED: ClassVar[frozenset[str]] = frozenset()
    PATTERNS: ClassVar[Mapping[str, str]] = {}
    KINDS: ClassVar[list[type[TableModel]]] = []
    TOLD: ClassVar[tuple[Told, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.RULES is None:
            cls.KINDS = []
        else:
            cls.KINDS.append(cls)

    @classmethod
    def from_raw_data(cls, data: dict[str, Any]) -> Any:
        """Return the item as an object of the class that writes such keys; of several, the most similar one."""
        alike = [kind for kind in cls.KINDS if _has_keys(kind, data)] if cls.RULES is None else []
        if alike:
            return min(alike, key=lambda kind: _unlikeness(kind, data)).from_raw_data(data)
        found: TableModel = super().from_raw_data(data)
        found.take_from_keys(data)
        return found

    def take_from_keys(self, data: Mapping[str, Any]) -> None:
        """Set the attributes that an item in DynamoDB's form lacks and its keys contain."""
        stored = {field for name, field in self.FIELDS.items() if name in data}
        for key, pattern, groups in self.TOLD:
            texts = keys.told(pattern, data.get(key, {}).get("S"))
            for group, text in texts.items():
                name, kind = groups.get(group, ("", ""))
                if name and name not in stored:
                    setattr(self, name, _of_text(text, kind))

    def values(self) -> dict[str, Any]:
        """Return the attributes' values, by the design's names."""
        found = {name: getattr(self, field, None) for name, field in self.FIELDS.items()}
        return {name: value for name, value in found.items() if value is not None}

    def fill_keys(self) -> None:
        """Set every key attribute from the design's templates and the attributes. Raises keys.NoKey."""
        if self.RULES is None:
            return
        item = self.RULES.item(self.values())
        for name, field in self.KEYS.items():
            setattr(self, field, item.get(name))

    def serialize(self, null_check: bool = True) -> dict[str, dict[str, Any]]:
        """Return the item to put, with its keys."""
        self.fill_keys()
        return super().serialize(null_check)

    def save(self, *arguments: Any, **options: Any) -> dict[str, Any]:
        """Put the item, with its keys."""
        self.fill_keys()
        return super().save(*arguments, **options)


def _of_text(text: str, kind: str) -> Any:
    if kind == "BOOL":
        return text == "true"
    return keys.number(text) if kind == "N" else text


def _has_keys(kind: type[TableModel], data: Mapping[str, Any]) -> bool:
    """Are the keys of an item in the form that the class writes?"""
    texts = {name: str(next(iter(data.get(name, {"": ""}).values()))) for name in kind.PATTERNS}
    return all(re.fullmatch(pattern, texts[name], re.DOTALL) for name, pattern in kind.PATTERNS.items())


def _unlikeness(kind: type[TableModel], data: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many attributes an item has that the class never writes, and how many required ones it lacks."""
    rules = kind.RULES or Rules(())
    overloads = [*rules.table, *(one for several in rules.indexes.values() for one in several)]
    own = {*kind.FIELDS, *rules.key_names, *(name for one in overloads for name in one.keys)}
    return len(data.keys() - own), len(kind.NEEDED - data.keys())
