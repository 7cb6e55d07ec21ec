"""Which names a field holds, and a walk over them: storing ids, showing names and renaming are this walk with another
conversion each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from typing import Protocol

from modeler.core.design.parts import Json


class Ref(Enum):
    """What a text refers to.

    The scope of a name of an attribute follows from the part that holds it: an entity, overload or item speaks of its
    entity's attributes, a pattern of those of its entities, a table or index of those of the whole table, the design of
    all. A table's key attributes are named beside them, and are not parts.
    """

    ATTRIBUTE = auto()  # status
    PATH = auto()  # address.city: an attribute, or a place within one
    TEMPLATE = auto()  # ORDER#{orderId}
    EXPRESSION = auto()  # status = :status
    PARAMETER = auto()  # :status, alone; other texts are values
    PARAMETER_NAME = auto()  # status: a parameter, which has the name of an attribute if there is one
    KEY = auto()  # PK: a key attribute of a table or an index
    TABLE = auto()  # stored as the bare id
    INDEX = auto()  # stored as the bare id
    ENTITY = auto()  # stored as the bare id
    MARKED_INDEX = auto()  # GSI1, stored as @id
    MARKED_ENTITY = auto()  # Order, stored as @id
    MARKED_PATTERN = auto()  # A1: a pattern by its code, else its name
    SOURCE = auto()  # Order.status, and words behind it
    KEPT = auto()  # Order, status or Order.status; anything else is text
    PLACE = auto()  # tables.app-main.entities.Order.GSI1: the path of a finding


@dataclass(frozen=True, slots=True)
class Keyed:
    """A mapping whose names, values or both refer to something. `nulls`: JSON null in it is DynamoDB's NULL."""

    keys: Ref | None = None
    values: Ref | None = None
    nulls: bool = False


@dataclass(frozen=True, slots=True)
class Members:
    """An object, or a list of objects, with members that refer to something."""

    of: Mapping[str, References] = field(default_factory=dict)


type References = Ref | Keyed | Members


class Convert(Protocol):
    """What becomes of texts that refer to something."""

    def one(self, reference: Ref, /) -> Callable[[str], str]:
        """The conversion of a text of that kind."""

    def many(self, reference: Ref, /) -> Callable[[str], list[str]]:
        """The same for a member of a list, which may stand for several attributes."""


type Conversion = Callable[[Json, Convert], Json]


def converted(references: References, value: Json, convert: Convert) -> Json:
    """A value with everything that it refers to converted. What is not of the expected shape stays as it is."""
    return conversion(references)(value, convert)


def conversion(references: References) -> Conversion:
    """The same as a function of the value, made once for each declared field."""
    match references:
        case Ref():
            return partial(_texts, references)
        case Keyed():
            return partial(_keyed, references)
        case Members(of):
            return partial(_members, {name: conversion(one) for name, one in of.items()})


def _texts(reference: Ref, value: Json, convert: Convert) -> Json:
    """A text, or those in lists and objects however deep: key conditions are objects of templates."""
    if isinstance(value, str):
        return convert.one(reference)(value)
    if reference is Ref.PARAMETER:
        return value
    if isinstance(value, Mapping):
        return {name: _texts(reference, member, convert) for name, member in value.items()}
    if not isinstance(value, list | tuple):
        return value
    made: list[Json] = []
    many = convert.many(reference)
    for one in value:
        if isinstance(one, str):
            made.extend(many(one))
        else:
            made.append(_texts(reference, one, convert))
    return made


def _keyed(keyed: Keyed, value: Json, convert: Convert) -> Json:
    if not isinstance(value, Mapping):
        return value
    key = convert.one(keyed.keys) if keyed.keys is not None else str
    made: dict[str, Json] = {}
    for name, member in value.items():
        content = {"NULL": True} if member is None and keyed.nulls else member
        made[key(name)] = content if keyed.values is None else _texts(keyed.values, content, convert)
    return made


def _members(of: Mapping[str, Conversion], value: Json, convert: Convert) -> Json:
    if isinstance(value, list | tuple):
        return [_members(of, one, convert) for one in value]
    if not isinstance(value, Mapping):
        return value
    return {name: of[name](one, convert) if name in of else one for name, one in value.items()}
