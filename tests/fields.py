"""Hypothesis strategies that follow from the table of fields: a value of any field, and designs that have every field.

Texts that name nothing are made of digits, so that no name of a part is met by chance.
"""

import zlib
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from modeler.core.design.parts import CHILDREN, SPLIT, PartKind
from modeler.core.fields.open_shapes import Open
from modeler.core.fields.references import Ref, converted
from modeler.core.fields.schema import schema
from modeler.core.fields.shapes import Children, Field, Settings
from modeler.core.fields.table import FIELDS


def digits(chance: Random) -> str:
    """A text that names nothing."""
    return str(chance.randint(0, 99_999))


def anything(chance: Random, depth: int = 2) -> Any:
    """Any JSON."""
    made = chance.randint(0, 4 if depth else 2)
    if made == 3:
        return [anything(chance, depth - 1) for _ in range(chance.randint(0, 2))]
    if made == 4:
        return {digits(chance): anything(chance, depth - 1) for _ in range(chance.randint(0, 2))}
    return (digits(chance), chance.random() < 0.5, chance.randint(0, 9))[made]


def of_schema(shape: dict[str, Any], chance: Random) -> Any:
    """JSON that a schema allows and that says something: every member of an object, no empty list, no null."""
    match shape:
        case {"$ref": str(ref)}:
            return of_schema(schema()["$defs"][ref.rpartition("/")[2]], chance)
        case {"const": value}:
            return value
        case {"enum": words}:
            return chance.choice([word for word in words if word] or words)
        case {"anyOf": shapes}:
            return of_schema(chance.choice([one for one in shapes if one.get("type") != "null"]), chance)
        case {"type": list(kinds)}:
            return of_schema({"type": chance.choice(kinds)}, chance)
        case {"type": "string"}:
            return digits(chance)
        case {"type": "boolean"}:
            return True
        case {"type": "integer" | "number" as kind}:
            return _number(shape, kind, chance)
        case {"type": "array"}:
            least = max(1, shape.get("minItems", 1))
            many = chance.randint(least, min(shape.get("maxItems", 2), max(least, 2)))
            return [of_schema(shape["items"], chance) if "items" in shape else anything(chance) for _ in range(many)]
        case {"type": "object", "maxProperties": 1, "properties": members}:
            name = chance.choice(sorted(members))
            return {name: of_schema(members[name], chance)}
        case {"properties": members}:
            return {name: of_schema(one, chance) for name, one in members.items()}
        case {"type": "object"}:
            member = shape.get("additionalProperties") or {"type": "string"}
            return {digits(chance): of_schema(member, chance) for _ in range(chance.randint(1, 2))}
    return anything(chance)


def _number(shape: dict[str, Any], kind: str, chance: Random) -> float:
    least, most = max(0, shape.get("minimum", 0)), min(10**6, shape.get("maximum", 10**6))
    if kind == "number" and chance.random() < 0.5:
        return least + chance.random() * (most - least)
    return chance.randint(int(least), int(most))


def of_field(field: Field, chance: Random) -> Any:
    """JSON that a field may hold, and that is not what holds without it."""
    made = field.default
    while made == field.default:
        made = of_open(field.shape, chance) if isinstance(field.shape, Open) else of_schema(field.schema(), chance)
    return made


def of_open(shape: Open, chance: Random) -> Any:
    """What the core reads of an open field, all of it; anything where it reads no member."""
    if not shape.members:
        return digits(chance) if shape.refers else anything(chance)
    known = [{name: of_open(one, chance) for name, one in shape.members.items()} for _ in range(chance.randint(1, 2))]
    return known if shape.is_list else known[0]


def own_fields(kind: PartKind) -> Iterator[Field]:
    """The fields of a kind of part that are neither its id nor parts of their own."""
    return (one for one in FIELDS[kind] if one.name != "id" and not isinstance(one.shape, Children))


def stored_fields(kind: PartKind) -> dict[str, st.SearchStrategy[Any]]:
    """Every field as deltas name it: members of settings each, of other split mappings two."""
    found: dict[str, st.SearchStrategy[Any]] = {}
    for field in own_fields(kind):
        if isinstance(field.shape, Settings):
            found |= {f"{field.name}.{one.name}": _drawn(one) for one in field.shape.members}
        elif field.name in SPLIT.get(kind, ()):
            members = _drawn(field).map(lambda made: next(iter(made.values())))
            found |= {f"{field.name}.{member}": members for member in ("PK", "SK")}
        else:
            found[field.name] = _drawn(field)
    return found


def _drawn(field: Field) -> st.SearchStrategy[Any]:
    return st.integers(0, 2**32).map(lambda seed: of_field(field, Random(seed)))


class Naming:
    """References to parts for texts: which one follows from the text, so that a design is drawn as a whole."""

    def __init__(self, names: dict[str, list[str]]) -> None:
        self.names = names

    def one(self, reference: Ref):
        """A text that refers to something of that kind."""

        def made(text: str) -> str:
            attribute = self.pick("attributes", text)
            entity = self.pick("entities", text)
            match reference:
                case Ref.ATTRIBUTE | Ref.PARAMETER_NAME:
                    return attribute
                case Ref.PATH:
                    return attribute if zlib.crc32(text.encode()) % 2 else f"{attribute}.{text}"
                case Ref.TEMPLATE:
                    return f"{text}#{{{attribute}}}"
                case Ref.EXPRESSION:
                    return f"{attribute} = :{attribute} OR attribute_exists({self.pick('keys', text)})"
                case Ref.PARAMETER:
                    return f":{attribute}"
                case Ref.KEY:
                    return self.pick("keys", text)
                case Ref.SOURCE:
                    return f"{self.owner[attribute]}.{attribute}, {text}"
                case Ref.KEPT:
                    return self.pick("kept", text)
                case Ref.PLACE:
                    return self.pick("places", text)
                case Ref.MARKED_PATTERN:
                    return self.pick("codes", text)
                case Ref.INDEX | Ref.MARKED_INDEX:
                    return self.pick("indexes", text)
                case Ref.TABLE:
                    return self.pick("tables", text)
            return entity

        return made

    def many(self, reference: Ref):
        """The same for a member of a list."""
        convert = self.one(reference)
        return lambda text: [convert(text)]

    def pick(self, what: str, text: str) -> str:
        """One of the names."""
        return self.names[what][zlib.crc32(text.encode()) % len(self.names[what])]

    @property
    def owner(self) -> dict[str, str]:
        """The entity of each attribute."""
        return {name: entity for entity, name in (pair.split(".") for pair in self.names["owned"])}


NAMES = {
    "entities": ["Elephant", "Ferret"],
    "owned": ["Elephant.apple", "Elephant.banana", "Elephant.cherry", "Ferret.damson"],
    "keys": ["PKEY", "SKEY"],
    "indexes": ["IndexOne"],
    "tables": ["tableOne"],
    "codes": ["QOne", "QTwo"],
    "kept": ["Elephant", "tableOne", "apple", "Ferret.damson"],
    "places": [
        "tables.tableOne.entities.Elephant.attributes.apple",
        "tables.tableOne.entities.Ferret.IndexOne.GKEY",
        "tables.tableOne.indexes.IndexOne.projection",
        "patterns.QOne.filter",
    ],
}


def attributes_of(entity: str) -> list[str]:
    """The names of an entity's attributes."""
    return [one.split(".")[1] for one in NAMES["owned"] if one.startswith(f"{entity}.")]


def full_part(kind: PartKind, known: dict[str, Any], chance: Random, of: str = "Elephant") -> dict[str, Any]:
    """The document of a part with every field, those in `known` as they are given. It is `of` that entity."""
    made: dict[str, Any] = {}
    naming = Naming({**NAMES, "attributes": attributes_of(of)})
    for field in own_fields(kind):
        raw = known.get(field.name) if field.name in known else of_field(field, chance)
        if field.references is not None and field.name not in known:
            raw = converted(field.references, raw, naming)
        made[field.name] = raw
    return {**made, **{name: one for name, one in known.items() if name not in made}}


def full_design(chance: Random) -> dict[str, Any]:
    """Own JSON of a design in which every field of every kind of part says something, and names others if it can."""

    def parts(kind: PartKind, *many: dict[str, Any], of: str = "Elephant") -> list[dict[str, Any]]:
        return [full_part(kind, one, chance, of) for one in many]

    def entity(name: str) -> dict[str, Any]:
        own = {
            "name": name,
            "attributes": parts(PartKind.ATTRIBUTE, *({"name": one} for one in attributes_of(name))),
            "overloads": parts(PartKind.OVERLOAD, {"index": None}, {"index": "IndexOne"}, of=name),
            "items": [_item(one) for one in parts(PartKind.ITEM, {}, of=name)],
        }
        return full_part(PartKind.ENTITY, own, chance, name)

    keys = {"partition_key": [{"name": "PKEY", "type": "S"}], "sort_key": [{"name": "SKEY", "type": "S"}]}
    index = {"name": "IndexOne", "partition_key": [{"name": "GKEY", "type": "S"}], "sort_key": [{"name": "GSORT"}]}
    table = {
        **keys,
        "name": "tableOne",
        "indexes": parts(PartKind.INDEX, index),
        "entities": [entity(name) for name in NAMES["entities"]],
        "unassigned": [{"values": {"PKEY": "1", "SKEY": "2"}}],
    }
    about = {"table": "tableOne", "entities": ["Elephant"]}
    step = parts(PartKind.PATTERN, {**about, "code": "SOne", "name": "77"})
    known = {
        "keysheet": 1,
        "name": "80",
        "tables": parts(PartKind.TABLE, table),
        "relations": parts(
            PartKind.RELATION, {"parent": "Ferret", "child": "Elephant", "join": "Elephant", "name": "76"}
        ),
        "access_patterns": parts(
            PartKind.PATTERN,
            {**about, "code": "QOne", "name": "78", "steps": step},
            {**about, "code": "QTwo", "name": "79"},
        ),
    }
    return full_part(PartKind.DESIGN, known, chance)


def full_designs() -> st.SearchStrategy[dict[str, Any]]:
    """Such designs. They are made from a seed: to draw each field by itself took a second a design."""
    return st.integers(0, 2**32).map(lambda seed: full_design(Random(seed)))


def _item(made: dict[str, Any]) -> dict[str, Any]:
    """A sample item in full, with DynamoDB JSON for keys."""
    return {**made, "stored_keys": {name: {"S": "1"} for name in made["stored_keys"]}}


def missing(kind: PartKind, raw: dict[str, Any]) -> list[str]:
    """Fields of the table of fields that a document lacks, in it and in everything below."""
    own = [f"{kind}.{one.name}" for one in own_fields(kind) if one.name not in raw]
    for where, child in CHILDREN.get(kind, {}).items():
        if where != "unassigned":
            own += [name for one in raw.get(where, ()) for name in missing(child, one)]
    return own
