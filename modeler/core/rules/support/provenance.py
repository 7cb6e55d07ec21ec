"""Findings about inferred parts: advice until a person confirms or edits the part.

An import infers entities, key templates, conditions and patterns from samples. A finding about them can be a fault of
the inference instead of the design, so it is not more severe than advice. What DynamoDB itself rejects, and what a
file specifies, keeps its severity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import INFERRED
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.findings import Finding, Severity

_CERTAIN: Final = frozenset(
    {"ap.fields_do_not_fit", "batch.not_expressible", "batch.size", "expr.limits", "expr.paths_overlap",
     "expr.placeholder", "expr.reserved_word", "index.gsi_count", "index.lsi_shape", "index.multi_attribute_shape",
     "index.projected_names", "index.projection_shape", "item.bad_value", "item.key_too_long", "item.over_400kb",
     "name.bad_attribute", "name.bad_table_or_index", "name.duplicate_attribute",
     "name.duplicate_index", "name.duplicate_table", "query.consistent_on_gsi", "settings.feature_limits",
     "txn.size"}
)  # fmt: skip
"""Rules about what a request or a file specifies: no template, entity or condition is part of the answer."""


def moderated(design: Design, found: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, with those that rest on an inference as advice."""
    doubtful, inferred = _doubtful(design)
    for finding in found:
        is_inferred = finding.part in inferred or (finding.part in doubtful and finding.rule not in _CERTAIN)
        if is_inferred and finding.severity is not Severity.ADVICE:
            finding = replace(finding, severity=Severity.ADVICE, facts={**finding.facts, "inferred": True})
        yield finding


def _doubtful(design: Design) -> tuple[frozenset[str], frozenset[str]]:
    """Ids of the parts whose findings can rest on an inference, and of patterns that are inferences themselves."""
    parts: set[str] = set()
    inferred: set[str] = set()
    for table in design.tables:
        parts.update(_of_table(table))
    names = {entity.id: entity.name for _, entity in design.entities() if entity.provenance == INFERRED}
    for pattern in design.patterns:
        if pattern.provenance == INFERRED:
            inferred.add(pattern.id)
        elif names and any(entity.id in names for entity in _entities(design, pattern)):
            parts.add(pattern.id)
    return frozenset(parts), frozenset(inferred)


def _of_table(table: Table) -> Iterator[str]:
    if table.provenance == INFERRED:
        yield table.id
    yield from (index.id for index in table.indexes if index.provenance == INFERRED)
    for entity in table.entities:
        if entity.provenance == INFERRED:
            yield entity.id
            yield from (attribute.id for attribute in entity.attributes)
            yield from (item.id for item in entity.items)
            yield from (overload.id for overload in entity.overloads if overload.provenance == INFERRED)


def _entities(design: Design, pattern: AccessPattern) -> Iterator[Entity]:
    """The entities that a pattern and its steps can return: those that it names, else all of its table."""
    for one in (pattern, *pattern.members):
        named = design.entities_of(one)
        table = design.table(one.table)
        yield from named or (table.entities if table is not None else ())
