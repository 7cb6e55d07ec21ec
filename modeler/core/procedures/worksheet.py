"""The worksheet of access patterns: one row per pattern, with everything that its design must satisfy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.keys.templates import parse
from modeler.core.servings import Serving, serving

_WHOLE_KEY = frozenset(
    {Operation.GET, Operation.PUT, Operation.UPDATE, Operation.DELETE, Operation.CHECK, Operation.TRANSACT_GET}
)


class Concern(StrEnum):
    """How many items a call can affect: one, a bounded number, those of many tenants, or unknown."""

    ONE = "one"
    BOUNDED = "bounded"
    CROSS_TENANT = "cross-tenant"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class WorksheetRow:
    """One pattern. `average` and `peak` are calls per second (None: not given); `given` what the caller knows.

    `primary`: it is served by the table's own key. `order` is what items are ordered by (''; none is requested),
    `limit` how many are read. `served_by` is a sentence; `key` the key condition as text; `index` '' is the table's own
    key.
    """

    code: str
    name: str
    is_read: bool
    average: float | None
    peak: float | None
    primary: bool
    given: tuple[str, ...]
    order: str
    limit: int | None
    concern: Concern
    consistent: bool
    served: bool
    served_by: str
    key: str
    index: str

    @property
    def consistency(self) -> str:
        """How fresh a read has to be; '' for writes, which have no such choice."""
        return ("strong" if self.consistent else "eventual") if self.is_read else ""


def worksheet(design: Design) -> tuple[WorksheetRow, ...]:
    """A row for every access pattern, writes first, each in the order of the design. Never raises on invalid
    designs.
    """
    rows = [_row(design, pattern) for pattern in design.patterns]
    return (*(row for row in rows if not row.is_read), *(row for row in rows if row.is_read))


def _row(design: Design, pattern: AccessPattern) -> WorksheetRow:
    answer = serving(design, pattern)
    condition = answer.condition or pattern.key
    rate = pattern.per_second
    return WorksheetRow(
        code=pattern.code,
        name=pattern.name,
        is_read=_is_read(pattern),
        average=rate.average if rate else None,
        peak=rate.peak if rate else None,
        primary=answer.index is None,
        given=_given(pattern, condition),
        order=_order(design, pattern, answer),
        limit=pattern.limit,
        concern=_concern(design, pattern, answer, condition),
        consistent=pattern.consistent,
        served=answer.served,
        served_by=answer.reason if answer.served else f"not served: {answer.reason}",
        key=" AND ".join(map(_in_words, condition)),
        index=answer.index or "",
    )


def _is_read(pattern: AccessPattern) -> bool:
    """A sequence is a read if each of its calls is."""
    if pattern.operation is Operation.STEPS:
        return all(map(_is_read, pattern.steps))
    return pattern.operation.is_read


def _given(pattern: AccessPattern, condition: tuple[KeyCondition, ...]) -> tuple[str, ...]:
    declared = pattern.facts.intent.given
    used = (name for one in condition for template in one.templates for name in parse(template).attributes)
    return declared or tuple(dict.fromkeys(used)) or tuple(pattern.parameters)


def _order(design: Design, pattern: AccessPattern, answer: Serving) -> str:
    wanted = pattern.facts.intent.order_by
    table = design.table(answer.table or pattern.table)
    index = table.index(answer.index) if table else None
    if pattern.operation is not Operation.QUERY or index is None:
        return ""
    names = wanted or tuple(key.name for key in index.sort_key)
    return f"{', '.join(names)} {'descending' if pattern.descending else 'ascending'}" if names else ""


def _concern(design: Design, pattern: AccessPattern, answer: Serving, condition: tuple[KeyCondition, ...]) -> Concern:
    if pattern.operation in _WHOLE_KEY and pattern.operation is not Operation.TRANSACT_GET:
        return Concern.ONE
    if _crosses_tenants(design, pattern, answer, condition):
        return Concern.CROSS_TENANT
    known = pattern.limit is not None or pattern.items_returned is not None or pattern.operation.is_multiple
    return Concern.BOUNDED if known else Concern.OPEN


def _crosses_tenants(
    design: Design, pattern: AccessPattern, answer: Serving, condition: tuple[KeyCondition, ...]
) -> bool:
    """Return whether a tenant is declared but not bound by the partition key that is read."""
    tenancy = design.options.tenancy
    table = design.table(answer.table or pattern.table)
    index = table.index(answer.index) if table else None
    if tenancy is None or index is None or pattern.operation not in (Operation.QUERY, Operation.SCAN):
        return False
    if pattern.entities and set(pattern.entities) <= set(tenancy.shared):
        return False
    partition = {key.name for key in index.partition_key}
    bound = {name for one in condition if one.name in partition for text in one.templates for name in _names(text)}
    return tenancy.attribute not in bound


def _names(template: str) -> tuple[str, ...]:
    return parse(template).attributes


def _in_words(condition: KeyCondition) -> str:
    if condition.operator == "between":
        low, high = (*condition.templates, "", "")[:2]
        return f"{condition.name} BETWEEN {low} AND {high}"
    text = condition.templates[0] if condition.templates else ""
    return (
        f"begins_with({condition.name}, {text})"
        if condition.operator == "begins_with"
        else (f"{condition.name} {condition.operator} {text}")
    )
