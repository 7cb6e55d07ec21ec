"""A key condition whose constant text is not what entities write, as after a new key template: the same condition with
the text that they write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.design.tables import Index, Table
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse, print_template
from modeler.core.keys.written_keys import written_keys
from modeler.core.servings.key_agreement import mismatches

_DELIMITERS: Final = re.compile(r"[#|/:]")


def with_new_text(design: Design, pattern: AccessPattern) -> AccessPattern | None:
    """Return the pattern with the constant text of its key condition as its entities write it, if that alone makes the
    condition match. None if it matches already, if values differ too, or if another entity has such a key, before or
    after.
    """
    table = design.table(pattern.table)
    index = None if table is None else table.base if pattern.index is None else table.index(pattern.index)
    entities = design.entities_of(pattern)
    if table is None or index is None or not entities or not any(mismatches(table, index, entities, pattern)):
        return None
    others = [one for one in table.entities if one not in entities]
    if _are_met(table, index, others, pattern):
        return None
    for key in dict.fromkeys(_conditions(table, index, entities, pattern)):
        made = replace(pattern, key=key)
        if not any(mismatches(table, index, entities, made)) and not _are_met(table, index, others, made):
            return made
    return None


def _are_met(table: Table, index: Index, entities: Sequence[Entity], pattern: AccessPattern) -> bool:
    """Return whether the pattern asks for a key that one of these entities writes."""
    return any(not any(mismatches(table, index, (one,), pattern)) for one in entities)


def _conditions(
    table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern
) -> Iterator[tuple[KeyCondition, ...]]:
    """The key condition in the text of each key that the entities write."""
    for entity in entities:
        for key in written_keys(table, entity, index):
            written = dict(zip((one.name for one in index.keys), key.templates, strict=True))
            made = [_like(one, written.get(one.name), entity) for one in pattern.key]
            if all(made):
                yield tuple(one for one in made if one is not None)


def _like(condition: KeyCondition, written: KeyTemplate | None, entity: Entity) -> KeyCondition | None:
    if written is None or written.problem:
        return None
    whole = condition.operator == "="
    made = [_text_like(parse(text), written, entity, whole=whole) for text in condition.templates]
    found = tuple(one for one in made if one is not None)
    return replace(condition, templates=found) if len(found) == len(made) else None


def _text_like(asked: KeyTemplate, written: KeyTemplate, entity: Entity, *, whole: bool) -> str | None:
    """Return the asked template with the constant text of the written one; None if they differ in more than that: in a
    value, or in how many words the text has, as an extra word is a value too.
    """
    parts = list(written.parts if whole else _start(asked, written))
    if asked.problem or len(parts) != len(asked.parts):
        return None
    made: list[LiteralText | Reference] = []
    for mine, theirs in zip(asked.parts, parts, strict=True):
        match mine, theirs:
            case LiteralText(text), LiteralText(other) if _shape(text) == _shape(other):
                made.append(theirs)
            case Reference(name), Reference(other) if name == other or entity.attribute(name) is None:
                made.append(replace(mine, formats=theirs.formats))
            case _:
                return None
    return print_template(tuple(made))


def _start(asked: KeyTemplate, written: KeyTemplate) -> tuple[LiteralText | Reference, ...]:
    return written.parts[: len(asked.parts)]


def _shape(text: str) -> tuple[int, int]:
    """How many words a constant text has, and how many of its delimiters are between or around them."""
    return len(words_in(text)), len(_DELIMITERS.findall(text))


def words_in(text: str) -> list[str]:
    """The words between the delimiters of a constant text."""
    return [word for word in _DELIMITERS.split(text) if word]
