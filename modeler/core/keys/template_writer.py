"""Key templates compiled: from an item to the value of one key attribute, fast enough to run on every keystroke."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from modeler.core.keys import templates
from modeler.core.keys.templates import KeyTemplate, LiteralText, Unrendered
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item

type KeyWriter = Callable[[Item], AttributeValue | Unrendered]


def key_writer(source: str, kind: AttributeType, formats: Mapping[str, str]) -> KeyWriter:
    """A function that gives a key attribute of type `kind` its value, as `keys.render` would.

    A key of type N or B needs one plain reference, and gets the attribute's value as it is.
    """
    template = templates.parse(source)
    if kind == AttributeType.S:
        return _text_writer(template, formats)
    reference = template.plain_reference
    if template.problem or reference is None:
        refusal = Unrendered("", template.problem or f"a key of type {kind} needs exactly one plain reference")
        return lambda item: refusal
    name = reference.attribute
    missing = Unrendered(name, f"the item has no {name}")
    misfit = Unrendered(name, f"{name} does not have type {kind}")

    def write(item: Item) -> AttributeValue | Unrendered:
        value = item.get(name)
        if value is None:
            return missing
        return value if value.type == kind else misfit

    return write


def _text_writer(template: KeyTemplate, formats: Mapping[str, str]) -> KeyWriter:
    kind = AttributeType.S
    if template.is_constant:
        constant = AttributeValue(kind, "".join(part.text for part in template.parts if isinstance(part, LiteralText)))
        return lambda item: constant
    names = tuple(reference.attribute for reference in template.references)
    if template.problem or not all(reference.is_plain for reference in template.references):
        return _general_writer(template, formats)
    shape = "".join(part.text.replace("%", "%%") if isinstance(part, LiteralText) else "%s" for part in template.parts)
    general = _general_writer(template, formats)

    def write(item: Item) -> AttributeValue | Unrendered:
        texts = []
        for name in names:
            value = item.get(name)
            # S is used as it is, the most frequent case; the central function handles everything else.
            if value is None or value.type is not kind:
                return general(item)
            texts.append(value.data)
        return AttributeValue(kind, shape % tuple(texts))

    return write


def _general_writer(template: KeyTemplate, formats: Mapping[str, str]) -> KeyWriter:
    def write(item: Item) -> AttributeValue | Unrendered:
        text = templates.render(template, item, formats)
        return text if isinstance(text, Unrendered) else AttributeValue(AttributeType.S, text)

    return write
