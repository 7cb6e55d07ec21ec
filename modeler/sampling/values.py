"""One value for one attribute, from its format, values, range, size and name."""

from __future__ import annotations

import json
import string as alphabets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from random import Random
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.items.value_bounds import enum_value
from modeler.core.keys.attribute_formats import format_of, shard_count, value_lengths
from modeler.core.keys.text_shapes import GEOHASH, HEX
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from modeler.sampling.moments import is_time, moment_value
from modeler.sampling.numbers import MONEY, span_of, usual_span
from modeler.sampling.relations import normalized
from modeler.sampling.text_kinds import PROSE, kind_of
from modeler.sampling.words import FEW_VALUES, Words

_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_BASE62: Final = alphabets.digits + alphabets.ascii_uppercase + alphabets.ascii_lowercase
_READABLE: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_KSUID_BEGINS: Final = 1_400_000_000
_LONGEST: Final = 3000
_ELEMENTS: Final = 3


@dataclass
class Making:
    """One item while it is generated. `values` are those generated so far, `moments` its times by attribute name."""

    entity: Entity
    rng: Random
    words: Words
    number: int
    start: datetime
    moments: Mapping[str, datetime] = field(default_factory=dict)
    values: dict[str, AttributeValue] = field(default_factory=dict)

    @cached_property
    def person(self) -> tuple[str, str]:
        """First and last name of the person in the item, so that name, handle and email address match."""
        named = next((one for one in ("name", "displayName", "fullName") if one in self.values), "")
        parts = str(self.values[named].data).split() if named else []
        if len(parts) >= 2:
            return parts[0], parts[-1]
        return self.words.draw("first name", self.rng), self.words.draw("last name", self.rng)


def value_for(attribute: Attribute, making: Making) -> AttributeValue:
    """A value that fits the attribute."""
    if attribute.values:
        return enum_value(attribute, making.rng.choice(list(attribute.values)))
    if is_time(attribute):
        return moment_value(attribute, making.moments.get(attribute.name, making.start))
    declared = format_of(attribute)
    if declared.name and declared.name == attribute.format and attribute.type in declared.types:
        text = _fitted(attribute, _by_format(attribute, making), making.rng)
        if attribute.type is AttributeType.BOOL:
            return AttributeValue(AttributeType.BOOL, text == "true")
        return number(text) if attribute.type is AttributeType.N else string(text)
    return _BY_TYPE[attribute.type](attribute, making)


def _by_format(attribute: Attribute, making: Making) -> str:
    if shards := shard_count(attribute):
        return str(making.rng.randrange(shards))
    return _BY_FORMAT[attribute.format](attribute, making)


def _fitted(attribute: Attribute, text: str, rng: Random) -> str:
    """A text within the declared lengths of its attribute."""
    declared = format_of(attribute)
    if declared.min_length == declared.max_length:
        return text
    least, most = value_lengths(attribute)
    if most is not None and len(text) > most and attribute.type is AttributeType.S:
        text = text[:most].strip(" ,") or text[:most]
    if len(text) < least and attribute.type is AttributeType.S:
        text += "".join(rng.choices(_READABLE, k=least - len(text)))
    return text


def _length(attribute: Attribute, usual: int) -> int:
    """The length of a text of the attribute, in characters."""
    size = attribute.size
    wanted = usual if size is None else int(size.average)
    most = size.maximum if size is not None and size.maximum is not None else _LONGEST
    return max(1, min(wanted, int(most), _LONGEST))


def _id(attribute: Attribute, making: Making) -> str:
    if attribute.name in making.entity.identity and "sku" in normalized(attribute.name):
        letters = "".join(making.rng.choices("ABCDEFGHKLMNPRSTVWX", k=3))
        return f"{letters}-{making.rng.randrange(10_000):04}"
    named = making.words.named(attribute.name, making.entity.name, making.rng) if not _is_id(attribute, making) else ""
    is_telling = attribute.name in making.entity.identity and kind_of(attribute.name, making.entity.name) in FEW_VALUES
    if not is_telling and (named and all(one.isalnum() or one in "-_." for one in named)):
        return named
    start = normalized(attribute.name)[:1] or "x"
    length = _length(attribute, 8)
    digits = max(length - 2, 5)
    return f"{start}-{''.join(making.rng.choices(_READABLE, k=digits))}"


def _is_id(attribute: Attribute, making: Making) -> bool:
    return normalized(attribute.name).endswith(("id", "key", "token"))


def _slug(attribute: Attribute, making: Making) -> str:
    if normalized(attribute.name) in ("handle", "username", "slug") and "handle" in attribute.name.lower():
        first, last = making.person
        return _ascii(f"{first}-{last}{making.rng.randrange(100)}".lower())
    length, text = _length(attribute, 24), making.words.draw("slug", making.rng)
    return text if len(text) <= length else text[: length + 1].rpartition("-")[0] or text.partition("-")[0][:length]


def _ascii(text: str) -> str:
    return "".join(one for one in text if one in alphabets.ascii_lowercase + alphabets.digits + "-")


def _hexes(rng: Random, count: int) -> str:
    return f"{rng.getrandbits(4 * count):0{count}x}"


def _uuid4(_: Attribute, making: Making) -> str:
    rng = making.rng
    return f"{_hexes(rng, 8)}-{_hexes(rng, 4)}-4{_hexes(rng, 3)}-{rng.choice('89ab')}{_hexes(rng, 3)}-{_hexes(rng, 12)}"


def _uuid7(_: Attribute, making: Making) -> str:
    rng, stamp = making.rng, f"{_millis(making):012x}"
    return f"{stamp[:8]}-{stamp[8:]}-7{_hexes(rng, 3)}-{rng.choice('89ab')}{_hexes(rng, 3)}-{_hexes(rng, 12)}"


def _millis(making: Making) -> int:
    return int(making.start.timestamp() * 1000) + making.rng.randrange(1000)


def _in_base(value: int, digits: str, width: int) -> str:
    text = ""
    for _ in range(width):
        value, rest = divmod(value, len(digits))
        text = digits[rest] + text
    return text


def _ulid(_: Attribute, making: Making) -> str:
    return _in_base(_millis(making), _CROCKFORD, 10) + "".join(making.rng.choices(_CROCKFORD, k=16))


def _ksuid(_: Attribute, making: Making) -> str:
    seconds = int(making.start.timestamp()) - _KSUID_BEGINS
    return _in_base((seconds << 128) | making.rng.getrandbits(128), _BASE62, 27)


def _whole_number(attribute: Attribute, making: Making) -> str:
    usual = usual_span(attribute.name)
    low, high = attribute.range or (usual.low, usual.high)
    low_int, high_int = int(Decimal(str(low)).to_integral_value("ROUND_CEILING")), int(high)
    # Small amounts are the most likely.
    return str(low_int + int((high_int - low_int + 1) * making.rng.random() ** usual.bend))


def _money(attribute: Attribute, making: Making) -> str:
    usual = span_of(attribute.name)
    low, high = attribute.range or ((usual.low, usual.high) if usual else (MONEY.low, MONEY.high))
    return _between(making.rng, low, min(high, max(low, 150_000.0)), 2, MONEY.bend)


def _decimal(attribute: Attribute, making: Making) -> str:
    usual = usual_span(attribute.name)
    low, high = attribute.range or (usual.low, usual.high)
    return _between(making.rng, low, high, usual.places or 2, 1.0)


def _usual_number(attribute: Attribute, making: Making) -> str:
    """A number of an attribute without a format, whole where such numbers are."""
    usual = usual_span(attribute.name)
    if attribute.range or not usual.places:
        return _whole_number(attribute, making)
    return _between(making.rng, usual.low, usual.high, usual.places, usual.bend)


def _between(rng: Random, low: float, high: float, places: int, bend: float) -> str:
    unit = Decimal(1).scaleb(-places)
    drawn = Decimal(str(low)) + (Decimal(str(high)) - Decimal(str(low))) * Decimal(str(rng.random() ** bend))
    rounded = drawn.quantize(unit)
    return format(min(max(rounded, Decimal(str(low))), Decimal(str(high))), "f")


def _email(attribute: Attribute, making: Making) -> str:
    first, last = making.person
    local = f"{_ascii(first.lower())}.{_ascii(last.lower())}{making.rng.randrange(1000)}"
    home = making.rng.choice(("example.com", "example.org", "example.net"))
    most = value_lengths(attribute)[1] or 254
    if len(local) + len(home) >= most:
        local, home = _hexes(making.rng, max(1, min(8, most - 5))), "e.io"
    return f"{local}@{home}"


def _geohash(_: Attribute, making: Making) -> str:
    return "".join(making.rng.choices(sorted(GEOHASH.ascii), k=7))


def _hash(attribute: Attribute, making: Making) -> str:
    return "".join(making.rng.choices(sorted(HEX.ascii), k=_length(attribute, 40)))


def _path(attribute: Attribute, making: Making) -> str:
    steps = 1 + making.number % 3 if making.number < 12 else 3
    return "#".join(making.words.draw("department" if n == 0 else "word", making.rng) for n in range(steps))


def _text(attribute: Attribute, making: Making) -> str:
    kind = kind_of(attribute.name, making.entity.name)
    if kind and kind != PROSE:
        return making.words.draw(kind, making.rng)
    return making.words.sentences(making.rng, _length(attribute, 40))


def _html(attribute: Attribute, making: Making) -> str:
    return f"<p>{making.words.sentences(making.rng, max(_length(attribute, 80) - 7, 8))}</p>"


def _json(attribute: Attribute, making: Making) -> str:
    note = making.words.sentences(making.rng, max(_length(attribute, 80) - 40, 8))
    raw = {"source": making.rng.choice(("web", "app", "api")), "attempt": making.rng.randint(1, 3), "note": note}
    text = json.dumps(raw)
    most = value_lengths(attribute)[1]
    return text if most is None or len(text) <= most else "{}"[:most]


def _drawn(kind: str) -> Callable[[Attribute, Making], str]:
    return lambda attribute, making: making.words.draw(kind, making.rng)


def _counted(attribute: Attribute, making: Making) -> str:
    low = int(attribute.range[0]) if attribute.range else 1000
    return str(max(low, 0) + making.number)


_BY_FORMAT: Final[Mapping[str, Callable[[Attribute, Making], str]]] = {
    "id": _id, "slug": _slug, "uuid4": _uuid4, "uuid7": _uuid7, "ulid": _ulid, "ksuid": _ksuid,
    "sequence": _counted, "enum": _drawn("word"), "integer": _whole_number, "money": _money, "decimal": _decimal,
    "email": _email, "phone": _drawn("phone"), "country": _drawn("country"), "currency": _drawn("currency"),
    "geohash": _geohash, "hash": _hash, "path": _path, "url": _drawn("url"), "text": _text, "html": _html,
    "json": _json, "boolean": lambda attribute, making: making.rng.choice(("true", "false")),
    "file": _text, "image": _text,
}  # fmt: skip


def _undeclared(attribute: Attribute, making: Making) -> AttributeValue:
    named = normalized(attribute.name)
    if "email" in named or named.endswith("mail"):
        return string(_email(attribute, making))
    if named.endswith("id") or attribute.name in making.entity.identity:
        return string(_id(attribute, making))
    kind = kind_of(attribute.name, making.entity.name)
    if kind and kind != PROSE:
        return string(_fitted(attribute, making.words.draw(kind, making.rng), making.rng))
    if span_of(attribute.name) is not None:
        return string(_fitted(attribute, _usual_number(attribute, making), making.rng))
    if attribute.size is None and not kind:
        return string(making.words.draw("word", making.rng))
    return string(_fitted(attribute, making.words.sentences(making.rng, _length(attribute, 40)), making.rng))


def _number(attribute: Attribute, making: Making) -> AttributeValue:
    return number(_usual_number(attribute, making))


def _some(attribute: Attribute) -> int:
    return max(1, min(int(attribute.elements.average) if attribute.elements else _ELEMENTS, 50))


def _texts(attribute: Attribute, making: Making) -> tuple[str, ...]:
    drawn = {making.words.draw("word", making.rng) for _ in range(_some(attribute))}
    return tuple(sorted(drawn))


def _map(attribute: Attribute, making: Making) -> AttributeValue:
    names = ("street", "city", "postcode") if "address" in normalized(attribute.name) else ("label", "word")
    return AttributeValue(
        AttributeType.M, tuple((name, string(making.words.draw(name, making.rng))) for name in sorted(names))
    )


_BY_TYPE: Final[Mapping[AttributeType, Callable[[Attribute, Making], AttributeValue]]] = {
    AttributeType.S: _undeclared,
    AttributeType.N: _number,
    AttributeType.B: lambda attribute, making: AttributeValue(
        AttributeType.B, making.rng.randbytes(min(_length(attribute, 16), 256))
    ),
    AttributeType.BOOL: lambda attribute, making: AttributeValue(AttributeType.BOOL, making.rng.random() < 0.5),
    AttributeType.NULL: lambda attribute, making: AttributeValue(AttributeType.NULL, True),
    AttributeType.SS: lambda attribute, making: AttributeValue(AttributeType.SS, _texts(attribute, making)),
    AttributeType.NS: lambda attribute, making: AttributeValue(
        AttributeType.NS, tuple(map(str, sorted(making.rng.sample(range(1, 1000), _some(attribute)))))
    ),
    AttributeType.BS: lambda attribute, making: AttributeValue(
        AttributeType.BS, tuple(making.rng.randbytes(8) for _ in range(_some(attribute)))
    ),
    AttributeType.L: lambda attribute, making: AttributeValue(
        AttributeType.L, tuple(map(string, _texts(attribute, making)))
    ),
    AttributeType.M: _map,
}
