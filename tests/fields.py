"""Hypothesis strategies that follow from the table of fields: a value of any field, and designs that have every field.

Texts that name nothing are made of digits, so that no name of a part is met by chance.
"""

import zlib
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from modeler.core.design.parts import CHILDREN, SPLIT, PartKind
from modeler.core.fields.references import Ref, converted
from modeler.core.fields.schema import schema
from modeler.core.fields.shapes import Children, Field, Open, Settings
from modeler.core.fields.table import FIELDS

DIGITS = st.text("0123456789", min_size=1, max_size=6)
ANYTHING = st.recursive(
    st.one_of(DIGITS, st.booleans(), st.integers(0, 9)),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(DIGITS, inner, max_size=2)),
    max_leaves=3,
)


def of_schema(shape: dict[str, Any]) -> st.SearchStrategy[Any]:
    """JSON that a schema allows and that says something: every member of an object, no empty list, no null."""
    match shape:
        case {"$ref": str(ref)}:
            return of_schema(schema()["$defs"][ref.rpartition("/")[2]])
        case {"const": value}:
            return st.just(value)
        case {"enum": words}:
            return st.sampled_from([word for word in words if word] or words)
        case {"anyOf": shapes}:
            return st.one_of([of_schema(one) for one in shapes if one.get("type") != "null"])
        case {"type": list(kinds)}:
            return st.one_of([of_schema({"type": kind}) for kind in kinds])
        case {"type": "string"}:
            return DIGITS
        case {"type": "boolean"}:
            return st.just(True)
        case {"type": "integer"}:
            return st.integers(max(1, shape.get("minimum", 1)), min(9, shape.get("maximum", 9)))
        case {"type": "number"}:
            bounds = {"min_value": shape.get("minimum", 0), "max_value": min(10**6, shape.get("maximum", 10**6))}
            return st.one_of(st.floats(**bounds), st.integers(int(bounds["min_value"]), int(bounds["max_value"])))
        case {"type": "array"}:
            least = max(1, shape.get("minItems", 1))
            member = of_schema(shape["items"]) if "items" in shape else ANYTHING
            return st.lists(member, min_size=least, max_size=shape.get("maxItems", 2) if least > 1 else 2)
        case {"type": "object", "maxProperties": 1, "properties": members}:
            return st.one_of([st.fixed_dictionaries({name: of_schema(one)}) for name, one in members.items()])
        case {"properties": members}:
            return st.fixed_dictionaries({name: of_schema(one) for name, one in members.items()})
        case {"type": "object", "additionalProperties": dict(member)}:
            return st.dictionaries(DIGITS, of_schema(member), min_size=1, max_size=2)
        case {"type": "object"}:
            return st.dictionaries(DIGITS, DIGITS, min_size=1, max_size=2)
    return ANYTHING


def of_field(field: Field) -> st.SearchStrategy[Any]:
    """JSON that a field may hold."""
    return of_open(field.shape) if isinstance(field.shape, Open) else of_schema(field.schema())


def of_open(shape: Open) -> st.SearchStrategy[Any]:
    """What the core reads of an open field, all of it, or anything else."""
    if not shape.members:
        return DIGITS if shape.refers else ANYTHING
    known = st.fixed_dictionaries({name: of_open(one) for name, one in shape.members.items()})
    return st.lists(known, min_size=1, max_size=2) if shape.is_list else known


def own_fields(kind: PartKind) -> Iterator[Field]:
    """The fields of a kind of part that are neither its id nor parts of their own."""
    return (one for one in FIELDS[kind] if one.name != "id" and not isinstance(one.shape, Children))


def stored_fields(kind: PartKind) -> dict[str, st.SearchStrategy[Any]]:
    """Every field as deltas name it: members of settings each, of other split mappings two."""
    found: dict[str, st.SearchStrategy[Any]] = {}
    for field in own_fields(kind):
        if isinstance(field.shape, Settings):
            found |= {f"{field.name}.{one.name}": of_field(one) for one in field.shape.members}
        elif field.name in SPLIT.get(kind, ()):
            members = of_field(field).filter(len).map(lambda made: next(iter(made.values())))
            found |= {f"{field.name}.{member}": members for member in ("PK", "SK")}
        else:
            found[field.name] = of_field(field)
    return found


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
        return dict(pair.split(".") for pair in self.names["owned"])


NAMES = {
    "attributes": ["apple", "banana", "cherry"],
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
KINDS_NAMED = {
    PartKind.TABLE: NAMES["tables"],
    PartKind.INDEX: NAMES["indexes"],
    PartKind.ENTITY: NAMES["entities"],
}


@st.composite
def full_parts(draw: st.DrawFn, kind: PartKind, known: dict[str, Any], naming: Naming) -> dict[str, Any]:
    """The document of a part with every field, those in `known` as they are given."""
    made: dict[str, Any] = {}
    for field in own_fields(kind):
        if field.name in known:
            made[field.name] = known[field.name]
            continue
        raw = draw(of_field(field))
        made[field.name] = raw if field.references is None else converted(field.references, raw, naming)
    return {**made, **{name: one for name, one in known.items() if name not in made}}


@st.composite
def full_designs(draw: st.DrawFn) -> dict[str, Any]:
    """Own JSON of a design in which every field of every kind of part says something, and names others if it can."""
    naming = Naming(NAMES)

    def parts(kind: PartKind, many: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [draw(full_parts(kind, one, naming)) for one in many]

    def entity(name: str) -> dict[str, Any]:
        attributes = [{"name": one.split(".")[1]} for one in NAMES["owned"] if one.startswith(name)]
        overloads = [{"index": None}, {"index": "IndexOne"}]
        own = {
            "name": name,
            "attributes": parts(PartKind.ATTRIBUTE, attributes),
            "overloads": parts(PartKind.OVERLOAD, overloads),
            "items": [_item(one) for one in parts(PartKind.ITEM, [{}])],
        }
        return draw(full_parts(PartKind.ENTITY, own if name == "Elephant" else own | NO_ATTRIBUTES, naming))

    keys = {"partition_key": [{"name": "PKEY", "type": "S"}], "sort_key": [{"name": "SKEY", "type": "S"}]}
    index = {"name": "IndexOne", "partition_key": [{"name": "GKEY", "type": "S"}], "sort_key": []}
    table = {
        **keys,
        "name": "tableOne",
        "indexes": parts(PartKind.INDEX, [index]),
        "entities": [entity(name) for name in NAMES["entities"]],
        "unassigned": [{"values": {"PKEY": "1", "SKEY": "2"}}],
    }
    about = {"table": "tableOne", "entities": ["Elephant"]}
    step = parts(PartKind.PATTERN, [{**about, "code": "SOne", "name": "77"}])
    patterns = [{**about, "code": "QOne", "name": "78", "steps": step}, {**about, "code": "QTwo", "name": "79"}]
    known = {
        "keysheet": 1,
        "name": "80",
        "tables": parts(PartKind.TABLE, [table]),
        "access_patterns": parts(PartKind.PATTERN, patterns),
    }
    return draw(full_parts(PartKind.DESIGN, known, naming))


NO_ATTRIBUTES = {"identity": ["damson"], "unique": [["damson"]]}
"""Of the second entity, which has no attribute of the first."""


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
