"""The key values that an access pattern requests from an index, and what is known of its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.algebra.collisions import ReasonedVerdict, TemplateSide, can_collide, prefix_catches, range_catches
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, Table
from modeler.core.keys.attribute_formats import FORMATS, is_declared
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse
from modeler.core.rules.support.context import RuleContext
from modeler.core.values.attribute_values import AttributeType


@dataclass(frozen=True, slots=True)
class RequestedKey:
    """Templates that keys must equal, element by element, and the comparison on the next element.

    `operator` is `=` where there is no such element; `bounds` are its templates (two with `between`); `name` is its key
    attribute and `type` that attribute's type.
    """

    equal: tuple[KeyTemplate, ...]
    operator: str = "="
    bounds: tuple[KeyTemplate, ...] = ()
    name: str = ""
    type: AttributeType = AttributeType.S

    @property
    def templates(self) -> tuple[KeyTemplate, ...]:
        """All templates, in the order of the key schema."""
        return self.equal + self.bounds

    @property
    def elements(self) -> int:
        """How many key elements the condition covers."""
        return len(self.equal) + bool(self.bounds)


def asked_keys(index: Index, pattern: AccessPattern) -> RequestedKey | None:
    """Return the key condition of a pattern in the order of the key schema, or None if a partition key is not given."""
    given = {condition.name: condition for condition in pattern.key}
    if not index.partition_key or any(key.name not in given for key in index.partition_key):
        return None
    equal = [parse(given[key.name].templates[0]) for key in index.partition_key]
    for key in index.sort_key:
        condition = given.get(key.name)
        if condition is None:
            break
        templates = tuple(map(parse, condition.templates))
        if condition.operator != "=":
            return RequestedKey(tuple(equal), condition.operator, templates, key.name, key.type)
        equal.append(templates[0])
    return RequestedKey(tuple(equal))


def asked_attributes(
    context: RuleContext, table: Table, index: Index, pattern: AccessPattern, asked: RequestedKey
) -> dict[str, Attribute]:
    """Return what each name in a pattern's templates represents.

    An attribute of its entities; else, for a parameter, the attribute at the same position in a key that they write;
    else the one value that the pattern gives as its example; else an unknown text.
    """
    meant = context.about(pattern)
    known: dict[str, Attribute] = {}
    for entity in reversed(meant):
        known |= entity.attributes_by_name
    placed = _by_place(context, table, index, meant, asked, known)
    names = dict.fromkeys(name for template in asked.templates for name in template.attributes)
    return {name: known.get(name) or placed.get(name) or _example(name, pattern) for name in names}


def _by_place(
    context: RuleContext,
    table: Table,
    index: Index,
    meant: tuple[Entity, ...],
    asked: RequestedKey,
    known: Mapping[str, Attribute],
) -> dict[str, Attribute]:
    placed: dict[str, Attribute] = {}
    pairs = [*enumerate(asked.equal), *((len(asked.equal), bound) for bound in asked.bounds)]
    for entity in meant:
        attributes = entity.attributes_by_name
        for key in context.keys(table, entity, index):
            for place, template in pairs:
                written = key.templates[place]
                for mine, theirs in _aligned(template, written) if written is not None else ():
                    if mine.attribute not in known and theirs.attribute in attributes:
                        stands = _standing(mine, theirs, attributes[theirs.attribute])
                        if stands is not None:
                            placed.setdefault(mine.attribute, stands)
    return placed


def _aligned(asked: KeyTemplate, written: KeyTemplate) -> list[tuple[Reference, Reference]]:
    """Pairs of references at the same position, as long as the literal text before them is the same."""
    found: list[tuple[Reference, Reference]] = []
    for mine, theirs in zip(asked.parts, written.parts, strict=False):
        match mine, theirs:
            case LiteralText(text), LiteralText(other) if text == other:
                continue
            case Reference(), Reference():
                found.append((mine, theirs))
            case _:
                break
    return found


_DIGITS: Final = frozenset({"pad", "reverse", "shard"})


def _standing(mine: Reference, theirs: Reference, attribute: Attribute) -> Attribute | None:
    """The attribute that a parameter must look like to fill the position of a reference."""
    if mine.formats == theirs.formats:
        return replace(attribute, name=mine.attribute)
    if mine.formats:
        return None
    last = theirs.formats[-1].name
    form = "sequence" if last in _DIGITS else last
    return Attribute("", mine.attribute, AttributeType.S, form) if form in FORMATS else None


def _example(name: str, pattern: AccessPattern) -> Attribute:
    example = pattern.parameters.get(name)
    if isinstance(example, int | float) and not isinstance(example, bool):
        return Attribute("", name, AttributeType.N)
    made = Attribute("", name, AttributeType.S)
    return replace(made, values={example: 1.0}) if isinstance(example, str) and example else made


def is_known(asked: RequestedKey, side: TemplateSide) -> bool:
    """Return whether a condition can be judged: a range from an unknown parameter, or over a number or binary key,
    cannot.
    """
    if asked.operator in {"=", "begins_with"}:
        return True
    starts = [template.parts[0] for template in asked.bounds if template.parts]
    known = all(is_declared(side.attribute(part.attribute)) for part in starts if isinstance(part, Reference))
    return known and asked.type is AttributeType.S


def caught_by(asked: RequestedKey, side: TemplateSide, other: TemplateSide) -> ReasonedVerdict:
    """Return whether the condition, whose templates are those of `side`, can match a key of `other`."""
    if asked.operator == "=":
        return can_collide(side, other)
    if asked.operator == "begins_with":
        return prefix_catches(side, other)
    return range_catches(side, other, asked.operator)
