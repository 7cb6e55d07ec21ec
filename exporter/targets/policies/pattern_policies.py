"""The least privilege of access code: exactly the calls that the access patterns send, by table and index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from exporter.targets.policies.arns import TableArns, allow, places, policy, sid_word
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation

_NAMED: Final[Mapping[Operation, str]] = {Operation.CHECK: "ConditionCheckItem"}
_BATCHES: Final = (Operation.BATCH_GET, Operation.BATCH_WRITE)

type Call = tuple[str, str, str]
"""An action, a table, and an index ('' for the table itself)."""


def calls_of(pattern: AccessPattern) -> Iterator[Call]:
    """Yield the calls of a pattern; a transaction or a sequence is allowed by the actions of its members."""
    for part in pattern.members or (pattern,):
        table = part.table or pattern.table
        if pattern.operation in _BATCHES:
            yield pattern.operation.value, table, ""
        elif part.operation in (Operation.TRANSACT_GET, Operation.TRANSACT_WRITE, Operation.STEPS):
            continue
        else:
            yield _NAMED.get(part.operation, part.operation.value), table, part.index or ""


def pattern_policy(design: Design, patterns: Iterable[AccessPattern]) -> dict[str, Any]:
    """Return the policy that allows these patterns and nothing else; without statements if none needs anything."""
    wanted = {call for pattern in patterns for call in calls_of(pattern)}
    statements = [one for place in places(design) for one in _statements(place, wanted)]
    return policy(statements)


def _statements(place: TableArns, wanted: set[Call]) -> Iterator[dict[str, Any]]:
    name = place.table.name
    for index in ("", *(one.name for one in place.indexes)):
        if actions := sorted(action for action, table, through in wanted if (table, through) == (name, index)):
            arns = place.index_arns(index) if index else list(place.arns)
            yield allow(sid_word(f"{name} {index}") or "Table", actions, arns)
