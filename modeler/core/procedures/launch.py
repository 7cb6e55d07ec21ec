"""The checklist before a launch: what the design shows by its rules, and what only an endpoint can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from modeler.core.design import usage_settings
from modeler.core.design.items import BASE
from modeler.core.design.model import Design
from modeler.core.findings import Finding
from modeler.core.phrases import and_list

_OF_KEYS: Final = ("keys.", "heat.", "collection.")


class LaunchState(StrEnum):
    """State of a checklist item: its rules found nothing, found something, or cannot judge."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One item. `rules` judge it (an id, or an id prefix with a dot); `findings` are what they found; `unknown` is what
    the design would have to specify; `endpoint` is what to check where the tables are deployed.
    """

    number: int
    item: str
    state: LaunchState
    rules: tuple[str, ...]
    endpoint: str
    findings: tuple[Finding, ...] = ()
    unknown: str = ""


def launch_checklist(design: Design, findings: Iterable[Finding], not_compared: int = 0) -> tuple[Check, ...]:
    """Every item in order. `findings` are those of the design (`analysis.findings`) without muted ones: a mute is a
    decision with a reason. If an analysis left pairs of keys `not_compared`, nothing passes.
    """
    found = tuple(findings)
    checks = (_check(design, found, *item) for item in _ITEMS)
    if not not_compared:
        return tuple(checks)
    unknown = f"at least {not_compared:,} comparisons of keys were not made"
    return tuple(
        replace(check, state=LaunchState.UNKNOWN, unknown=unknown) if check.state is LaunchState.PASSED else check
        for check in checks
    )


def _check(
    design: Design,
    found: tuple[Finding, ...],
    number: int,
    item: str,
    rules: tuple[str, ...],
    endpoint: str,
    lacks: Callable[[Design], str],
) -> Check:
    said = tuple(one for one in found if any(_is_of(one.rule, rule) for rule in rules))
    if said:
        return Check(number, item, LaunchState.FAILED, rules, endpoint, said)
    unknown = "no table is designed" if not design.tables else _keyless(design, rules) or lacks(design)
    return Check(number, item, LaunchState.UNKNOWN if unknown else LaunchState.PASSED, rules, endpoint, unknown=unknown)


def _keyless(design: Design, rules: tuple[str, ...]) -> str:
    """Which entities rules about keys cannot judge yet."""
    missing = [entity.name for _, entity in design.entities() if not entity.overloads_of(BASE)]
    judged = any(rule.startswith(_OF_KEYS) for rule in rules)
    return (
        f"{and_list(missing)} {'have' if len(missing) > 1 else 'has'} no key of the table" if missing and judged else ""
    )


def _is_of(rule: str, named: str) -> bool:
    return rule.startswith(named) if named.endswith(".") else rule == named


def _nothing(design: Design) -> str:
    return ""


def _rates(design: Design) -> str:
    return (
        "" if any(pattern.per_second for pattern in design.patterns) else "no pattern specifies how often it is called"
    )


def _counts(design: Design) -> str:
    missing = [entity.name for _, entity in design.entities() if entity.count is None]
    return f"{', '.join(missing)} have no count" if missing else ""


def _production(design: Design) -> str:
    known = any(usage_settings.is_production(design, table) for table in design.tables)
    return "" if known else "no table has the environment production"


def _units(design: Design) -> str:
    """Only provisioned indexes have separate units that can be too small."""
    provisioned = any(table.is_provisioned and table.indexes for table in design.tables)
    return _rates(design) if provisioned else ""


def _provisioned(design: Design) -> str:
    return _production(design) if any(table.is_provisioned for table in design.tables) else ""


def _elsewhere(design: Design) -> str:
    return "the design does not show it"


type _Item = tuple[int, str, tuple[str, ...], str, Callable[[Design], str]]

_ITEMS: Final[tuple[_Item, ...]] = (
    (1, "Access patterns are documented, with their rates", ("pattern.missing", "pattern.no_rate"),
     "the patterns in the code", _nothing),
    (2, "Entities share tables, with prefixes that distinguish them",
     ("keys.no_type_prefix", "keys.collision", "model.table_per_entity"), "sampled keys match the templates", _nothing),
    (3, "Partition keys have more than 100 values", ("keys.low_cardinality",),
     "Contributor Insights: most accessed keys", _counts),
    (4, "No Scan on the request path", ("query.scan_online", "pattern.unserved"),
     "CloudTrail data events; the application's role lacks dynamodb:Scan", _nothing),
    (5, "GSIs have sufficient capacity", ("capacity.gsi_under_provisioned",), "DescribeTable: units of each index",
     _units),
    (6, "New tables are on-demand", ("ops.new_table_provisioned",), "DescribeTable: BillingModeSummary", _provisioned),
    (7, "Provisioned tables scale at 70%", ("capacity.autoscaling",),
     "scalable targets and policies of the table and each GSI", _provisioned),
    (8, "Time-bound items have a TTL", ("ttl.missing", "ttl.bad_attribute"), "DescribeTimeToLive", _nothing),
    (9, "Point-in-time recovery is on", ("ops.no_pitr",), "DescribeContinuousBackups", _production),
    (10, "A gateway endpoint keeps traffic inside the VPC", ("security.endpoint",), "DescribeVpcEndpoints",
     _production),
    (11, "Alarms watch throttles, capacity and p99", ("ops.no_alarms",), "DescribeAlarms", _production),
    (12, "Roles follow least privilege", ("security.broad_policy", "tenant."), "the policy simulator", _production),
    (13, "Unprocessed items of batches are retried", ("batch.no_retry",), "the generated code's own test", _nothing),
    (14, "Writes are idempotent",
     ("write.no_condition_on_create", "write.no_version_condition", "keys.clock_in_key"),
     "a proof that runs each create twice", _nothing),
    (15, "Projections contain what is read", ("index.projection_too_thin", "index.projection_too_fat"),
     "consumed units of each index", _nothing),
    (15, "Keys of sparse indexes are removed", ("write.sparse_key_not_removed",), "counts of each index", _nothing),
    (15, "Sort keys go from coarse to fine", ("keys.fine_to_coarse",), "sampled keys", _nothing),
    (15, "Contributor Insights is on", ("ops.no_contributor_insights",), "DescribeContributorInsights", _production),
    (15, "Encrypted with a customer managed key where required", ("security.encryption",),
     "DescribeTable: SSEDescription", _production),
    (15, "Sensitive attributes are hidden from broad roles", ("index.sensitive_projected",),
     "policies with dynamodb:Attributes", _nothing),
    (15, "CloudTrail records data events", (), "the trail's event selectors", _elsewhere),
    (15, "Backfills are reconciled", (), "COUNT of each index against its items", _elsewhere),
)  # fmt: skip
