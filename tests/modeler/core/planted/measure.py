"""How many planted faults are found, and how many of the designs without one have a finding nonetheless."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.analysis import findings
from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document
from modeler.core.findings import Finding, Severity
from modeler.core.migration.rules import analyse_change
from tests.modeler.core.planted.designs import (
    apart,
    definitions,
    expiry,
    forms,
    guarded,
    lasting,
    once,
    races,
    readings,
    requests,
    shapes,
    tenants,
    workers,
)
from tests.modeler.core.planted.faults import (
    conditions,
    contradictions,
    copies,
    filters,
    forms_and_families,
    guards,
    identities,
    in_parts,
    index_shapes,
    index_use,
    items,
    key_shapes,
    load,
    policies,
    queries,
    reviews,
    second_reads,
    second_reviews,
    second_writes,
    settings,
    slips,
    transactions,
    typed_expressions,
)
from tests.modeler.core.planted.faults.changes import CHANGES, ChangeFault
from tests.modeler.core.planted.shape import Document, Fault, Pair

FAULTS: tuple[Fault, ...] = (
    *conditions.FAULTS,
    *contradictions.FAULTS,
    *copies.FAULTS,
    *filters.FAULTS,
    *forms_and_families.FAULTS,
    *guards.FAULTS,
    *identities.FAULTS,
    *in_parts.FAULTS,
    *index_shapes.FAULTS,
    *index_use.FAULTS,
    *items.FAULTS,
    *key_shapes.FAULTS,
    *load.FAULTS,
    *policies.FAULTS,
    *queries.FAULTS,
    *reviews.FAULTS,
    *second_reads.FAULTS,
    *second_reviews.FAULTS,
    *second_writes.FAULTS,
    *settings.FAULTS,
    *slips.FAULTS,
    *transactions.FAULTS,
    *typed_expressions.FAULTS,
)
PAIRS: tuple[Pair, ...] = (
    *apart.FAULTS,
    *definitions.FAULTS,
    *expiry.FAULTS,
    *forms.FAULTS,
    *guarded.FAULTS,
    *lasting.FAULTS,
    *once.FAULTS,
    *readings.FAULTS,
    *races.FAULTS,
    *requests.FAULTS,
    *shapes.FAULTS,
    *tenants.FAULTS,
    *workers.FAULTS,
)
type Planted = Fault | ChangeFault | Pair
PLANTED: Final[tuple[Planted, ...]] = (*FAULTS, *CHANGES, *PAIRS)


@dataclass(frozen=True)
class Measured:
    """What was found: in the faulty design, and in the near miss."""

    fault: Planted
    faulty: tuple[Finding, ...]
    near: tuple[Finding, ...]

    @property
    def is_found(self) -> bool:
        """Does a finding name the fault?"""
        return any(one.rule in self.fault.rules for one in self.faulty)

    @property
    def is_quiet(self) -> bool:
        """Is the near miss silent about it?"""
        return not any(one.rule in self.fault.rules for one in self.near)

    @property
    def false_alarms(self) -> list[Finding]:
        """Errors and warnings about the near miss, of any rule: the design is right."""
        return [one for one in self.near if one.severity is not Severity.ADVICE]


def _of_change(house: Document, after: Document) -> tuple[Finding, ...]:
    return tuple(analyse_change(_design(house), _design(after), None))


def _of_design(document: Document) -> tuple[Finding, ...]:
    return tuple(findings(_design(document)))


def _design(document: Document) -> Design:
    """A test of its own checks that each document is valid, which takes as long as the analysis."""
    return from_document(document, checked=True)


_MEASURED: Final[dict[str, Measured]] = {}


def measure(one: Planted) -> Measured:
    """Return what the rules say of a planted fault and of its near miss. Each is analyzed once."""
    if one.name not in _MEASURED:
        documents = one.faulty_document(), one.near_document()
        if isinstance(one, ChangeFault):
            faulty, near = (_of_change(one.house, document) for document in documents)
        else:
            faulty, near = map(_of_design, documents)
        _MEASURED[one.name] = Measured(one, faulty, near)
    return _MEASURED[one.name]


def measured() -> tuple[Measured, ...]:
    """Return every planted fault with what the rules say of it and of its near miss."""
    return tuple(map(measure, PLANTED))
