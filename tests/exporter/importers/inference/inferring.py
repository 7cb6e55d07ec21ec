"""What inference finds in the items of the shipped examples, beside the truth that they were made from.

An entity is right where exactly its items were taken together. A template is right where it is the same text, but for
the names of attributes that no item holds: those cannot be known. A condition counts with its template.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from exporter.importers.items.item_tables import infer_table
from exporter.importers.support.base import Report
from exporter.importers.support.rows import StoredRow
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.items.materialize import materialise
from modeler.core.keys import templates
from modeler.examples import examples


@dataclass
class Score:
    """How many there are, how many were found, how many of these are right."""

    truth: int = 0
    found: int = 0
    right: int = 0

    @property
    def precision(self) -> float:
        """Of what was found, the share that is right."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Of what is true, the share that was found."""
        return self.right / self.truth if self.truth else 1.0

    def add(self, truth: int, found: int, right: int) -> None:
        """Counts more."""
        self.truth, self.found, self.right = self.truth + truth, self.found + found, self.right + right


@dataclass
class Scores:
    """Entities, templates of the table's own key, templates of GSIs, conditions; and what went wrong, in words."""

    entities: Score = field(default_factory=Score)
    base: Score = field(default_factory=Score)
    gsi: Score = field(default_factory=Score)
    conditions: Score = field(default_factory=Score)
    wrong: list[str] = field(default_factory=list)


def inferred(table: Table, without: str = "") -> tuple[Table, Report]:
    """The table as its key schema and its stored items give it back, without one attribute of theirs."""
    report = Report()
    bare = replace(table, entities=(), unassigned=(), settings={})
    rows = [
        StoredRow(stored.id, {name: value for name, value in stored.item.items() if name != without})
        for stored in materialise(table)
    ]
    return infer_table(bare, rows, "items", report), report


def compare(table: Table, scores: Scores, without: str = "") -> None:
    """Adds what inference finds of one table."""
    guessed, _ = inferred(table, without)
    truth = dict(_members(table))
    found = {members: entity for entity, members in _by_members(guessed)}
    with_items = [entity for entity in table.entities if entity.items]
    right = [entity for entity in with_items if truth[entity.name] in found]
    scores.entities.add(len(with_items), len(found), len(right))
    for entity in with_items:
        twin = found.get(truth[entity.name])
        if twin is None:
            scores.wrong.append(f"{table.name}: {entity.name} was not found")
        _compare_keys(table, entity, twin, scores)
    of_no_truth = [one for one in guessed.entities if one.name not in {found[truth[e.name]].name for e in right}]
    for entity in of_no_truth:
        for index, _, _ in _templates(entity):
            (scores.gsi if index else scores.base).found += 1


def _compare_keys(table: Table, entity: Entity, twin: Entity | None, scores: Scores) -> None:
    stored = {name for item in materialise(table) if item.entity == entity.name for name in item.item}
    true = [(index, name, _canonical(text, stored)) for index, name, text in _templates(entity)]
    # An index key without a template is the item's own attribute of that name: the same as a template that says so.
    silent = [
        index for index in table.indexes if not entity.overloads_of(index.name) and stored >= set(index.key_names)
    ]
    true += [(index.name, name, f"{{{name}}}") for index in silent for name in index.key_names]
    got = [(index, name, _canonical(text, stored)) for index, name, text in _templates(twin)] if twin else []
    for score, is_base in ((scores.base, True), (scores.gsi, False)):
        mine = [one for one in true if (one[0] is None) is is_base]
        theirs = [one for one in got if (one[0] is None) is is_base]
        score.add(len(mine), len(theirs), len([one for one in mine if one in theirs]))
    scores.wrong += [
        f"{table.name}: {entity.name} in {i or 'table'}: {n} = {t}" for i, n, t in true if (i, n, t) not in got
    ]
    scores.wrong += [f"    got {i or 'table'}: {n} = {t}" for i, n, t in got if (i, n, t) not in true]
    when = {(one.index, one.when) for one in entity.overloads if one.when}
    told = {(one.index, one.when) for one in twin.overloads if one.when} if twin else set()
    scores.conditions.add(len(when), len(told), len(when & told))
    scores.wrong += [f"{table.name}: {entity.name}: conditions {told}, not {when}"] if told != when else []


def _templates(entity: Entity) -> Iterator[tuple[str | None, str, str]]:
    for overload in entity.overloads:
        for name, text in overload.keys.items():
            yield overload.index, name, text


def _canonical(text: str, stored: set[str]) -> str:
    """The template with numbers for the names that no item holds."""
    unknown: dict[str, str] = {}
    parts = tuple(
        replace(part, attribute=unknown.setdefault(part.attribute, f"?{len(unknown)}"), formats=())
        if isinstance(part, templates.Reference) and part.attribute not in stored
        else part
        for part in templates.parse(text).parts
    )
    return templates.print_template(parts)


def _members(table: Table) -> Iterator[tuple[str, frozenset[object]]]:
    for entity in table.entities:
        yield entity.name, frozenset(item.key for item in materialise(table) if item.entity == entity.name)


def _by_members(table: Table) -> Iterator[tuple[Entity, frozenset[object]]]:
    for entity in table.entities:
        yield entity, frozenset(item.key for item in materialise(table) if item.entity == entity.name)


@cache
def designs() -> Mapping[str, Design]:
    """The shipped examples by name."""
    found: dict[str, Design] = {}
    for example in examples():
        found |= {f"{example.key}, {name}": design for name, design in example.versions}
        found |= {} if example.versions else {example.key: example.design}
    return found


def measured(without: str = "") -> dict[str, Scores]:
    """The scores of each example, and of all together under ''; `without` an attribute that the items then lack."""
    found: dict[str, Scores] = {"": Scores()}
    for name, design in designs().items():
        found[name] = Scores()
        for table in design.tables:
            compare(table, found[name], without)
            compare(table, found[""], without)
    return found
