"""The code of each kind of change: what it does to stored items and to readers, so that a pipeline can gate on it.

The texts are in the package codes; docs/change-codes.md and a page per code on the documentation site come from them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind
from modeler.core.findings import Finding, Severity
from modeler.core.migration.codes import CODES
from modeler.core.migration.codes.code import ChangeCode, ChangeEffect
from modeler.core.migration.differences import Difference, What, compare
from modeler.core.migration.fates import Fate

_BY_ID: Final = {one.id: one for one in CODES}

_ALWAYS: Final = {
    What.TABLE_ADDED: "change.table_added",
    What.TABLE_REMOVED: "change.table_removed",
    What.TABLE_RENAMED: "change.table_renamed",
    What.KEY_SCHEMA: "change.key_schema",
    What.INDEX_KEY: "change.index_key",
    What.INDEX_PROJECTION: "change.index_projection",
    What.INDEX_UNITS: "change.throughput",
    What.ENTITY_ADDED: "change.entity_added",
    What.ENTITY_SPLIT: "change.entity_split",
    What.ENTITY_OWED: "change.entity_owed",
    What.ENTITY_REMOVED: "change.entity_removed",
    What.ENTITY_MOVED: "change.entity_moved",
    What.OVERLOAD_REMOVED: "change.index_left",
    What.ATTRIBUTE_ADDED: "change.attribute_added",
    What.ATTRIBUTE_REMOVED: "change.attribute_removed",
    What.ATTRIBUTE_RENAMED: "change.attribute_renamed",
    What.ATTRIBUTE_TYPE: "change.attribute_type",
    What.ATTRIBUTE_STORED: "change.attribute_stored",
    What.ATTRIBUTE_FORMAT: "change.attribute_format",
}
"""Kinds of differences that have the same code wherever they are."""

_SETTINGS: Final = {
    "billing": "change.billing_mode",
    "table_class": "change.table_class",
    "provisioned": "change.throughput",
    "auto_scaling": "change.throughput",
    "on_demand_maximum": "change.throughput",
    "warm_throughput": "change.throughput",
    "encryption": "change.encryption",
    "resource_policy": "change.resource_policy",
}
"""Settings whose code does not depend on their values."""


@dataclass(frozen=True, slots=True)
class CodedChange:
    """One difference with its code. `fingerprint` stays the same while names and values change."""

    difference: Difference
    code: ChangeCode

    @property
    def effect(self) -> ChangeEffect:
        """What it does to stored items and to readers."""
        return self.code.effect

    @property
    def fingerprint(self) -> str:
        """32 hexadecimal digits that identify the change by its code and its place."""
        one = self.difference
        place = [self.code.id, one.part or one.path, one.index, one.setting]
        return hashlib.sha256(json.dumps(place).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        one = self.difference
        own = {"code": self.code.id, "effect": self.effect.value, "title": self.code.title, "message": one.message}
        return {**own, "path": one.path, "part": one.part, "fingerprint": self.fingerprint, "page": self.code.page}

    def as_finding(self) -> Finding:
        """The change in the form of a finding, for formats that list findings: with the severity advice."""
        one, code = self.difference, self.code
        place = (one.part, one.setting or one.index)
        return Finding(code.id, Severity.ADVICE, one.path, one.message, code.why, code.how, *place)


def coded_changes(before: Design, after: Design) -> tuple[CodedChange, ...]:
    """Every difference between two designs with its code. Never raises on invalid designs."""
    return tuple(coded(before, after, compare(before, after)))


def coded(before: Design, after: Design, found: tuple[Difference, ...]) -> Iterator[CodedChange]:
    """The codes of differences that are already known, in their order."""
    for one in found:
        yield CodedChange(one, _BY_ID[_code(before, after, one)])


def _code(before: Design, after: Design, one: Difference) -> str:
    if one.what is What.SETTING:
        return _of_setting(one)
    if one.what in (What.INDEX_ADDED, What.INDEX_REMOVED, What.INDEX_KEY, What.INDEX_PROJECTION):
        index = _index(after, one) or _index(before, one)
        if index is not None and index.kind is IndexKind.LSI:
            return "change.lsi"
        if one.what is What.INDEX_ADDED:
            return "change.index_added"
        if one.what is What.INDEX_REMOVED:
            return "change.index_removed"
    if one.what is What.OVERLOAD_REMOVED and _index(after, one) is None:
        return "change.index_removed"
    if one.what in (What.BASE_KEY, What.OVERLOAD_ADDED, What.OVERLOAD_CHANGED):
        return _of_key(one)
    return _ALWAYS[one.what]


def _index(design: Design, one: Difference) -> Index | None:
    table = design.table(one.table)
    return table.index(one.index) if table else None


def _of_key(one: Difference) -> str:
    become = one.fates or {}
    is_base = one.what is What.BASE_KEY
    if Fate.MOVES in become:
        return "change.base_key" if is_base else "change.index_entry_moves"
    if Fate.ENTERS in become:
        return "change.index_entry_missing"
    if Fate.LEAVES in become:
        return "change.index_left"
    if one.what is What.OVERLOAD_ADDED and Fate.STAYS in become:
        return "change.index_entry_built"
    return "change.base_key_of_future_items" if is_base else "change.index_entry_of_future_items"


def _of_setting(one: Difference) -> str:
    if one.setting == "ttl_attribute":
        return "change.ttl_enabled" if one.after else "change.ttl_disabled"
    if one.setting == "point_in_time_recovery":
        return "change.setting" if one.after else "change.backups_disabled"
    if one.setting == "stream":
        return "change.stream_changed" if one.before else "change.setting"
    if one.setting == "replicas":
        return "change.replica_removed" if _places(one.before) - _places(one.after) else "change.replica_changed"
    return _SETTINGS.get(one.setting, "change.setting")


def _places(replicas: Any) -> frozenset[str]:
    """Regions of replicas, however the document writes them."""
    rows = replicas if isinstance(replicas, list | tuple) else ()
    return frozenset(str(one.get("region", one)) if isinstance(one, dict) else str(one) for one in rows)
