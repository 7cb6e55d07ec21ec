"""Reads of one item by its identity: in the table by its whole key, or in an index that is keyed by the identity."""

from __future__ import annotations

from dataclasses import replace

from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.servings.wanted import Equal
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.problem import EntityGroup, KeyChoice, ReadOption
from modeler.core.synthesis.trial import ServedCall


def is_identified(call: PlacedCall) -> bool:
    """Return whether a read gives the whole identity of one entity."""
    if len(call.entities) != 1 or not call.entities[0].identity:
        return False
    named = {term.attribute for term in call.wanted.terms if isinstance(term, Equal)}
    return set(call.entities[0].identity) <= named


def is_indirect(table: Table, call: PlacedCall, found: ServedCall) -> bool:
    """Return whether a read of one item by its identity is more than a look-up: a filter over a collection, or a range
    in the one partition that every item of the entity shares.
    """
    if not is_identified(call):
        return False
    entity = table.entity(call.entities[0].name)
    names = table.base.key_names
    if entity is not None and found.serving.index is None:
        whole = len(found.pattern.key) == len(names) and all(one.operator == "=" for one in found.pattern.key)
        if whole:
            return False
    first = found.pattern.key[0] if found.pattern.key else None
    if first is None or not any(parse(text).attributes for text in first.templates):
        return True
    bound = set(found.serving.bound)
    values = {term.attribute: term.value for term in call.wanted.terms if isinstance(term, Equal)}
    return any(
        isinstance(value := values[name], str) and not {name, value} & bound for name in call.entities[0].identity
    )


def with_point_reads(group: EntityGroup) -> EntityGroup:
    """The group without indirect options, as far as each read keeps another in some choice of keys."""
    forced = [
        all(option.indirect for choice in group.choices for option in choice.reads[place])
        for place in range(len(group.reads))
    ]
    if not any(option.indirect for choice in group.choices for options in choice.reads for option in options):
        return group
    made = (_direct(choice, forced) for choice in group.choices)
    choices = tuple(choice for choice in made if all(choice.reads))
    return replace(group, choices=choices) if choices else group


def _direct(choice: KeyChoice, forced: list[bool]) -> KeyChoice:
    reads: list[tuple[ReadOption, ...]] = []
    for place, options in enumerate(choice.reads):
        reads.append(options if forced[place] else tuple(one for one in options if not one.indirect))
    return replace(choice, reads=tuple(reads))
