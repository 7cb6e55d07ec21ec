"""Items as DynamoDB prints them (the CLI, the console, an SDK), or as plain JSON: each goes to the entity whose key
templates or attributes it has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from modeler.core.design.items import Entity
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.items.pasted_items import ROWS_MAX, TEXT_MAX, PastedRow
from modeler.core.keys.templates import KeyTemplate, LiteralText, parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item
from modeler.core.values.json_values import from_plain
from modeler.core.values.typed_values import full_text, read_text


@dataclass(frozen=True, slots=True)
class PastedOf:
    """The items of one entity, in the order of the text."""

    table: Table
    entity: Entity
    rows: tuple[PastedRow, ...]

    @property
    def accepted(self) -> tuple[PastedRow, ...]:
        """The rows that make items."""
        return tuple(row for row in self.rows if not row.refusal)


def read_json_items(text: str) -> list[Item] | None:
    """The items of a text: one, a list, lines, or the answer of a Query; None if the text is not JSON at all. Raises
    Invalid for JSON that has no items, and for more than a change can contain.
    """
    if text.lstrip()[:1] not in ("{", "[") or len(text) > TEXT_MAX:
        return None
    try:
        raw = list(_documents(text))
    except (ValueError, RecursionError):
        return None
    found = [_item(one) for document in raw for one in _items(document)]
    if not found:
        raise Invalid("this JSON has no items", path="text")
    if len(found) > ROWS_MAX:
        raise Invalid(f"{len(found):,} items; the limit is {ROWS_MAX:,} at a time", path="text")
    return found


def _documents(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    at = 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        document, at = decoder.raw_decode(text, at)
        yield document
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,"))


def _items(raw: Any) -> Iterator[Mapping[str, Any]]:
    """The items in a document: bare, in `Item` or `Items`, or in the requests of a batch."""
    if isinstance(raw, list):
        for one in raw:
            yield from _items(one)
        return
    if not isinstance(raw, Mapping):
        raise Invalid("an item is a JSON object", path="text")
    if isinstance(raw.get("Items"), list):
        yield from _items(raw["Items"])
    elif isinstance(raw.get("Item"), Mapping):
        yield raw["Item"]
    elif isinstance(raw.get("PutRequest"), Mapping):
        yield from _items(raw["PutRequest"])
    elif raw and all(isinstance(one, list) and one and _is_request(one[0]) for one in raw.values()):
        for requests in raw.values():
            yield from _items(requests)
    elif raw:
        yield raw


def _is_request(raw: Any) -> bool:
    return isinstance(raw, Mapping) and "PutRequest" in raw


def _item(raw: Mapping[str, Any]) -> Item:
    return {name: from_plain(value, AttributeType.S, name) for name, value in raw.items()}


def pasted_items(places: Sequence[tuple[Table, Entity]], items: Sequence[Item], named: Entity | None) -> list[PastedOf]:
    """The items by entity: the one whose keys they have, else the one with most of their attributes, else `named`."""
    found: dict[str, list[PastedRow]] = {}
    for number, item in enumerate(items, 1):
        table, entity, given = _place(places, item, named)
        keys = {name for index in table.all_indexes for name in index.key_names} - entity.attributes_by_name.keys()
        values = {**given, **{name: value for name, value in item.items() if name not in keys}}
        missing = [name for name in entity.identity if name not in values]
        refusal = f"{', '.join(missing)} is missing, which identifies the item" if missing else ""
        found.setdefault(entity.id, []).append(PastedRow(number, values, refusal or ("" if values else "no value")))
    return [PastedOf(table, entity, tuple(found[entity.id])) for table, entity in places if entity.id in found]


def _place(
    places: Sequence[tuple[Table, Entity]], item: Item, named: Entity | None
) -> tuple[Table, Entity, dict[str, AttributeValue]]:
    matches = [(table, entity, found) for table, entity in places if (found := _of_keys(table, entity, item))]
    if matches:
        table, entity, (_, given) = max(matches, key=lambda match: match[2][0])
        return table, entity, given
    best = max(places, key=lambda place: (len(item.keys() & place[1].attributes_by_name.keys()), place[1] is named))
    return (*best, {})


def _of_keys(table: Table, entity: Entity, item: Item) -> tuple[int, dict[str, AttributeValue]] | None:
    """The attributes that the item's own key gives if the entity's templates make such a key, with the number of
    literal characters: of two entities, the one that says more about the key is meant.
    """
    overloads = entity.overloads_of(None)
    names = table.base.key_names
    if not overloads or not all(name in item and overloads[0].keys.get(name) for name in names):
        return None
    literal = 0
    given: dict[str, AttributeValue] = {}
    for name in names:
        template = parse(overloads[0].keys[name])
        found = _pattern(template).fullmatch(full_text(item[name])) if not template.problem else None
        if found is None:
            return None
        literal += sum(len(part.text) for part in template.parts if isinstance(part, LiteralText))
        for reference, text in zip(template.references, found.groups(), strict=True):
            attribute = entity.attribute(reference.attribute)
            if attribute is None or not reference.is_plain:
                continue
            try:
                given[attribute.name] = read_text(text, attribute.type)
            except Invalid:
                return None
    return literal, given


def _pattern(template: KeyTemplate) -> re.Pattern[str]:
    texts = (re.escape(part.text) if isinstance(part, LiteralText) else "(.+?)" for part in template.parts)
    return re.compile("".join(texts), re.DOTALL)
