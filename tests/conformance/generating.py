"""Chance, as Hypothesis deals it, turned into tables, items and expressions in DynamoDB JSON.

A maker asks a `random.Random` for everything, so that Hypothesis can replay and shrink whatever it made.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from modeler.core.design.items import Attribute, Entity, Overload, SampleItem
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.values.attribute_values import AttributeType, number, string

type Json = dict[str, Any]

TYPES = {"PK": "S", "SK": "S", "NK": "N", "BK": "B", "G1": "S", "G2": "S", "S1": "N", "L1": "S", "L2": "N", "B1": "B"}
"""Attributes that may be keys, each always of one type."""

USUAL = {"a": "S", "n": "N", "m": "M", "l": "L", "ss": "SS", "ns": "NS", "flag": "BOOL", "b": "B", "filler": "S"}
TEXTS = ["a", "A", "ab", "b", "a#", "é", "z", "￮", "😀", "~"]
NUMBERS = ["-20", "-2", "0", "1", "1.5", "10", "100", "9007199254740993", "1E+20", "-0.001", "12300"]
BINARIES = ["AA==", "fw==", "gA==", "/wE=", "YQ=="]
PARTITIONS = {"S": ["p", "q"], "N": ["1", "2"], "B": ["AA==", "gA=="]}
OTHER_TYPES = ["S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"]
FILLERS = [0, 10, 900, 1010, 1100, 2040, 3900, 4200, 9000]
RESERVED = ["status", "name", "Data", "COUNT", "ttl"]
PATHS = ["m.k", "m.x", "m.deep.k", "l[0]", "l[1]", "l[7]", "l[0].k", "m.cells[1]", "a.b", "a[0]"]


def chance(rnd: Random, share: float) -> bool:
    """True in that share of all cases; Hypothesis shrinks towards False."""
    return rnd.randrange(100) >= 100 - share * 100


def scalar(rnd: Random, kind: str) -> Json:
    """A value of type S, N or B."""
    return {kind: rnd.choice({"S": TEXTS, "N": NUMBERS, "B": BINARIES}[kind])}


def value(rnd: Random, kind: str, depth: int = 2) -> Json:
    """A legal value of any type."""
    match kind:
        case "S" | "N" | "B":
            return scalar(rnd, kind)
        case "BOOL":
            return {"BOOL": rnd.choice([False, True])}
        case "NULL":
            return {"NULL": True}
        case "SS" | "NS" | "BS":
            pool = {"SS": TEXTS, "NS": NUMBERS, "BS": BINARIES}[kind]
            return {kind: sorted(rnd.sample(pool, rnd.randrange(1, 4)))}
    if kind == "L":
        return {"L": [any_value(rnd, depth - 1) for _ in range(rnd.randrange(4))]}
    names = rnd.sample(["k", "x", "deep", "cells"], rnd.randrange(4))
    return {"M": {name: nested(rnd, name, depth - 1) for name in names}}


def nested(rnd: Random, name: str, depth: int) -> Json:
    """What usually stands under a key of a map."""
    kind = {"deep": "M", "cells": "L"}.get(name)
    return value(rnd, kind, depth) if kind and depth > 0 else any_value(rnd, depth)


def any_value(rnd: Random, depth: int = 2) -> Json:
    """A value of some type."""
    return value(rnd, rnd.choice(OTHER_TYPES[:-2] if depth <= 0 else OTHER_TYPES), depth)


def keys(*names: str) -> tuple[KeyAttribute, ...]:
    """Key elements by name."""
    return tuple(KeyAttribute(name, AttributeType(TYPES[name])) for name in names)


def projection(rnd: Random) -> Projection:
    kind = rnd.choice(list(ProjectionType))
    included = tuple(rnd.sample(["a", "m", "n", "ss"], 2)) if kind is ProjectionType.INCLUDE else ()
    return Projection(kind, included)


def table(rnd: Random, name: str, *, several: bool) -> Table:
    """A table with up to two LSIs and three GSIs; `several`: keys of more than one attribute too."""
    partition = rnd.choice(["PK", "PK", "NK", "BK"])
    sort = rnd.choice(["SK", "SK", "S1", "B1", ""])
    made = Table(name, name, keys(partition), keys(sort) if sort else ())
    indexes = []
    if sort:
        for at, own in enumerate(rnd.sample(["L1", "L2", "G2"], rnd.randrange(3))):
            indexes.append(Index(f"LSI{at}", f"LSI{at}", IndexKind.LSI, keys(partition), keys(own), projection(rnd)))
    for at in range(rnd.randrange(4)):
        pool = rnd.sample(["G1", "G2", "S1", "L1", "L2", "SK", "PK", "B1"], 5)
        hashes = rnd.choice([1, 1, 2]) if several else 1
        ranges = rnd.choice([0, 1, 2, 3]) if several else rnd.choice([0, 1, 1])
        index = Index(
            f"GSI{at}",
            f"GSI{at}",
            IndexKind.GSI,
            keys(*pool[:hashes]),
            keys(*pool[hashes : hashes + ranges]),
            projection(rnd),
        )
        indexes.append(index)
    made = replace(made, indexes=tuple(indexes))
    return with_entity(rnd, made) if sort == "SK" and partition == "PK" and chance(rnd, 0.5) else made


def with_entity(rnd: Random, made: Table) -> Table:
    """The table with an entity whose templates fill its text keys, in one index only for some items."""
    overloads = [
        Overload("base", None, {"PK": rnd.choice(["{id}", "T#{id}"]), "SK": rnd.choice(["#{rank:pad(3)}", "M"])})
    ]
    own = {key.name for key in made.base.keys}
    for index in made.indexes:
        templates = {
            key.name: rnd.choice(["{status}", "{status}#{id}", "K"])
            for key in index.keys
            if key.name not in own and key.type == AttributeType.S
        }
        taken = {name for overload in overloads for name in overload.keys}
        if templates and not taken & templates.keys():
            when = rnd.choice(["", "status = 'OPEN'", "attribute_exists(rank) AND rank < 50"])
            overloads.append(Overload(index.name, index.name, templates, when))
    attributes = (
        Attribute("id", "id", AttributeType.S, "id"),
        Attribute("status", "status", AttributeType.S, "enum"),
        Attribute("rank", "rank", AttributeType.N),
    )
    return replace(made, entities=(Entity("Task", "Task", attributes, tuple(overloads), identity=("id",)),))


def samples(rnd: Random, of: Table) -> Table:
    """The table with a few sample items of its entity."""
    if not of.entities:
        return of
    made = []
    for at in range(rnd.randrange(4)):
        values = {"id": string(rnd.choice(TEXTS)), "status": string(rnd.choice(["OPEN", "DONE"]))}
        values["rank"] = number(rnd.choice(["0", "7", "49", "50"]))
        made.append(SampleItem(f"t{at}", values))
    return replace(of, entities=(replace(of.entities[0], items=tuple(made)),))


def key_value(rnd: Random, element: KeyAttribute, *, first: bool = False) -> Json:
    """A value of a key attribute: of few where it is the `first`, so that item collections have several items."""
    kind = str(element.type)
    if first:
        return {kind: rnd.choice(PARTITIONS[kind])}
    return scalar(rnd, kind)


def key(rnd: Random, of: Table, stored: Sequence[Json] = ()) -> Json:
    """A whole key: of an item that is there, mostly, where some are."""
    if stored and chance(rnd, 0.7):
        item = rnd.choice(list(stored))
        return {element.name: item[element.name] for element in of.base.keys}
    found = {element.name: key_value(rnd, element, first=True) for element in of.partition_key}
    return found | {element.name: key_value(rnd, element) for element in of.sort_key}


def item(rnd: Random, of: Table, stored: Sequence[Json] = ()) -> Json:
    """A legal item of a table, which may be missing from some of its indexes."""
    made = {}
    for name in dict.fromkeys(name for index in of.indexes for name in index.key_names):
        if chance(rnd, 0.7):
            element = KeyAttribute(name, AttributeType(TYPES[name]))
            made[name] = key_value(rnd, element, first=chance(rnd, 0.5))
    for name, kind in USUAL.items():
        if name != "filler" and chance(rnd, 0.4):
            made[name] = value(rnd, kind) if chance(rnd, 0.8) else any_value(rnd)
    if chance(rnd, 0.5):
        made["filler"] = {"S": "x" * rnd.choice(FILLERS)}
    return made | key(rnd, of, stored)


class Writer:
    """Writes the expressions of one request, and takes note of the placeholders that they use."""

    def __init__(self, rnd: Random, of: Table) -> None:
        self.rnd, self.table = rnd, of
        self.names: dict[str, str] = {}
        self.values: dict[str, Json] = {}

    def value(self, made: Json) -> str:
        """A placeholder for a value."""
        marker = f":v{len(self.values)}"
        self.values[marker] = made
        return marker

    def name(self, text: str) -> str:
        """A name, bare or as an alias."""
        if text not in RESERVED and not chance(self.rnd, 0.25):
            return text
        marker = f"#n{len(self.names)}"
        self.names[marker] = text
        return marker

    def path(self) -> tuple[str, str]:
        """A document path, and the type that usually stands there."""
        if chance(self.rnd, 0.15):
            text = self.rnd.choice(PATHS)
            head = text[: min(text.find(sign) for sign in ".[" if sign in text)]
            return self.name(head) + text[len(head) :], self.rnd.choice(OTHER_TYPES)
        own = {name: kind for name, kind in TYPES.items() if any(name in i.key_names for i in self.table.indexes)}
        name, kind = self.rnd.choice(list({**USUAL, **own, "name": "S"}.items()))
        return self.name(name), kind

    def operand(self, kind: str) -> str:
        """Mostly a value of a type."""
        roll = self.rnd.randrange(10)
        if roll == 9:
            return self.path()[0]
        if roll == 8:
            return f"size({self.path()[0]})"
        return self.value(value(self.rnd, kind) if roll < 7 else any_value(self.rnd))

    def leaf(self) -> str:
        """One condition without AND, OR, NOT."""
        path, kind = self.path()
        rnd = self.rnd
        makers: list[Callable[[], str]] = [
            lambda: f"{path} {rnd.choice(['=', '<>', '<', '<=', '>', '>='])} {self.operand(kind)}",
            lambda: f"{self.operand(kind)} {rnd.choice(['=', '<>', '<', '<=', '>', '>='])} {path}",
            lambda: (
                f"size({path}) {rnd.choice(['=', '<', '>='])} {self.value({'N': rnd.choice(['0', '1', '2', '10'])})}"
            ),
            lambda: f"attribute_exists({path})",
            lambda: f"attribute_not_exists({path})",
            lambda: f"attribute_type({path}, {self.value({'S': rnd.choice(OTHER_TYPES)})})",
            lambda: f"begins_with({path}, {self.operand(rnd.choice(['S', 'S', 'B']))})",
            lambda: (
                f"contains({path}, {self.operand(rnd.choice([kind[0] if kind in ('SS', 'NS') else kind, 'S', 'N']))})"
            ),
            lambda: f"{path} BETWEEN {self.bounds(kind)}",
            lambda: f"{path} IN ({', '.join(self.operand(kind) for _ in range(rnd.randrange(1, 4)))})",
        ]
        return rnd.choice(makers)()

    def bounds(self, kind: str) -> str:
        kind = kind if kind in ("S", "N", "B") else "N"
        lower, upper = scalar(self.rnd, kind), scalar(self.rnd, kind)
        return f"{self.value(lower)} AND {self.value(upper)}"

    def condition(self, depth: int = 2) -> str:
        """A condition of a few leaves."""
        roll = self.rnd.randrange(8)
        if depth == 0 or roll < 4:
            return self.leaf()
        if roll == 4:
            return f"NOT {self.inner(depth)}"
        word = self.rnd.choice(["AND", "OR", "and"])
        return f" {word} ".join(self.inner(depth) for _ in range(self.rnd.randrange(2, 4)))

    def inner(self, depth: int) -> str:
        text = self.condition(depth - 1)
        return (
            f"({text})" if any(f" {word} " in text for word in ("AND", "OR", "and")) or text.startswith("NOT") else text
        )

    def projection(self) -> str:
        """One to three paths, which may overlap."""
        return ", ".join(self.path()[0] for _ in range(self.rnd.randrange(1, 4)))

    def update(self) -> str:
        """An update of one to three sections."""
        sections = self.rnd.sample(["SET", "REMOVE", "ADD", "DELETE"], self.rnd.choice([1, 1, 1, 2, 3]))
        return " ".join(f"{section} {', '.join(self.actions(section))}" for section in sections)

    def actions(self, section: str) -> list[str]:
        return [self.action(section) for _ in range(self.rnd.choice([1, 1, 1, 2]))]

    def target(self) -> tuple[str, str]:
        """What an update changes: mostly an attribute that is no key of the table, and its usual type."""
        if chance(self.rnd, 0.2):
            return self.path()
        base = self.table.base.key_names
        own = {one: TYPES[one] for index in self.table.indexes for one in index.key_names if one not in base}
        name, kind = self.rnd.choice(list({**USUAL, **own, "name": "S"}.items()))
        return self.name(name), kind

    def action(self, section: str) -> str:
        rnd = self.rnd
        path, kind = self.target()
        match section:
            case "REMOVE":
                return path
            case "ADD":
                wanted = rnd.choice([("n", "N"), ("ss", "SS"), ("ns", "NS"), (path, kind), ("newcount", "N")])
                return f"{wanted[0]} {self.value(value(rnd, wanted[1]))}"
            case "DELETE":
                wanted = rnd.choice([("ss", "SS"), ("ns", "NS"), ("ss", "SS"), ("ns", "NS"), (path, kind)])
                return f"{wanted[0]} {self.value(value(rnd, wanted[1]))}"
        return f"{path} = {self.assigned(path, kind) if chance(rnd, 0.3) else self.fitting(path, kind)}"

    def fitting(self, path: str, kind: str) -> str:
        """What SET may well give an attribute of a type, whether or not the item has it."""
        rnd = self.rnd
        forms = ["{own}", "{known}"]
        forms += {"N": ["{known} + {own}", "{known} - {own}"], "L": ["list_append({known}, {own})"]}.get(kind, [])
        form = rnd.choice(forms)
        # Only what the form speaks of becomes a placeholder: an unused one would be refused.
        own = self.value(value(rnd, kind)) if "{own}" in form else ""
        known = f"if_not_exists({path}, {self.value(value(rnd, kind))})" if "{known}" in form else ""
        return form.format(own=own, known=known)

    def assigned(self, path: str, kind: str) -> str:
        """What SET gives a path."""
        rnd = self.rnd
        makers: list[Callable[[], str]] = [
            lambda: self.value(value(rnd, kind)),
            lambda: self.value(value(rnd, kind)),
            lambda: self.path()[0],
            lambda: f"{rnd.choice(['n', 'S1', path])} {rnd.choice('+-')} {self.value(scalar(rnd, 'N'))}",
            lambda: f"if_not_exists({self.path()[0]}, {self.value(value(rnd, kind))})",
            lambda: f"if_not_exists(n, {self.value({'N': '0'})}) + {self.value(scalar(rnd, 'N'))}",
            lambda: f"list_append({rnd.choice(['l', path])}, {self.value(value(rnd, 'L'))})",
            lambda: f"list_append({self.value(value(rnd, 'L'))}, if_not_exists(l, {self.value({'L': []})}))",
        ]
        return rnd.choice(makers)()

    def into(self, request: Json) -> Json:
        """The request with the placeholders that its expressions use."""
        if self.names:
            request["ExpressionAttributeNames"] = self.names
        if self.values:
            request["ExpressionAttributeValues"] = self.values
        return request
