"""From a key back to its attribute values, and the part of a template that known values determine."""

from __future__ import annotations

from collections.abc import Mapping

from modeler.core.algebra.automaton import TooLarge, automaton, shared_text
from modeler.core.algebra.shapes import Attributes, template_shape
from modeler.core.algebra.witnesses import rendered, typed
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
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
        if isinstance(part, LiteralText):
            continue
        value = _turned_back(part, found.left.get(position, ""), attributes)
        if value is not None and values.setdefault(part.attribute, value) != value:
            return None
    return values if _agrees(template, found.left, values, attributes) else None


def told_by(template: KeyTemplate, attributes: Attributes) -> frozenset[str]:
    """Return the attributes whose values a key text of this template tells, whatever they are."""
    if template.problem:
        return frozenset()
    return frozenset(
        part.attribute
        for part in template.parts
        if isinstance(part, Reference) and _preserves(part, _attribute(part.attribute, attributes))
    )


def _preserves(reference: Reference, attribute: Attribute) -> bool:
    kept = _TURNED_BACK.get(tuple(call.name for call in reference.formats))
    return kept == "plain" or (kept is not None and attribute.type == AttributeType.N)


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
