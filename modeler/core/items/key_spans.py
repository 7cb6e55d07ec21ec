"""The bytes of the keys that an entity writes, beside those of its attributes. facts/item-sizes#values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from modeler.core.design.tables import KeyAttribute
from modeler.core.items.index_shares import ShareCell
from modeler.core.items.item_states import EntityFacts
from modeler.core.items.value_bounds import (
    ByteSpan,
    SizeSource,
    exactly,
    text_span,
    together,
    undeclared_span,
    value_span,
)
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import LiteralText, Reference, parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue, utf8_length


class StoredAttribute(NamedTuple):
    """One attribute as stored: the bytes of its value if present, and the share of items that have it."""

    name: str
    span: ByteSpan
    presence: float


@dataclass(slots=True)
class KeySpans:
    """The rendered keys of one entity, which are added to its attributes place by place."""

    facts: EntityFacts
    attributes: dict[str, StoredAttribute]
    known: dict[tuple[str, tuple[FormatCall, ...]], ByteSpan] = field(default_factory=dict)
    """The references of its templates: several keys have the same ones."""

    def add(self, keys: Iterable[KeyAttribute], cells: list[tuple[ShareCell, float]], presence: float) -> None:
        """Add the key attributes that overloads write; a key that is the item's own attribute is already there."""
        for key in keys:
            written = [
                (self.template(cell.overload.keys[key.name], key), share)
                for cell, share in cells
                if cell.overload is not None and key.name in cell.overload.keys
            ]
            if not written:
                continue
            shared = self.attributes.get(key.name)
            if shared is None or shared.presence < presence:
                self.attributes[key.name] = StoredAttribute(key.name, _mixed(written), presence)

    def template(self, source: str, key: KeyAttribute) -> ByteSpan:
        """Bytes of a rendered key."""
        template = parse(source)
        if key.type is not AttributeType.S and (reference := template.plain_reference) is not None:
            declared, samples = self.facts.attributes.get(reference.attribute), self._samples(reference.attribute)
            return undeclared_span(samples) if declared is None else value_span(declared, samples)
        return together(
            exactly(utf8_length(part.text), SizeSource.TEMPLATE)
            if isinstance(part, LiteralText)
            else self._reference(part)
            for part in template.parts
        )

    def _reference(self, reference: Reference) -> ByteSpan:
        """Bytes of a reference. A template of an index can refer to the table's own keys, which are known by then."""
        name, facts = reference.attribute, self.facts
        if name not in facts.attributes and name not in facts.values and name in self.attributes:
            return self.attributes[name].span
        known = (name, reference.formats)
        if known not in self.known:
            self.known[known] = text_span(facts.attributes.get(name), reference.formats, self._samples(name))
        return self.known[known]

    def _samples(self, name: str) -> list[AttributeValue]:
        return self.facts.values.get(name, [])


def _mixed(written: list[tuple[ByteSpan, float]]) -> ByteSpan:
    spans = [span for span, _ in written]
    if len(spans) == 1:
        return spans[0]
    total = sum(share for _, share in written)
    largest = [span.maximum for span in spans if span.maximum is not None]
    return ByteSpan(
        min(span.minimum for span in spans),
        sum(span.average * share for span, share in written) / total,
        max(largest) if len(largest) == len(spans) else None,
        frozenset().union(*(span.sources for span in spans)),
        all(span.certain for span in spans),
    )
