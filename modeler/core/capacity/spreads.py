"""Which partition-key values the calls on an index use, and the share of the hottest one.

A template with enum values becomes one spread for each value (`STATUS#OPEN`), so that a status key is as hot as its
most frequent value and a read of one value meets its writes. Shares are estimates and name their basis; if a fact is
missing, the share is None and `lacking` names the field.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from modeler.core.arithmetic import exact, plain_number
from modeler.core.capacity.populations import Population, distinct_keys, is_moment, is_now, period_of, shards_of
from modeler.core.capacity.skew import hottest_share
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.pattern_facts import Skew
from modeler.core.items.value_bounds import enum_value
from modeler.core.keys.key_formats import apply_formats
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, print_template
from modeler.core.values.attribute_values import AttributeType, AttributeValue

VALUES_MAX: Final = 64
"""Combinations of enum values that become separate keys; beyond that, the most frequent value represents all."""

_UNCOUNTED: Final = "one of an unknown number of keys"

_NOTHING_KNOWN: Final[Mapping[str, AttributeValue]] = MappingProxyType({})

type Parts = tuple[LiteralText | Reference, ...]


class KeySpread(NamedTuple):
    """One kind of partition-key value of an index.

    `shape` is the same for keys that can be the same text, whatever the names of their attributes; `label` shows it.
    `weight` is the share of calls on keys of this kind, `share` the part of those on the hottest one key, None if
    unknown. `separate`: several requests of one call go to different keys (shards, buckets). `periods`: the time
    periods in the key (`date`), so that another key follows when the period ends.
    """

    shape: tuple[str, ...]
    label: str
    weight: float
    share: float | None
    how: tuple[str, ...] = ()
    lacking: str = ""
    certain: bool = False
    separate: bool = False
    periods: tuple[str, ...] = ()

    @property
    def hottest(self) -> float:
        """The share of all calls that the hottest key of this kind gets; 0 if unknown."""
        return 0.0 if self.share is None else self.weight * self.share


class SpreadInput(NamedTuple):
    """The input of a spread in addition to the templates: the entity, populations, the skew and its attributes, and the
    known enum values.
    """

    entity: Entity | None
    population: Population
    skew: Skew | None = None
    skewed: frozenset[str] = frozenset()
    known: Mapping[str, AttributeValue] = _NOTHING_KNOWN


def key_spreads(templates: Sequence[KeyTemplate], asked: SpreadInput) -> tuple[KeySpread, ...]:
    """The distribution of calls over a partition key of these templates (several for a multi-attribute key)."""
    references = [reference for template in templates for reference in template.references]
    enums = _enums(references, asked)
    if not enums:
        return (_spread(templates, asked, 1, {}),)
    choices = list(_choices(enums, asked, alone=not _keyed(references, asked, enums)))
    merged: dict[tuple[str, ...], KeySpread] = {}
    for weight, chosen in choices:
        made = _spread(templates, asked, weight, chosen)
        same = merged.get(made.shape)
        if same is not None:
            made = made._replace(weight=made.weight + same.weight, certain=False)
        merged[made.shape] = made
    return tuple(merged.values())


def key_shapes(templates: Sequence[KeyTemplate], entity: Entity | None) -> frozenset[tuple[str, ...]]:
    """The shapes of the spreads of these templates, without the shares."""
    asked = SpreadInput(entity, Population())
    enums = _enums([reference for template in templates for reference in template.references], asked)
    return frozenset(
        tuple(_shape(_spelled(template, asked, chosen)) for template in templates) for chosen in _combinations(enums)
    )


def identifying(templates: Sequence[KeyTemplate], entity: Entity | None) -> frozenset[str]:
    """The attributes whose values get uneven traffic: ids in the key, else those its shards are computed from, else its
    enum values.
    """
    references = [reference for template in templates for reference in template.references]
    asked = SpreadInput(entity, Population())
    enums = _enums(references, asked)
    return (
        _keyed(references, asked, enums)
        or frozenset(one.attribute for one in references if any(call.name == "shard" for call in one.formats))
        or frozenset(enums)
    )


def _attribute(entity: Entity | None, name: str) -> Attribute | None:
    return None if entity is None else entity.attribute(name)


def _enums(references: Sequence[Reference], asked: SpreadInput) -> dict[str, list[tuple[float, AttributeValue]]]:
    """The values of each attribute that the key spells out, with their shares."""
    found: dict[str, list[tuple[float, AttributeValue]]] = {}
    combinations = 1
    for name in dict.fromkeys(reference.attribute for reference in references):
        attribute = _attribute(asked.entity, name)
        values = _members(attribute, asked.known.get(name))
        if attribute is None or not values or shards_of(attribute, Reference(name)):
            continue
        if combinations * len(values) <= VALUES_MAX:
            combinations *= len(values)
            found[name] = values
    return found


def _members(attribute: Attribute | None, known: AttributeValue | None) -> list[tuple[float, AttributeValue]]:
    if attribute is None:
        return []
    if known is not None and (attribute.values or attribute.type is AttributeType.BOOL):
        return [(1.0, known)]
    if attribute.values:
        total = sum(attribute.values.values())
        even = 1 / len(attribute.values)
        shares = [(share / total if total > 0 else even, text) for text, share in attribute.values.items()]
        return [(share, enum_value(attribute, text)) for share, text in shares if share > 0]
    if attribute.type is AttributeType.BOOL:
        return [(0.5, AttributeValue(AttributeType.BOOL, value)) for value in (True, False)]
    return []


def _choices(
    enums: Mapping[str, list[tuple[float, AttributeValue]]], asked: SpreadInput, *, alone: bool
) -> Iterator[tuple[float, dict[str, AttributeValue]]]:
    """Every combination of enum values with its share; a skew sets the share of the most frequent one."""
    weights = (math.prod(share for share, _ in combination) for combination in product(*enums.values()))
    made = list(zip(weights, _combinations(enums), strict=True))
    top = max(share for share, _ in made)
    given = asked.skew.hottest if asked.skew and alone and asked.skewed & enums.keys() else None
    if given is None or top >= 1:
        yield from made
        return
    others = (1 - min(given, 1.0)) / (1 - top)
    first = next(position for position, (share, _) in enumerate(made) if share == top)
    for position, (share, chosen) in enumerate(made):
        yield (min(given, 1.0) if position == first else share * others), chosen


def _combinations(enums: Mapping[str, list[tuple[float, AttributeValue]]]) -> Iterator[dict[str, AttributeValue]]:
    """Every combination of enum values, by attribute."""
    for combination in product(*enums.values()):
        yield dict(zip(enums, (value for _, value in combination), strict=True))


def _keyed(references: Sequence[Reference], asked: SpreadInput, enums: Mapping[str, object]) -> frozenset[str]:
    """The attributes that distinguish keys: not enum values, shards, or the time."""
    return frozenset(
        one.attribute
        for one in references
        if one.attribute not in enums and _distinguishes(_attribute(asked.entity, one.attribute), one)
    )


def _distinguishes(attribute: Attribute | None, reference: Reference) -> bool:
    return not (
        _members(attribute, None)
        or shards_of(attribute, reference)
        or is_now(attribute, reference)
        or is_moment(attribute, reference)
    )


def _spread(
    templates: Sequence[KeyTemplate], asked: SpreadInput, weight: float, chosen: Mapping[str, AttributeValue]
) -> KeySpread:
    spelled = [_spelled(template, asked, chosen) for template in templates]
    references = [part for parts in spelled for part in parts if isinstance(part, Reference)]
    keyed = _keyed(references, asked, chosen)
    how: list[str] = []
    if chosen and weight < 1:
        values = ", ".join(f"{name} {value.data}" for name, value in chosen.items())
        how.append(f"{plain_number(exact(weight * 100))}% with {values}")
    share, lacking = _key_share(keyed, references, asked, how)
    separate = False
    periods = [period_of(_attribute(asked.entity, one.attribute), one) for one in references]
    for reference in references:
        attribute = _attribute(asked.entity, reference.attribute)
        if shards := shards_of(attribute, reference):
            separate = True
            if share is not None:
                share *= _shard_share(reference, shards, keyed, asked, how)
        elif is_now(attribute, reference):
            separate = True
            how.append(f"as if every call were about the current {print_template((reference,))}")
        elif (members := _members(attribute, None)) and share is not None:
            top = max(part for part, _ in members)
            share *= top
            how.append(f"{plain_number(exact(top * 100))}% with the most frequent {reference.attribute}")
        elif is_moment(attribute, reference):
            share = 0.0
            how.append(f"each moment has a different {reference.attribute}")
    return KeySpread(
        tuple(map(_shape, spelled)),
        " + ".join(map(print_template, spelled)),
        weight,
        share,
        tuple(how) or (_UNCOUNTED if share is None else "one key",),
        lacking,
        certain=not references and weight >= 1,
        separate=separate,
        periods=tuple(filter(None, periods)),
    )


def _key_share(
    keyed: frozenset[str], references: Sequence[Reference], asked: SpreadInput, how: list[str]
) -> tuple[float | None, str]:
    """The hottest key's share, without time and shards; or which fact is missing."""
    if not keyed:
        return 1.0, ""
    uneven = keyed & asked.skewed if asked.skew else frozenset()
    count = distinct_keys(keyed, references, asked.entity, asked.population)
    names = ", ".join(sorted(keyed))
    lacking = f"the number of {names} is not given (the count of the entity that it identifies, or a skew)"
    if not uneven:
        if count is None:
            return None, lacking
        how.append(f"evenly over {plain_number(exact(count))} {names}")
        return 1 / count, ""
    values = distinct_keys(uneven, references, asked.entity, asked.population) if uneven != keyed else count
    share = hottest_share(asked.skew, values)
    if share is None or (uneven != keyed and (count is None or values is None)):
        return None, lacking
    told = f"the hottest {', '.join(sorted(uneven))} takes {plain_number(exact(share * 100))}%"
    how.append(told)
    if uneven != keyed and count is not None and values is not None:
        share /= max(1.0, count / values)
    return share, ""


def _shard_share(reference: Reference, shards: int, keyed: frozenset[str], asked: SpreadInput, how: list[str]) -> float:
    name = reference.attribute
    by_value = any(call.name == "shard" for call in reference.formats)
    if by_value and name in keyed:
        return 1.0  # the value itself is in the key: its shard distinguishes nothing more
    values = distinct_keys(frozenset({name}), (reference,), asked.entity, asked.population) if by_value else None
    if by_value and asked.skew and name in asked.skewed and (share := hottest_share(asked.skew, values)) is not None:
        how.append(f"÷ {shards} shards, the hottest {name} whole in one of them")
        return share + (1 - share) / shards
    filled = shards if values is None else max(1, min(shards, int(values)))
    how.append(f"÷ {filled} shards")
    return 1 / filled


def _spelled(template: KeyTemplate, asked: SpreadInput, chosen: Mapping[str, AttributeValue]) -> Parts:
    """The template with its known values as text, and adjacent literals merged."""
    if chosen.keys().isdisjoint(template.attributes):
        return template.parts
    parts: list[LiteralText | Reference] = []
    for part in template.parts:
        made: LiteralText | Reference = part
        if isinstance(part, Reference) and part.attribute in chosen:
            attribute = _attribute(asked.entity, part.attribute)
            text = apply_formats(chosen[part.attribute], part.formats, attribute.format if attribute else "")
            made = part if text is None else LiteralText(text)
        if isinstance(made, LiteralText) and parts and isinstance(parts[-1], LiteralText):
            parts[-1] = LiteralText(parts[-1].text + made.text)
        else:
            parts.append(made)
    return tuple(parts)


@lru_cache(maxsize=4096)
def _shape(parts: Parts) -> str:
    """Equal for keys that differ only in the names of attributes; without a literal, names distinguish them."""
    anonymous = any(isinstance(part, LiteralText) for part in parts)
    blank = tuple(
        Reference("_" if anonymous else part.attribute, part.formats) if isinstance(part, Reference) else part
        for part in parts
    )
    return print_template(blank)
