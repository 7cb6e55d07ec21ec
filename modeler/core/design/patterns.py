"""Access patterns: one read or write that the application needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Any, Final

from modeler.core.design.pattern_facts import PatternFacts, read_facts


class Operation(StrEnum):
    """The DynamoDB call of a pattern; `Steps` is a pattern of several sequential calls."""

    GET = "GetItem"
    QUERY = "Query"
    SCAN = "Scan"
    BATCH_GET = "BatchGetItem"
    TRANSACT_GET = "TransactGetItems"
    PUT = "PutItem"
    UPDATE = "UpdateItem"
    DELETE = "DeleteItem"
    CHECK = "ConditionCheck"
    BATCH_WRITE = "BatchWriteItem"
    TRANSACT_WRITE = "TransactWriteItems"
    STEPS = "Steps"

    @property
    def is_read(self) -> bool:
        """A call that changes nothing."""
        return self in _READS

    @property
    def is_multiple(self) -> bool:
        """A call made of `steps`: batches, transactions, sequences."""
        return self in _MULTIPLE


_READS = frozenset({Operation.GET, Operation.QUERY, Operation.SCAN, Operation.BATCH_GET, Operation.TRANSACT_GET})
_MULTIPLE = frozenset(
    {Operation.BATCH_GET, Operation.TRANSACT_GET, Operation.BATCH_WRITE, Operation.TRANSACT_WRITE, Operation.STEPS}
)

ALL_ATTRIBUTES = "*"
"""As the only projection of a pattern: it requests every attribute of the item (Select ALL_ATTRIBUTES)."""

COMPARISONS = ("=", "<", "<=", ">", ">=", "begins_with", "between")
"""Operators for a sort key; only `=` for a partition key. facts/expressions#key-conditions."""


@dataclass(frozen=True, slots=True)
class KeyCondition:
    """One key attribute's condition: an operator and one template (two with `between`)."""

    name: str
    operator: str
    templates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rate:
    """Calls per second, on average and at peak."""

    average: float
    peak: float


@dataclass(frozen=True)
class AccessPattern:
    """One read or write, by intent. Templates and conditions refer to attribute and parameter names.

    Reads: `key`, `filter`, `projection`, `descending`, `limit`, `consistent`. Writes: `set`, `remove`, `add`, `if_`
    (the physical expression is derived), or explicit `update`, `condition`, `names`, `values`. A PutItem writes the
    item that `parameters` (attributes by name) describe. `steps` are the members of a batch, a transaction or a
    sequence. `parameters` hold one example value each, as plain JSON. `extra` keeps the other facts of the JSON Schema
    (skew, purpose, fresh, intent...) uninterpreted. `own_parameters` are the names that a member gives itself, in
    addition to those of the pattern around it; None if there is no such pattern.
    """

    id: str
    code: str
    name: str
    operation: Operation
    table: str = ""
    index: str | None = None
    entities: tuple[str, ...] = ()
    key: tuple[KeyCondition, ...] = ()
    filter: str = ""
    projection: tuple[str, ...] = ()
    descending: bool = False
    limit: int | None = None
    consistent: bool = False
    set: Mapping[str, Any] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    add: Mapping[str, Any] = field(default_factory=dict)
    if_: str = ""
    update: str = ""
    condition: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    per_second: Rate | None = None
    items_returned: float | None = None
    fan_out: int = 1
    steps: tuple[AccessPattern, ...] = ()
    description: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    own_parameters: frozenset[str] | None = None
    provenance: str = ""

    @cached_property
    def facts(self) -> PatternFacts:
        """What `extra` says of its use and its intent, typed."""
        return read_facts(self.extra)

    @property
    def label(self) -> str:
        """The name of the pattern in sentences: its code, else its name."""
        return self.code or self.name

    @cached_property
    def call(self) -> str:
        """The request as text: the same for patterns that differ in their names and rates only, which then have the
        same units and touch the same keys.
        """
        return repr((self.operation.value, [_condition_of(one) for one in self.key], _asked_of(self)))

    @cached_property
    def members(self) -> tuple[AccessPattern, ...]:
        """Its steps, each with inherited values for what it does not specify: the table, parameters, and in the same
        table the entities.
        """
        return tuple(
            replace(
                step,
                table=step.table or self.table,
                entities=step.entities or (self.entities if step.table in {"", self.table} else ()),
                parameters={**self.parameters, **step.parameters},
                own_parameters=frozenset(step.parameters) if step.own_parameters is None else step.own_parameters,
            )
            for step in self.steps
        )


_NOT_ASKED: Final = frozenset(
    {"id", "code", "name", "description", "per_second", "own_parameters", "provenance", "operation", "key"}
)
_asked_of = attrgetter(*(one.name for one in fields(AccessPattern) if one.name not in _NOT_ASKED))
_condition_of = attrgetter("name", "operator", "templates")
"""The operation and the conditions are spelled out, because their own texts are slow."""
