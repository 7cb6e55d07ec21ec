"""Resources of the AWS provider that stand beside a table and are part of it in a design."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from exporter.importers.described.operations import (
    NAMESPACE,
    say_insights,
    say_mode,
    with_alarm,
    with_consumer,
)
from exporter.importers.described.settings import known_regions, with_settings
from exporter.importers.described.tables import Context, Unresolved, text_of
from exporter.importers.items.item_tables import infer_table
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.rows import StoredRow, read_item
from exporter.importers.terraform.resource_kinds import (
    ALARM,
    INSIGHTS,
    KINESIS,
    MAPPING,
    REPLICA,
    RESOURCE_POLICY,
    SCHEDULED,
    TAG,
    ParsedResource,
)
from modeler.core.design.tables import Table

_UNKNOWN: Final = "its table is unknown; left out"


class ConfiguredTables:
    """The tables, and what resources beside them add. `addresses` are the places of tables by what refers to them."""

    def __init__(self, tables: Sequence[Table], addresses: Mapping[str, int], context: Context) -> None:
        self.tables = list(tables)
        self.context = context
        self._addresses = addresses
        self._insights_of: dict[int, dict[str, bool]] = {}

    def place_of(self, text: str) -> int | None:
        """Return which table a name, an ARN, or a reference to one of its attributes means."""
        name = text.partition(":table/")[2].partition("/")[0] or text
        by_name = next((number for number, table in enumerate(self.tables) if table.name == name), None)
        if by_name is not None:
            return by_name
        for suffix in (".arn", ".stream_arn", ".stream-arn", ".id", ""):
            if (
                text.endswith(suffix)
                and (known := self._addresses.get(text[: len(text) - len(suffix)].rstrip("-"))) is not None
            ):
                return known
        return None

    def take(self, one: ParsedResource) -> bool:
        """Add a resource to its table. False if it is not about a table of the design, and says so elsewhere."""
        return _TAKES[one.type](self, one)

    def finish(self) -> None:
        """Report indexes whose settings differ from their table's; every other resource is known by then."""
        for place, of_indexes in self._insights_of.items():
            table = self.tables[place]
            say_insights(table, of_indexes, f"{table.name}.contributor_insights", self.context, None)

    def _place(self, one: ParsedResource, name: str) -> int | None:
        found = self.place_of(text_of(one.values.get(name)))
        if found is None:
            self.context.dropped(one.address, _UNKNOWN, one.values)
        return found

    def _put(self, place: int, one: ParsedResource, setting: str, value: Any) -> None:
        table = self.tables[place]
        self.context.put(table.id, f"settings.{setting}", one.values)
        self.tables[place] = replace(table, settings={**table.settings, setting: value})

    def _insights(self, one: ParsedResource) -> bool:
        place = self._place(one, "table_name")
        if place is None:
            return True
        say_mode(text_of(one.values.get("mode")), f"{one.address}.mode", self.context, one.values, "mode")
        of_indexes = self._insights_of.setdefault(place, {})
        if index := text_of(one.values.get("index_name")):
            of_indexes[index] = True
        else:
            self._put(place, one, "contributor_insights", True)
        return True

    def _policy(self, one: ParsedResource) -> bool:
        place = self._place(one, "resource_arn")
        if place is None:
            return True
        shape = {"BillingMode": "PAY_PER_REQUEST", "ResourcePolicy": {"PolicyDocument": one.values.get("policy")}}
        found = with_settings(self.tables[place], shape, one.address, self.context).settings.get("resource_policy")
        if found is not None:
            self._put(place, one, "resource_policy", found)
        return True

    def _tag(self, one: ParsedResource) -> bool:
        place = self.place_of(text_of(one.values.get("resource_arn")))
        if place is None:
            return False
        tags = dict(self.tables[place].settings.get("tags") or {})
        self._put(place, one, "tags", {**tags, text_of(one.values.get("key")): text_of(one.values.get("value"))})
        return True

    def _replica(self, one: ParsedResource) -> bool:
        place = self._place(one, "global_table_arn")
        region = one.region or text_of(one.values.get("region"))
        if place is None:
            return True
        if not region:
            self.context.dropped(
                one.address, "the Region of this replica is that of its provider; left out", one.values
            )
            return True
        if not known_regions([one.values.get("region") or region], one.address, self.context, one.values):
            return True
        known = list(self.tables[place].settings.get("replicas") or ())
        self._put(place, one, "replicas", [*known, *([region] if region not in known else [])])
        say_replica(one.values, self.tables[place].settings, region, one.address, self.context)
        return True

    def _kinesis(self, one: ParsedResource) -> bool:
        place = self._place(one, "table_name")
        if place is not None:
            self.tables[place] = with_consumer(self.tables[place], _last(one.values.get("stream_arn")), "kinesis")
        return True

    def _mapping(self, one: ParsedResource) -> bool:
        source = text_of(one.values.get("event_source_arn"))
        place = self.place_of(source) if "stream" in source else None
        if place is None:
            return False
        self.tables[place] = with_consumer(self.tables[place], _last(one.values.get("function_name")), "lambda")
        return True

    def _alarm(self, one: ParsedResource) -> bool:
        dimensions = one.values.get("dimensions")
        name = text_of(dimensions.get("TableName")) if isinstance(dimensions, Mapping) else ""
        place = self.place_of(name) if text_of(one.values.get("namespace")) == NAMESPACE and name else None
        if place is None:
            return False
        alarm = text_of(one.values.get("alarm_name")) or one.address
        self.tables[place] = with_alarm(self.tables[place], alarm)
        return True

    def _scheduled(self, one: ParsedResource) -> bool:
        if text_of(one.values.get("service_namespace")) != "dynamodb":
            return False
        self.context.dropped(one.address, "a design has no scheduled scaling; left out", one.values)
        return True


_TAKES: Final[Mapping[str, Callable[[ConfiguredTables, ParsedResource], bool]]] = {
    INSIGHTS: ConfiguredTables._insights,
    RESOURCE_POLICY: ConfiguredTables._policy,
    TAG: ConfiguredTables._tag,
    REPLICA: ConfiguredTables._replica,
    KINESIS: ConfiguredTables._kinesis,
    MAPPING: ConfiguredTables._mapping,
    ALARM: ConfiguredTables._alarm,
    SCHEDULED: ConfiguredTables._scheduled,
}


def say_replica(
    values: Mapping[str, Any], settings: Mapping[str, Any], region: str, path: str, context: Context
) -> None:
    """Report settings of one replica that differ from the table's: a design has one setting for all Regions."""
    recovers = values.get("point_in_time_recovery")
    protected = values.get("deletion_protection_enabled")
    for name, own, of_table in (
        ("point_in_time_recovery", recovers is True, settings.get("point_in_time_recovery") is True),
        ("deletion_protection_enabled", protected, settings.get("deletion_protection") is True),
    ):
        if own is not None and not isinstance(own, Unresolved) and own is not of_table:
            said = f"{str(own).lower()} in {region[:60]}; the design has one value for all Regions"
            context.dropped(f"{path}.{name}", f"{said} ({str(of_table).lower()})", values, name)
    for name in ("kms_key_arn", "table_class_override"):
        if values.get(name):
            context.dropped(f"{path}.{name}", f"a setting of {region[:60]} alone is not in the design", values, name)
    if values.get("propagate_tags") is False and settings.get("tags"):
        context.dropped(f"{path}.propagate_tags", f"the replica in {region[:60]} has no tags; in the design it has the "
                        "table's", values, "propagate_tags")  # fmt: skip


def _last(arn: Any) -> str:
    """Return the readable end of an ARN or a reference: a function's or a stream's name."""
    text = text_of(arn).removesuffix(".arn").removesuffix(".function_name")
    return text.rpartition("/")[2].rpartition(":")[2] or "unknown"


def with_items(
    tables: Sequence[Table],
    items: Iterable[ParsedResource],
    place_of: Callable[[str], int | None],
    context: Context,
) -> list[Table]:
    """Return the tables with the items that the files put into them, in the entities that they show."""
    rows: dict[int, list[StoredRow]] = {}
    made = list(tables)
    for count, one in enumerate(items):
        refuse_too_many(count + 1)
        place = place_of(text_of(one.values.get("table_name")))
        text = one.values.get("item")
        try:
            item = json.loads(text) if isinstance(text, str) and not isinstance(text, Unresolved) else None
        except (ValueError, RecursionError):
            item = None
        if place is None or not isinstance(item, Mapping):
            said = _UNKNOWN if place is None else "the item is known only at apply; left out"
            context.dropped(one.address, said, one.values)
            continue
        rows.setdefault(place, []).append(StoredRow(one.address, read_item(item, one.address, context.report)))
    for place, found in rows.items():
        made[place] = infer_table(made[place], found, made[place].name, context.report)
    return made
