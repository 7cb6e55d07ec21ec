"""One pattern, many calls: lists of parameters, and every shard of a key whose shard is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.evaluator.bindings import Bindings
from modeler.core.keys import templates as keys
from modeler.core.keys.templates import KeyTemplate, LiteralText
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string

_SHARD_FORMAT: Final = re.compile(r"shard\((\d{1,4})\)")


@dataclass(frozen=True, slots=True)
class KeyRequest:
    """One request: its key conditions, and the parameters that they use."""

    key: tuple[KeyCondition, ...]
    bindings: Bindings


def calls(pattern: AccessPattern, bindings: Bindings) -> tuple[tuple[KeyRequest, ...], tuple[str, ...]]:
    """The requests that a pattern makes, in order, and problems of its lists, as sentences.

    Lists of parameters are combined in parallel: the first of each, the second of each... A parameter without a value
    that a key uses as a shard (an attribute of format `shard(n)`, or `{id:shard(n)}`) gives n calls.
    """
    lengths = {len(several) for several in bindings.lists.values()}
    if len(lengths) > 1:
        return (), (f"the lists of {' and '.join(bindings.lists)} differ in length",)
    found = [KeyRequest(pattern.key, one) for one in _side_by_side(bindings)]
    for name in _unbound(pattern, bindings):
        found = [more for call in found for more in _over_shards(call, name)]
    return tuple(found), ()


def _side_by_side(bindings: Bindings) -> Iterator[Bindings]:
    if not bindings.lists:
        yield bindings
        return
    for row in zip(*bindings.lists.values(), strict=True):
        yield bindings.having(dict(zip(bindings.lists, row, strict=True)))


def _unbound(pattern: AccessPattern, bindings: Bindings) -> list[str]:
    templates = [keys.parse(text) for condition in pattern.key for text in condition.templates]
    names = dict.fromkeys(name for template in templates for name in template.attributes)
    return [name for name in names if name not in bindings.values and name not in bindings.lists]


def _over_shards(call: KeyRequest, name: str) -> list[KeyRequest]:
    if count := stored_shards(call.bindings, name):
        attribute = call.bindings.attributes[name]
        return [replace(call, bindings=call.bindings.having({name: _shard(n, attribute.type)})) for n in range(count)]
    counts = {
        reference.formats[-1].argument if reference.formats and reference.formats[-1].name == "shard" else None
        for condition in call.key
        for text in condition.templates
        for reference in keys.parse(text).references
        if reference.attribute == name
    }
    match tuple(counts):
        case (int(count),):
            return [replace(call, key=_with_shard(call.key, name, n)) for n in range(count)]
    return [call]


def stored_shards(bindings: Bindings, name: str) -> int:
    """How many shards an attribute of format `shard(n)` has; 0 for other attributes."""
    attribute = bindings.attributes.get(name)
    found = _SHARD_FORMAT.fullmatch(attribute.format) if attribute else None
    return int(found[1]) if found else 0


def _shard(n: int, kind: AttributeType) -> AttributeValue:
    return number(n) if kind == AttributeType.N else string(str(n))


def _with_shard(conditions: tuple[KeyCondition, ...], name: str, n: int) -> tuple[KeyCondition, ...]:
    return tuple(
        replace(condition, templates=tuple(_shard_written(keys.parse(text), name, n) for text in condition.templates))
        for condition in conditions
    )


def _shard_written(template: KeyTemplate, name: str, n: int) -> str:
    if template.problem:
        return template.source
    parts = (
        part if isinstance(part, LiteralText) or part.attribute != name else LiteralText(str(n))
        for part in template.parts
    )
    return keys.print_template(tuple(parts))
