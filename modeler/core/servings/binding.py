"""What a key template becomes when some of its attributes are known: whole, a prefix, a range, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from modeler.core.algebra.meant_values import Meaning, known_range, meaning_of
from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import is_declared, value_class, value_lengths
from modeler.core.keys.key_formats import apply_formats
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, print_template
from modeler.core.servings.wanted import Equal, WantedRange
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_KEEPING: Final = frozenset({"pad", "reverse", "iso", "lower", "upper", "join"})
"""Formats after which a key still distinguishes values (as far as intended: except for case)."""

_RISING: Final[Mapping[AttributeType, Mapping[tuple[str, ...], bool]]] = {
    AttributeType.S: {(): True, ("iso",): True},
    AttributeType.N: {("pad",): True, ("reverse",): False, ("iso",): True},
}
"""By attribute type, the formats whose texts sort as the values do, or (False) in reverse.

facts/ordering#key-order.
"""

_MOMENTS: Final = frozenset({"epoch_seconds", "epoch_millis"})
"""Their numbers have one width from 2001 to 2286."""
_WHOLE: Final = frozenset({"integer", "sequence"})
_FIXED_WIDTH: Final = frozenset({"pad", "reverse", "iso", "year", "month", "date", "hour", "minute", "hash"})


@dataclass(frozen=True, slots=True)
class Bound:
    """A template as far as it is known. `used` are the attributes that it determines; `missing` is the first unknown
    one, '' if it is whole; `shards` is how many calls its unknown shard needs.
    """

    parts: tuple[LiteralText | Reference, ...]
    used: frozenset[str]
    missing: str = ""
    at: int = 0
    shards: int = 1

    @property
    def text(self) -> str:
        """The template's source."""
        return print_template(self.parts)


def bind(
    template: KeyTemplate, given: Mapping[str, Equal], attributes: Mapping[str, Attribute], *, shards: bool = False
) -> Bound:
    """The leading part of a template that given values determine. `shards`: an unknown shard may be queried one by
    one.
    """
    parts: list[LiteralText | Reference] = []
    used: set[str] = set()
    count = 1
    for place, part in enumerate(template.parts):
        if isinstance(part, LiteralText):
            parts.append(part)
            continue
        known = given.get(part.attribute)
        made = _known_part(part, known, attributes.get(part.attribute)) if known else None
        if made is None and shards and (found := shards_of(part, attributes.get(part.attribute))):
            count *= found
            made = part
        elif made is None:
            return Bound(_closed(parts, used, attributes), frozenset(used), part.attribute, place, count)
        elif all(call.name in _KEEPING for call in part.formats):
            used.add(part.attribute)
        parts.append(made)
    return Bound(tuple(parts), frozenset(used), "", len(template.parts), count)


def shards_of(part: Reference, attribute: Attribute | None) -> int:
    """How many shards a reference spreads its keys over: `{id:shard(10)}`, or an attribute of that format; 0: none."""
    if part.formats and part.formats[-1].name == "shard":
        return int(part.formats[-1].argument or 0)
    if attribute is not None and attribute.format.startswith("shard(") and not part.formats:
        return int(digits) if (digits := attribute.format[6:-1]).isdigit() else 0
    return 0


def _known_part(part: Reference, known: Equal, attribute: Attribute | None) -> LiteralText | Reference | None:
    if isinstance(known.value, AttributeValue):
        text = apply_formats(known.value, part.formats, attribute.format if attribute else "")
        return LiteralText(text) if text is not None else None
    return Reference(known.value, part.formats)


def _closed(
    parts: list[LiteralText | Reference], used: set[str], attributes: Mapping[str, Attribute]
) -> tuple[LiteralText | Reference, ...]:
    """A prefix must end where a value ends: a prefix that ends in a value of variable length also matches longer
    values.
    """
    match parts:
        case [*_, Reference(name) as last] if not is_fixed_width(last, attributes.get(name)):
            used.discard(name)
    return tuple(parts)


def is_fixed_width(part: Reference, attribute: Attribute | None) -> bool:
    """Return whether all texts of a reference have the same length."""
    if part.formats:
        return part.formats[-1].name in _FIXED_WIDTH
    if attribute is None or attribute.type is not AttributeType.S:
        return False
    least, most = value_lengths(attribute)
    return least == most


def sorts(part: Reference, attribute: Attribute | None, key: AttributeType) -> bool | None:
    """How the texts of a reference sort relative to the attribute's values: True if alike, False if reversed, None if
    neither.
    """
    if key is not AttributeType.S:
        return True if part.is_plain else None
    kind = attribute.type if attribute is not None else AttributeType.S
    if attribute is not None and not part.formats and _has_one_width(attribute):
        return True
    if attribute is not None and part.formats and meaning_of(attribute) is Meaning.NUMBER:
        kind = AttributeType.N  # digits stored as text are padded like a number
    return _RISING.get(kind, {}).get(tuple(call.name for call in part.formats))


def _has_one_width(attribute: Attribute) -> bool:
    """Return whether an attribute's numbers have the same number of digits, so that texts sort as numbers do."""
    if attribute.format in _MOMENTS:
        return True
    known = known_range(attribute)
    whole = attribute.format in _WHOLE and known is not None and known[0] >= 0
    return known is not None and whole and len(str(int(known[0]))) == len(str(int(known[1])))


def between(
    bound: Bound, template: KeyTemplate, asked: WantedRange, attribute: Attribute | None, key: AttributeType
) -> tuple[str, tuple[str, ...]] | None:
    """The operator and the templates for a sort key range that starts right after the bound part."""
    part = template.parts[bound.at] if bound.at < len(template.parts) else None
    if not isinstance(part, Reference) or part.attribute != asked.attribute:
        return None
    rises = sorts(part, attribute, key)
    if rises is None:
        return None
    if asked.prefix:
        start = print_template((*bound.parts, Reference(asked.low)))
        return ("begins_with", (start,)) if key is AttributeType.S and part.is_plain else None
    low, high = (asked.low, asked.high) if rises else (asked.high, asked.low)
    rest = template.parts[bound.at + 1 :]
    after = _after(rest, is_fixed_width(part, attribute))
    behind = _behind(bound, part, attribute)
    if after is None or (behind is None and not high) or _meets(rest, part, attribute):
        return None
    if asked.strict and not bound.parts and (high or not rest):
        # What follows the value makes a key larger than the bound alone, so equal values are left out too.
        return (">" if low else "<"), (print_template((Reference(low or high, part.formats),)),)
    first = (*bound.parts, Reference(low, part.formats)) if low else bound.parts
    last = (*bound.parts, Reference(high, part.formats)) if high else bound.parts
    bottom, top = print_template(first), print_template(last)
    if key is not AttributeType.S:
        return ("between", (bottom, top)) if low and high else (">=", (bottom,)) if low else ("<=", (top,))
    ceiling = top + after if high else behind or top
    if low and (high or bound.parts):
        return "between", (bottom, ceiling)
    if low:
        return ">=", (bottom,)
    return ("between", (bottom, ceiling)) if bound.parts else ("<=", (ceiling,))


def _behind(bound: Bound, part: Reference, attribute: Attribute | None) -> str | None:
    """What sorts after every key of a prefix: the prefix and ``~`` if values contain nothing from there on, as dates
    and numbers do; else the successor of the prefix. None if unknown.
    """
    values = value_class(attribute) if attribute is not None and is_declared(attribute) else None
    if part.formats or (values is not None and not values.others and max(values.ascii, default="") < "~"):
        return print_template(bound.parts) + "~"
    match bound.parts:
        case ():
            return "~"  # never requested: nothing sorts before the value
        case (*before, LiteralText(text)) if text[-1] < "~":
            return print_template((*before, LiteralText(text[:-1] + chr(ord(text[-1]) + 1))))
    return None


def _meets(rest: tuple[LiteralText | Reference, ...], part: Reference, attribute: Attribute | None) -> bool:
    """Return whether a value of variable length is known to be able to continue in place of the delimiter after it.
    Keys then sort differently than values: `Bob Smith#` before `Bob#`.
    """
    if part.formats or attribute is None or not is_declared(attribute) or is_fixed_width(part, attribute):
        return False
    match rest:
        case (LiteralText(text), *_):
            return any(character <= text[0] for character in value_class(attribute).ascii)
    return False


def _after(rest: tuple[LiteralText | Reference, ...], fixed: bool) -> str | None:
    """The end of the upper bound that includes the keys that continue after the value: nothing if none does; ``~``
    after a value of one length; else the successor of the delimiter's first character. None if unknown.
    """
    match rest:
        case ():
            return ""
        case (LiteralText(text), *_) if fixed and text[0] < "~":
            return "~"
        case (LiteralText(text), *_) if text[0] not in "zy{|}" and text[0] < "~":
            return chr(ord(text[0]) + 1)
    return None
