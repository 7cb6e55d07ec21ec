"""The order of design decisions: seven gates, each open until its requirements are met."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import IndexKind
from modeler.core.findings import Finding, Severity
from modeler.core.keys.written_keys import written_keys
from modeler.core.servings import serving


@dataclass(frozen=True, slots=True)
class Gate:
    """One step of the path: what to do, what is still missing as sentences, and the findings that keep it open.
    `waits`: the number of the gate without which there is nothing to judge, 0 if there is something.
    """

    number: int
    name: str
    do: str
    missing: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    waits: int = 0

    @property
    def passed(self) -> bool:
        """Whether there is something to judge, nothing is missing, and there are no findings."""
        return not self.missing and not self.findings and not self.waits


def guided_path(design: Design, findings: Iterable[Finding] = ()) -> tuple[Gate, ...]:
    """The seven gates in order. `findings` are those of the design: errors and warnings of a gate's rules keep it
    open.
    """
    found = [one for one in findings if one.severity is not Severity.ADVICE]
    keyless = next(iter(_partition_keys(design)), "") != ""
    # Without access patterns no key is right or wrong, and without a key no sort key, shard or code is.
    first = 1 if not design.patterns else 2 if keyless else len(_GATES)
    return tuple(
        Gate(
            number, name, do, tuple(check(design)), tuple(one for one in found if one.rule.startswith(rules)),
            first if number > first else 0,
        )
        for number, (name, do, rules, check) in enumerate(_GATES, 1)
    )  # fmt: skip


def next_step(design: Design, findings: Iterable[Finding] = ()) -> Gate:
    """The first open gate; if none is open, the last: using the generated code, and reviewing drift from it."""
    path = guided_path(design, findings)
    return next((gate for gate in path if not gate.passed), path[-1])


def _patterns(design: Design) -> Iterable[str]:
    if not design.patterns:
        yield "there is no access pattern; list what the application reads and writes, writes first"
        return
    calls = [call for pattern in design.patterns for call in (pattern, *pattern.steps)]
    if all(call.operation.is_read for call in calls if not call.operation.is_multiple):
        yield "no pattern writes"
    for _, entity in design.entities():
        if not any(not call.entities or entity.name in call.entities for call in calls):
            yield f"no pattern covers {entity.name}"
    if unrated := [pattern.label for pattern in design.patterns if pattern.per_second is None]:
        yield f"{_some(unrated)} {'has' if len(unrated) == 1 else 'have'} no rate"


def _partition_keys(design: Design) -> Iterable[str]:
    if not any(True for _ in design.entities()):
        yield "there is no entity"
    for table, entity in design.entities():
        count = len(table.partition_key)
        keys = written_keys(table, entity, table.base)
        if not keys or any(one is None or one.problem for key in keys for one in key.templates[:count]):
            yield f"{entity.name} has no valid partition key"


def _sort_keys(design: Design) -> Iterable[str]:
    for table, entity in design.entities():
        count = len(table.partition_key)
        if not table.sort_key and len(table.entities) > 1:
            yield f"{table.name} holds {len(table.entities)} entities and has no sort key"
            return
        keys = written_keys(table, entity, table.base)
        if any(one is None or one.problem for key in keys for one in key.templates[count:]):
            yield f"{entity.name} has no valid sort key"


def _indexes(design: Design) -> Iterable[str]:
    unserved = [pattern.label for pattern in design.patterns if not serving(design, pattern).served]
    if unserved:
        yield f"no key serves {_some(unserved)}"


def _local_indexes(design: Design) -> Iterable[str]:
    calls = [call for pattern in design.patterns for call in (pattern, *pattern.steps)]
    for table in design.tables:
        for index in table.indexes:
            if index.kind is IndexKind.LSI and not any(_strong(call, index.name) for call in calls):
                yield (
                    f"no strongly consistent read needs the LSI {index.name} of {table.name}; a GSI has no 10 GB limit"
                )


def _strong(call: AccessPattern, index: str) -> bool:
    return call.index == index and call.consistent


def _nothing(design: Design) -> Iterable[str]:
    return ()


def _some(labels: list[str]) -> str:
    return ", ".join(labels[:5]) + (f" and {len(labels) - 5} more" if len(labels) > 5 else "")


_GATES: Final[tuple[tuple[str, str, tuple[str, ...], Callable[[Design], Iterable[str]]], ...]] = (
    (
        "Access patterns",
        "List every write, then every read: input, filters, order, number of items, rate",
        ("pattern.missing", "pattern.no_rate", "pattern.search_like"),
        _patterns,
    ),
    (
        "Partition keys",
        "Choose for each entity an attribute with many values that its reads give; start it with the type",
        ("keys.no_type_prefix", "keys.low_cardinality", "keys.date_partition", "keys.not_unique", "keys.collision",
         "tenant.key"),
        _partition_keys,
    ),
    (
        "Sort keys",
        "Order parts from coarse to fine, only those used for ranges or order, in a form that sorts as text",
        ("keys.no_sort_key", "keys.sk_", "keys.fine_to_coarse", "keys.unpadded_number", "keys.pad_too_small",
         "keys.timestamp_format", "query.skips_sk_segment", "query.order_not_satisfied", "query.prefix_"),
        _sort_keys,
    ),
    (
        "Global secondary indexes",
        "Serve the remaining reads with as few indexes as possible: overload them, and leave 2 or 3 slots",
        ("pattern.unserved", "index.", "tenant.index"),
        _indexes,
    ),
    (
        "Local secondary indexes",
        "Use one only for a strongly consistent read in another order, if collections stay below 10 GB",
        ("collection.lsi_10gb", "heat.lsi_blocks_split"),
        _local_indexes,
    ),
    (
        "Shards",
        "Shard only the keys with more than 1,000 writes/s or 3,000 reads/s",
        ("heat.", "keys.coarse_partition"),
        _nothing,
    ),
    (
        "Code",
        "Generate the code from the design; reject a Scan, a broad filter or a key built by hand in review",
        ("query.scan_online", "query.filter_discards", "write.", "batch."),
        _nothing,
    ),
)  # fmt: skip
RULES_OF_GATES: Final = tuple(rules for _, _, rules, _ in _GATES)
"""The prefixes of the ids of each gate's rules."""
