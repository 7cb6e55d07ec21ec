"""Codes of changes of a table's settings."""

from __future__ import annotations

from typing import Final

from modeler.core.migration.codes.code import ChangeCode, ChangeEffect

SETTINGS: Final[tuple[ChangeCode, ...]] = (
    ChangeCode(
        "change.ttl_enabled",
        ChangeEffect.DESTRUCTIVE,
        "TTL is enabled, or uses another attribute",
        "DynamoDB deletes every stored item whose time has passed",
        "Count the stored items whose time has passed before you enable it",
        "facts/limits#time-to-live",
    ),
    ChangeCode(
        "change.ttl_disabled",
        ChangeEffect.LIMITS,
        "TTL is disabled",
        "Expired items stay from then on, and TTL can be switched once per hour",
        "Filter expired items in reads",
        "facts/limits#time-to-live",
    ),
    ChangeCode(
        "change.backups_disabled",
        ChangeEffect.DESTRUCTIVE,
        "Point-in-time recovery is disabled",
        "The continuous backups are deleted: no earlier second can be restored",
        "Make an on-demand backup first, or keep it enabled",
        "facts/limits#backups",
    ),
    ChangeCode(
        "change.stream_changed",
        ChangeEffect.READERS,
        "Stream is disabled, or has another view",
        "Consumers get no more records; another view is another stream with another ARN",
        "Let consumers read to the end, and deploy them with the new stream",
        "facts/limits#streams",
    ),
    ChangeCode(
        "change.replica_removed",
        ChangeEffect.DESTRUCTIVE,
        "Replica is removed",
        "The table in that Region is deleted, and its readers and writers fail",
        "Move traffic out of the Region first",
        "facts/limits#global-tables",
    ),
    ChangeCode(
        "change.replica_changed",
        ChangeEffect.ORDER,
        "Replica is new or different",
        "UpdateTable changes one replica at a time",
        "Change one replica per deployment, and wait until it is ACTIVE",
        "facts/table-api#updatetable, facts/limits#global-tables",
    ),
    ChangeCode(
        "change.billing_mode",
        ChangeEffect.LIMITS,
        "Capacity mode changes",
        "A table can switch to on-demand 4 times in 24 hours",
        "Make it a deployment of its own, outside of peaks",
        "facts/limits#mode-switches",
    ),
    ChangeCode(
        "change.table_class",
        ChangeEffect.LIMITS,
        "Table class changes",
        "A table can change its class twice in 30 days",
        "Compare the cost of both classes first",
        "facts/limits#mode-switches",
    ),
    ChangeCode(
        "change.throughput",
        ChangeEffect.LIMITS,
        "Throughput of a table or index changes",
        "Units can be increased at any time, and decreased only a limited number of times per day",
        "Lower them after traffic has moved",
        "facts/limits#provisioned-changes",
    ),
    ChangeCode(
        "change.encryption",
        ChangeEffect.READERS,
        "Encryption key changes",
        "Callers without permission for the new key get an AccessDeniedException",
        "Grant the permission first",
        "facts/operations#access-control",
    ),
    ChangeCode(
        "change.resource_policy",
        ChangeEffect.READERS,
        "Resource policy changes",
        "Callers that it no longer allows get an AccessDeniedException",
        "Compare the callers of the last days with the new policy",
        "facts/operations#access-control",
    ),
    ChangeCode(
        "change.setting",
        ChangeEffect.NONE,
        "Other setting changes",
        "It does not affect stored items or reads",
        "Deploy it",
        "facts/table-api#updatetable",
    ),
)
