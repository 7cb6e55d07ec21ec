"""Table features beyond their limits: recovery, tags, policies, Regions, vector indexes.

facts/limits#items, facts/limits#features, facts/limits#vector-indexes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from modeler.core import limits
from modeler.core.design.patterns import Operation
from modeler.core.design.surroundings import global_table
from modeler.core.design.table_settings import VectorIndex
from modeler.core.design.tables import IndexKind, Table
from modeler.core.fixes import put
from modeler.core.rules.support.context import Call, RuleContext, table_path
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule

_STRONG_SETS: Final = (
    frozenset({"us-east-1", "us-east-2", "us-west-2"}),
    frozenset({"eu-west-1", "eu-west-2", "eu-west-3", "eu-central-1"}),
    frozenset({"ap-northeast-1", "ap-northeast-2", "ap-northeast-3"}),
)
"""Regions between which reads can be strongly consistent. facts/limits#features."""

_REGION: Final = re.compile(r"[a-z]{2,4}(-[a-z]+){1,3}-\d")
_TRANSACTIONS: Final = frozenset({Operation.TRANSACT_WRITE, Operation.TRANSACT_GET})


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


@rule(
    "settings.feature_limits",
    ERROR,
    Scope.TABLE,
    title="Setting exceeds its limits or contradicts another one",
    why="DynamoDB rejects the table or the change to it, or the setting has no effect",
    fix="Bring the setting within its limits, or in line with the other one",
    sources="facts/limits#features, facts/limits#global-tables, facts/limits#vector-indexes",
    fixes=True,
)
def feature_limits(context: RuleContext, table: Table) -> Iterator[Spot]:
    path = table_path(table)
    days = table.options.recovery_days
    if days is not None and not limits.PITR_DAYS_MIN <= days <= limits.PITR_DAYS_MAX:
        message = f"Point-in-time recovery of {table.name} keeps {days} days; the valid range is 1 to 35"
        kept = limits.PITR_DAYS_MIN if days < limits.PITR_DAYS_MIN else limits.PITR_DAYS_MAX
        fixes = put(f"Keep {kept} days", table.id, "settings.recovery_days", kept)
        yield Spot(message, path, table.id, "settings.recovery_days", fixes=fixes)
    for message in _tag_problems(table.options.tags):
        yield Spot(f"{table.name}: {message}", path, table.id, "settings.tags")
    if (size := _policy_bytes(table.settings.get("resource_policy"))) > limits.POLICY_BYTES_MAX:
        message = f"The resource policy of {table.name} has {size:,} bytes, more than 20 KB"
        yield Spot(message, path, table.id, "settings.resource_policy")
    yield from _unused_key(table)
    yield from _of_replicas(context, table)
    yield from _of_regions(context, table)
    yield from _of_vectors(table)


def _policy_bytes(policy: Any) -> int:
    # White space counts, but an object has none until somebody writes it.
    text = policy if isinstance(policy, str) else ""
    if policy and not text:
        text = json.dumps(policy, default=str, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode("utf-8", "surrogatepass"))


def _tag_problems(tags: Mapping[str, Any]) -> Iterator[str]:
    if len(tags) > limits.TAGS_MAX:
        yield f"{len(tags)} tags; the limit is {limits.TAGS_MAX}"
    for name, value in tags.items():
        if not 1 <= len(name) <= limits.TAG_KEY_CHARS_MAX:
            yield (
                f"the tag key {name[:40]!r} has {len(name)} characters; the valid length is 1 to "
                f"{limits.TAG_KEY_CHARS_MAX}"
            )
        elif name.lower().startswith("aws:"):
            yield f"the tag key {name[:40]!r} starts with aws:, which is reserved"
        if len(str(value)) > limits.TAG_VALUE_CHARS_MAX:
            yield f"the tag {name[:40]!r} has a value of more than {limits.TAG_VALUE_CHARS_MAX} characters"


def _unused_key(table: Table) -> Iterator[Spot]:
    """A key that another setting makes void: DynamoDB accepts the table, and the key does not encrypt it."""
    path, own = table_path(table), table.options
    if own.encryption.key and own.encryption.kind != "CUSTOMER":
        message = f"{table.name} names the key {own.encryption.key}, but is not encrypted with a customer managed key"
        made = {"type": "CUSTOMER", "key": own.encryption.key}
        fixes = put("Encrypt with this key", table.id, "settings.encryption", made)
        yield Spot(message, path, table.id, "settings.encryption", {}, WARNING, fixes=fixes)


def _of_replicas(context: RuleContext, table: Table) -> Iterator[Spot]:
    """Each replica is in a Region of its own; the table itself is the replica in its own."""
    path, own, field = table_path(table), table.options, "settings.replicas"
    problem = next(_misplaced(context.design.region, own.replicas), "")
    if problem:
        kept = [one for one in dict.fromkeys(own.replicas) if one != context.design.region]
        fixes = put("List each other Region once", table.id, field, kept) if len(kept) < len(own.replicas) else ()
        yield Spot(f"{table.name} {problem}", path, table.id, field, fixes=fixes)
    if own.witness and not own.strong:
        message = f"{table.name} has the witness {own.witness}, which only multi-Region strong consistency has"
        fixes = put("Remove the witness", table.id, "settings.witness", None)
        yield Spot(message, path, table.id, "settings.witness", fixes=fixes)


def _misplaced(region: str, replicas: tuple[str, ...]) -> Iterator[str]:
    if region in replicas:
        yield f"has a replica in {region}, its own Region"
    for one in replicas:
        if replicas.count(one) > 1:
            yield f"has two replicas in {one}"
        elif not _REGION.fullmatch(one) and "$" not in one:
            yield f"has a replica in {one!r}, which is not the name of a Region, such as eu-west-1"


def _of_regions(context: RuleContext, table: Table) -> Iterator[Spot]:
    spread = global_table(context.design, table)
    if spread is None:
        return
    path, name = table_path(table), table.name
    scaling = table.options.auto_scaling
    if len(spread.regions) > 1 and table.is_provisioned and not scaling.get("write"):
        message = f"{name} has replicas and is PROVISIONED without auto scaling of writes"
        fix = "Add auto scaling for writes, or choose PAY_PER_REQUEST"
        yield Spot(message, path, table.id, "settings.replicas", fix=fix)
    if not spread.strong:
        return
    field = "settings.multi_region_consistency"
    fixes = put("Make the Regions eventually consistent", table.id, field, "EVENTUAL")
    for problem in _of_strong_regions(context, table, (*spread.regions, *filter(None, [spread.witness]))):
        message = f"{name} has multi-Region strong consistency and {problem}"
        yield Spot(message, path, table.id, field, fixes=fixes)


def _of_strong_regions(context: RuleContext, table: Table, regions: tuple[str, ...]) -> Iterator[str]:
    if len(set(regions)) != limits.STRONG_REGIONS:
        yield f"is in {len(set(regions))} Regions, including the witness; it needs exactly {limits.STRONG_REGIONS}"
    elif not any(one.issuperset(regions) for one in _STRONG_SETS):
        yield f"is in {', '.join(regions)}, which do not belong to one Region set"
    if table.options.ttl_attribute:
        yield "has TTL, which such a table does not support"
    if any(index.kind is IndexKind.LSI for index in table.indexes):
        yield "has an LSI, which such a table does not support"
    transacting = [call for call in context.calls if _transacts(context, call, table)]
    if transacting:
        yield f"is used in transactions ({transacting[0].label}), which such a table does not support"


def _transacts(context: RuleContext, call: Call, table: Table) -> bool:
    if call.pattern.operation not in _TRANSACTIONS:
        return False
    named = {step.table or call.pattern.table for step in call.pattern.steps} or {call.pattern.table}
    return any(context.design.table(name) is table for name in named)


def _of_vectors(table: Table) -> Iterator[Spot]:
    listed, path, field = table.options.vector_indexes, table_path(table), "settings.vector_indexes"
    if not listed:
        return
    if table.is_provisioned:
        message = f"{table.name} is PROVISIONED and has a vector index; only on-demand tables can have one"
        yield Spot(message, path, table.id, field)
    if len(listed) > limits.VECTOR_INDEXES_MAX:
        message = f"{table.name} has {len(listed)} vector indexes; the limit is {limits.VECTOR_INDEXES_MAX}"
        yield Spot(message, path, table.id, field)
    for index in listed:
        for problem in _vector_problems(index):
            yield Spot(f"The vector index {index.name} of {table.name} {problem}", path, table.id, field)


def _vector_problems(index: VectorIndex) -> Iterator[str]:
    if index.dimensions is not None and not 1 <= index.dimensions <= limits.VECTOR_DIMENSIONS_MAX:
        yield f"has {index.dimensions:,.0f} dimensions; the valid range is 1 to {limits.VECTOR_DIMENSIONS_MAX:,}"
    if len(index.hash_keys) > 1:
        yield f"has {len(index.hash_keys)} hash attributes; the limit is one"
    if len(index.filters) > limits.VECTOR_FILTERS_MAX:
        yield f"has {len(index.filters)} filter attributes; the limit is {limits.VECTOR_FILTERS_MAX}"


@rule(
    "settings.feature_limits",
    ERROR,
    Scope.PATTERN,
    title=feature_limits.title,
    why="A vector index supports only SearchVectors",
    fix="Read an index with a key, or search the vector index outside of the pattern list",
    sources="facts/limits#features, facts/limits#global-tables, facts/limits#vector-indexes",
    hides=("pattern.unserved",),
)
def vector_index_read(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = context.design.table(call.pattern.table)
    named = call.pattern.index
    if table is None or named is None or table.index(named) is not None:
        return
    if any(index.name == named for index in table.options.vector_indexes):
        message = (
            f"{call.label} reads the vector index {named} with {call.pattern.operation}, which it does not support"
        )
        yield Spot(message, f"{call.path}.index", call.top.id, "index")


RULES = (feature_limits, vector_index_read)
