"""Which index serves a pattern that says what it is given, but not which key it reads by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modeler.core.items import Entity
from modeler.core.key_legality import ProblemKind, ServingProblem
from modeler.core.keys import KeyTemplate, parse
from modeler.core.patterns import AccessPattern, KeyCondition
from modeler.core.tables import Index, Table
from modeler.core.template_match import bound_prefix
from modeler.core.written_keys import WrittenKey, written_keys


@dataclass(frozen=True, slots=True)
class Candidate:
    """An index with the key condition that the given values make. `unbound` are what its partition key still needs."""

    index: Index
    condition: tuple[KeyCondition, ...]
    unbound: tuple[str, ...]

    @property
    def rank(self) -> tuple[int, int, bool]:
        """Smaller is better: fewer values missing, more of the key used, the table's own key before an index."""
        used = sum(len(template) for one in self.condition for template in one.templates)
        return len(self.unbound), -used, not self.index.is_base

    def uses(self, known: frozenset[str]) -> bool:
        """Does the condition say anything of what is given? A constant key would read everything."""
        return any(name in known for one in self.condition for text in one.templates for name in parse(text).attributes)


def search(
    table: Table, entities: tuple[Entity, ...], pattern: AccessPattern, *, whole: bool
) -> Candidate | ServingProblem:
    """The best index for what the pattern is given, or what is missing and the smallest change. `whole`: the table's
    own key, all of it, as GetItem and the writes need it.
    """
    known = frozenset(pattern.parameters)
    indexes = (table.base,) if whole else table.all_indexes
    meant = entities or table.entities
    found = sorted(_candidates(table, indexes, meant, known, whole), key=lambda candidate: candidate.rank)
    served = next((candidate for candidate in found if not candidate.unbound), None)
    if served is not None:
        return served
    given = ", ".join(sorted(known)) or "no parameters"
    if not found:
        names = ", ".join(entity.name for entity in meant) or "nothing"
        message = f"no index holds {names}, so nothing can be looked up by {given}"
        return ServingProblem(ProblemKind.MISSING, message, "give the entity key templates")
    nearest = found[0]
    needs = ", ".join(nearest.unbound)
    message = f"no index serves it with {given}: {nearest.index.name} also needs {needs}"
    change = f"give {needs}, or add a GSI whose partition key is made of {given}"
    return ServingProblem(ProblemKind.MISSING, message, change)


def _candidates(
    table: Table, indexes: tuple[Index, ...], entities: tuple[Entity, ...], known: frozenset[str], whole: bool
) -> Iterator[Candidate]:
    for index in indexes:
        for entity in entities:
            for key in written_keys(table, entity, index):
                # A sparse index holds a part of the entity only, so it cannot answer for all of it.
                if key.complete is None or (key.when and not index.is_base):
                    continue
                candidate = _candidate(index, key, key.complete, known, whole)
                if candidate.unbound or not known or candidate.uses(known):
                    yield candidate


def _candidate(
    index: Index, key: WrittenKey, templates: tuple[KeyTemplate, ...], known: frozenset[str], whole: bool
) -> Candidate:
    count = len(index.keys) if whole else len(index.partition_key)
    unbound = tuple(
        dict.fromkeys(name for template in templates[:count] for name in template.attributes if name not in known)
    )
    condition = [
        KeyCondition(element.name, "=", (str(template),))
        for element, template in zip(index.keys[:count], templates[:count], strict=True)
    ]
    if not whole:
        condition.extend(_sort_conditions(index, templates[count:], known))
    return Candidate(index, tuple(condition), unbound)


def _sort_conditions(index: Index, templates: tuple[KeyTemplate, ...], known: frozenset[str]) -> Iterator[KeyCondition]:
    """As much of the sort key as is known, from left to right."""
    for element, template in zip(index.sort_key, templates, strict=True):
        prefix = bound_prefix(template, known)
        if prefix.parts == template.parts:
            yield KeyCondition(element.name, "=", (str(template),))
            continue
        if prefix.parts and element.type != "N":
            yield KeyCondition(element.name, "begins_with", (str(prefix),))
        return
