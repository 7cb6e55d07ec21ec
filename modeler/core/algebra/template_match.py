"""From a key back to its attribute values, and the part of a template that known values determine."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from modeler.core.algebra.automaton import TooLarge, automaton, shared_text
from modeler.core.algebra.shapes import Attributes, template_shape
from modeler.core.algebra.witnesses import rendered, typed
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import KeyTemplate, Literal, Reference, print_template
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_TURNED_BACK = {(): "plain", ("pad",): "pad", ("reverse",): "reverse"}


def match(template: KeyTemplate, text: str, attributes: Attributes) -> dict[str, AttributeValue] | None:
    """The attribute values in a key text, by name; None if the template cannot have produced it.

    Values that a format does not preserve (the month of a time, a shard, lower case) are left out, but their text must
    still fit. An attribute used twice must have the same value twice.
    """
    if template.problem:
        return None
    try:
        found = shared_text(automaton(template_shape(template, attributes)), automaton(((text,),)))
    except TooLarge:
        return None
    if found is None:
        return None
    values: dict[str, AttributeValue] = {}
    for position, part in enumerate(template.parts):
        if isinstance(part, Literal):
            continue
        value = _turned_back(part, found.left.get(position, ""), attributes)
        if value is not None and values.setdefault(part.attribute, value) != value:
            return None
    return values if _agrees(template, found.left, values, attributes) else None


def _attribute(name: str, attributes: Attributes) -> Attribute:
    return attributes.get(name) or Attribute("", name, AttributeType.S)


def _turned_back(reference: Reference, text: str, attributes: Attributes) -> AttributeValue | None:
    attribute = _attribute(reference.attribute, attributes)
    match _TURNED_BACK.get(tuple(call.name for call in reference.formats)):
        case "plain":
            return typed(attribute, text)
        case "pad":
            return typed(attribute, text.lstrip("0") or "0")
        case "reverse":
            width = int(reference.formats[0].argument or 0)
            return typed(attribute, str(10**width - 1 - int(text)))
    return None


def _agrees(
    template: KeyTemplate, texts: Mapping[int, str], values: Mapping[str, AttributeValue], attributes: Attributes
) -> bool:
    """Return whether the values found reproduce every part that refers to them."""
    return all(
        rendered(values[part.attribute], part.formats, _attribute(part.attribute, attributes))
        == texts.get(position, "")
        for position, part in enumerate(template.parts)
        if isinstance(part, Reference) and part.attribute in values
    )


def bound_prefix(template: KeyTemplate, known: Collection[str]) -> KeyTemplate:
    """The leading part of a template that known attributes determine: what a key condition can express with them."""
    parts: list[Literal | Reference] = []
    for part in template.parts:
        if isinstance(part, Reference) and part.attribute not in known:
            break
        parts.append(part)
    return KeyTemplate(print_template(tuple(parts)), tuple(parts), template.problem)


def prefix_bounds(prefix: str) -> tuple[str, str | None]:
    """The least text with this prefix, and the least text after all of them (None: there is none).

    facts/ordering#key-order.
    """
    for end in range(len(prefix), 0, -1):
        point = ord(prefix[end - 1])
        if point < 0x10FFFF:
            # Surrogates are not characters in UTF-8.
            after = 0xE000 if point == 0xD7FF else point + 1
            return prefix, prefix[: end - 1] + chr(after)
    return prefix, None
