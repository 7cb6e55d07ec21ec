"""Whether the order of a template's strings equals the intended order of its attributes. facts/ordering#key-order.

Strings are ordered by their UTF-8 bytes. An attribute has an intended order: numbers by value, times by moment,
time-ordered ids by creation time, words alphabetically regardless of case, an enum as listed. "Unordered" is proven by
two values whose strings are in the wrong order, if the attribute has an intended order at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final, NamedTuple

from modeler.core.algebra.meant_values import Meaning, meaning_of, meant_values
from modeler.core.algebra.shapes import Attributes, reference_shape
from modeler.core.algebra.witnesses import rendered
from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.keys.text_shapes import longest, shortest
from modeler.core.values.attribute_values import AttributeType, AttributeValue


class Order(StrEnum):
    """How the strings change as the attribute grows. UNKNOWN: it depends on something that no format declares."""

    ASCENDING = "ascending"
    DESCENDING = "descending"
    UNORDERED = "unordered"
    UNKNOWN = "unknown"


class Disorder(NamedTuple):
    """Two values whose strings are in the opposite of the intended order."""

    first: AttributeValue
    second: AttributeValue
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ReferenceOrder:
    """The order of one reference, among keys that are equal before it.

    `position` is its position among the template's parts. `coarse`: several values have the same text (a month, a first
    character), so that their order within it is lost. `witness` proves "unordered", and shows with "unknown" what would
    break the order; a random value has none.
    """

    reference: Reference
    position: int
    order: Order
    reason: str
    witness: Disorder | None = None
    coarse: bool = False

    @property
    def attribute(self) -> str:
        """The attribute's name."""
        return self.reference.attribute


_COARSE: Final = frozenset({"year", "month", "date", "hour", "minute", "first"})
_SCATTERED: Final = frozenset({"shard", "hash"})


def order_of(
    template: KeyTemplate, attributes: Attributes, key_type: AttributeType = AttributeType.S
) -> tuple[ReferenceOrder, ...]:
    """The order of each reference of a template, from left to right. `key_type` is that of the key attribute: a key of
    type N is ordered by value, one of type B by unsigned bytes.
    """
    positions = (position for position, part in enumerate(template.parts) if isinstance(part, Reference))
    return tuple(reference_order(template, position, attributes, key_type) for position in positions)


def reference_order(
    template: KeyTemplate, position: int, attributes: Attributes, key_type: AttributeType = AttributeType.S
) -> ReferenceOrder:
    """The order of the reference at a position of a template's parts."""
    part = template.parts[position]
    assert isinstance(part, Reference)
    if key_type is AttributeType.S:
        attribute = attributes.get(part.attribute) or Attribute("", part.attribute, AttributeType.S)
        return _of_text(template, position, part, attribute)
    reason = "a number key is ordered by value" if key_type is AttributeType.N else "bytes are unsigned"
    return ReferenceOrder(part, position, Order.ASCENDING, reason)


def _of_text(template: KeyTemplate, position: int, reference: Reference, attribute: Attribute) -> ReferenceOrder:
    names = [call.name for call in reference.formats]
    if scattered := next((name for name in names if name in _SCATTERED), ""):
        return ReferenceOrder(reference, position, Order.UNORDERED, f"{scattered} scatters the values", coarse=True)
    meaning = meaning_of(attribute, names)
    if meaning is Meaning.RANDOM:
        label = format_of(attribute).label
        return ReferenceOrder(reference, position, Order.UNORDERED, f"{label}: its order has no meaning")
    if attribute.type is AttributeType.L or (names and names[0] == "join" and meaning is Meaning.NONE):
        return ReferenceOrder(reference, position, Order.UNKNOWN, "a path is ordered by its segments")
    return _tried(template, position, reference, attribute, meaning)


def _tried(
    template: KeyTemplate, position: int, reference: Reference, attribute: Attribute, meaning: Meaning
) -> ReferenceOrder:
    """Strings of test values, in the intended order: whether they ascend or descend."""
    names = [call.name for call in reference.formats]
    coarse = bool(_COARSE & set(names))
    after = template.parts[position + 1] if position + 1 < len(template.parts) else LiteralText("")
    following = _following(after, _is_fixed(attribute, reference))

    def text(value: AttributeValue) -> str | None:
        return rendered(value, reference.formats, attribute)

    values = meant_values(attribute, reference, meaning, following[1])
    made = [(value, shown) for value in values if (shown := text(value)) is not None]
    descending = names[-1:] == ["reverse"]
    # A pair without negative numbers shows more: few attributes have them.
    plain = [one for one in made if not str(one[0].data).startswith("-")]
    disorder = _disorder(plain, following, descending=descending) or _disorder(made, following, descending=descending)
    if disorder is None:
        order = Order.DESCENDING if descending else Order.ASCENDING
        return ReferenceOrder(reference, position, order, _reason(meaning, names), coarse=coarse)
    if meaning in _MAY_FALL and _disorder(made[::-1], following, descending=False) is None:
        return ReferenceOrder(reference, position, Order.DESCENDING, _MAY_FALL[meaning], coarse=coarse)
    order, reason = _broken(meaning, attribute, names, disorder)
    return ReferenceOrder(reference, position, order, reason, disorder, coarse)


_MAY_FALL: Final = {
    Meaning.ENUM: "as listed, counted from the end",
    Meaning.NUMBER: "negative numbers of the same width sort in reverse",
}


def _is_fixed(attribute: Attribute, reference: Reference) -> bool:
    shape = reference_shape(attribute, reference.formats)
    return shortest(shape) == longest(shape)


def _following(after: LiteralText | Reference, fixed: bool) -> tuple[str, str]:
    """The smallest and the largest text that can follow a value: any if a value follows without a delimiter."""
    if isinstance(after, LiteralText):
        return after.text, after.text
    return "", "" if fixed else "~"


def _disorder(
    made: Sequence[tuple[AttributeValue, str]], following: tuple[str, str], *, descending: bool
) -> Disorder | None:
    """Two values whose strings are, or may be, in the wrong order. Equal strings (coarse ones) are in order."""
    least, greatest = following
    for (first, one), (second, other) in _pairs(made):
        if one == other:
            continue
        low, high = one + greatest, other + least
        wrong = low.encode("utf-8", "surrogatepass") > high.encode("utf-8", "surrogatepass")
        # A value that contains the delimiter can look like a longer one: the text after it then decides.
        if wrong != descending or (low != one and high.startswith(low)):
            return Disorder(first, second, (low, high))
    return None


def _pairs[T](made: Sequence[T]) -> Iterator[tuple[T, T]]:
    yield from pairwise(made)
    for place, one in enumerate(made):
        yield from ((one, other) for other in made[place + 2 :])


_KEPT: Final = {
    Meaning.NUMBER: "all numbers have the same width",
    Meaning.TIME: "all times have the same precision, in UTC",
    Meaning.MADE: "the id starts with its creation time",
    Meaning.WORDS: "one case only",
    Meaning.ENUM: "as listed",
    Meaning.NONE: "its values are ordered as text",
}


def _reason(meaning: Meaning, names: list[str]) -> str:
    if "pad" in names:
        return "padded to one width, as long as no number has more digits"
    if "reverse" in names:
        return "subtracted from the maximum, so that the newest sorts first"
    return _KEPT.get(meaning, "")


def _broken(meaning: Meaning, attribute: Attribute, names: list[str], disorder: Disorder) -> tuple[Order, str]:
    one, other = disorder.texts
    shown = f"{other!r} sorts before {one!r}"
    match meaning:
        case Meaning.NUMBER if "pad" in names:
            return Order.UNORDERED, f"some numbers are wider than the padding: {shown}"
        case Meaning.NUMBER:
            return Order.UNORDERED, f"negative numbers, or numbers of different widths, do not sort as text: {shown}"
        case Meaning.TIME if attribute.format == "iso":
            return Order.UNKNOWN, f"only if every time has the same precision and ends in Z: {shown}"
        case Meaning.TIME:
            return Order.UNORDERED, f"epoch seconds do not sort as text unless padded: {shown}"
        case Meaning.WORDS if one.lower() < other.lower():
            return Order.UNORDERED, f"upper-case letters sort before lower-case letters: {shown}"
        case Meaning.ENUM:
            return Order.UNORDERED, f"the listed order is not the text order: {shown}"
    return Order.UNORDERED, f"a value can continue with characters that sort before the following text: {shown}"
