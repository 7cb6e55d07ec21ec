"""The shapes that a field of a part can have: each says its JSON Schema, and reads and writes the value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Any, Final

from modeler.core.design.parts import PART_ID, Json
from modeler.core.fields.references import Members, References

NUMBER_MAX: Final = 1_000_000_000_000_000
NAME_MAX: Final = 255
TEXT_MAX: Final = 20_000
NAMES_MAX: Final = 500
MEMBERS_MAX: Final = 2000

type Schema = dict[str, Any]


class Shape(ABC):
    """A shape that keeps JSON as it is; others override what differs."""

    @property
    def references(self) -> References | None:
        """What members of it refer to, whatever field it is the shape of."""
        return None

    @abstractmethod
    def schema(self) -> Schema:
        """Return its JSON Schema."""

    def read(self, raw: Json) -> Any:
        """The value of JSON that has this shape."""
        return raw

    def write(self, value: Any) -> Json:
        """The JSON of a value."""
        return value


class Written(Enum):
    """When a field is in the document."""

    WHEN_SET = auto()  # unless it is empty, false or 0.0
    ALWAYS = auto()
    UNLESS_DEFAULT = auto()
    AS_READ = auto()  # where it was in the document that was read, whatever it holds


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a kind of part: `name` in the document, `attribute` in the value that the core computes with, where
    that differs. `default` is that of the value. `refers`: what it names, where the shape does not say.
    """

    name: str
    shape: Shape
    refers: References | None = None
    attribute: str = ""
    default: Any = None
    written: Written = Written.WHEN_SET
    is_required: bool = False
    description: str = ""

    @property
    def held(self) -> str:
        """The name of the attribute of the value."""
        return self.attribute or self.name

    @property
    def references(self) -> References | None:
        """Everything in it that names other parts."""
        return self.refers if self.refers is not None else self.shape.references

    def schema(self) -> Schema:
        """Its JSON Schema."""
        about = {"description": self.description} if self.description else {}
        return {**self.shape.schema(), **about}


def is_said(written: Written, value: Any, raw: Json, default: Any) -> bool:
    """Is a value in the document? `raw` is its JSON, `default` what the value has if nothing is given."""
    if written is Written.WHEN_SET:
        return bool(raw) or not says_nothing(raw)
    return written is not Written.UNLESS_DEFAULT or bool(value != default)


def says_nothing(raw: Json) -> bool:
    """None, '', an empty list or mapping, false, and 0.0 (0 itself says something)."""
    return raw is None or raw is False or raw in ("", [], {}) or (isinstance(raw, float) and raw == 0.0)


@dataclass(frozen=True, slots=True)
class TextShape(Shape):
    """A text of bounded length."""

    most: int = NAME_MAX
    least: int = 0

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"type": "string", "maxLength": self.most, **({"minLength": self.least} if self.least else {})}


@dataclass(frozen=True, slots=True)
class IdShape(Shape):
    """The id of a part."""

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"type": "string", "pattern": f"^{PART_ID.pattern}$"}


@dataclass(frozen=True, slots=True)
class ChoiceShape(Shape):
    """One of some words; `kind` makes the value of it."""

    words: tuple[str, ...]
    kind: type[StrEnum] | None = None

    @staticmethod
    def of(kind: type[StrEnum]) -> ChoiceShape:
        """All words of an enum."""
        return ChoiceShape(tuple(map(str, kind)), kind)

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"enum": list(self.words)}

    def read(self, raw: Json) -> Any:
        """The word as the enum has it."""
        return self.kind(raw) if self.kind is not None else raw

    def write(self, value: Any) -> Json:
        """The plain word."""
        return str(value)


@dataclass(frozen=True, slots=True)
class FlagShape(Shape):
    """True or false."""

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class NumberShape(Shape):
    """A number between bounds; `is_open`: null is allowed and says that it is not known."""

    least: float = 0
    most: float = NUMBER_MAX
    is_whole: bool = False
    is_open: bool = False

    def schema(self) -> Schema:
        """Its JSON Schema."""
        own = {"type": "integer" if self.is_whole else "number", "minimum": self.least, "maximum": self.most}
        return {"anyOf": [own, {"type": "null"}]} if self.is_open else own


@dataclass(frozen=True, slots=True)
class OrNull(Shape):
    """Another shape, or null."""

    shape: Shape

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}

    def read(self, raw: Json) -> Any:
        """The value of the other shape."""
        return None if raw is None else self.shape.read(raw)

    def write(self, value: Any) -> Json:
        """The JSON of the other shape."""
        return None if value is None else self.shape.write(value)


@dataclass(frozen=True, slots=True)
class ListOf(Shape):
    """A list of one shape, as a tuple."""

    shape: Shape
    most: int | None = NAMES_MAX

    def schema(self) -> Schema:
        """Its JSON Schema."""
        bound = {} if self.most is None else {"maxItems": self.most}
        return {"type": "array", "items": self.shape.schema(), **bound}

    def read(self, raw: Json) -> Any:
        """A tuple of values."""
        return tuple(self.shape.read(one) for one in raw)

    def write(self, value: Any) -> Json:
        """A list of JSON."""
        return [self.shape.write(one) for one in value]


@dataclass(frozen=True, slots=True)
class MapOf(Shape):
    """An object whose members all have one shape; None: any JSON."""

    shape: Shape | None = None
    most: int | None = None

    def schema(self) -> Schema:
        """Its JSON Schema."""
        bound = {} if self.most is None else {"maxProperties": self.most}
        own = {} if self.shape is None else {"additionalProperties": self.shape.schema()}
        return {"type": "object", **own, **bound}

    def read(self, raw: Json) -> Any:
        """A mapping of values."""
        return raw if self.shape is None else {name: self.shape.read(one) for name, one in raw.items()}

    def write(self, value: Any) -> Json:
        """An object of JSON."""
        return {name: one if self.shape is None else self.shape.write(one) for name, one in value.items()}


@dataclass(frozen=True, slots=True)
class ValuesShape(Shape):
    """Values by name. JSON null is DynamoDB's NULL here, so that absent and null stay two things."""

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"type": "object", "maxProperties": MEMBERS_MAX}

    def read(self, raw: Json) -> Any:
        """The values, with NULL for null."""
        return {name: {"NULL": True} if value is None else value for name, value in raw.items()}

    def write(self, value: Any) -> Json:
        """The values by name."""
        return dict(value)


@dataclass(frozen=True, slots=True)
class Children(Shape):
    """Parts of a part. They are read and written as parts, never as a field."""

    of: str
    most: int | None = None

    def schema(self) -> Schema:
        """Its JSON Schema."""
        bound = {} if self.most is None else {"maxItems": self.most}
        return {"type": "array", "items": {"$ref": f"#/$defs/{self.of}"}, **bound}


@dataclass(frozen=True, slots=True)
class Settings(Shape):
    """Settings by name, kept as they are; names that are not known are kept too."""

    members: tuple[Field, ...]
    ref: str = ""
    most: int | None = None

    @property
    def references(self) -> References | None:
        """What each setting names."""
        return Members({one.name: found for one in self.members if (found := one.references) is not None})

    def schema(self) -> Schema:
        """Its JSON Schema, which allows further members."""
        return {"$ref": f"#/$defs/{self.ref}"} if self.ref else self.definition()

    def definition(self) -> Schema:
        """The object itself."""
        bound = {} if self.most is None else {"maxProperties": self.most}
        return {"type": "object", "properties": {one.name: one.schema() for one in self.members}, **bound}

    def write(self, value: Any) -> Json:
        """In the order of the names, so that it diffs well."""
        return {name: value[name] for name in sorted(value)}


@dataclass(frozen=True, slots=True)
class Defined(Shape):
    """JSON kept as it is, of a schema given here or (`ref`) among the definitions."""

    own: Mapping[str, Any] = field(default_factory=dict)
    ref: str = ""

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"$ref": f"#/$defs/{self.ref}"} if self.ref else dict(self.own)
