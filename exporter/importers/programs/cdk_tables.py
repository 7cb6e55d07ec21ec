"""Constructs of the AWS CDK in the shape of CreateTable: Table, TableV2, CfnTable, CfnGlobalTable.

Members are in the spelling of TypeScript. Defaults are those of aws-cdk-lib: a Table without a billing mode is
provisioned with 5 units, a TableV2 is on demand. facts/table-api#createtable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.cloudformation.shapes import from_global
from exporter.importers.described.settings import known_regions
from exporter.importers.described.tables import Context, Unresolved, text_of, whole
from exporter.importers.programs.designs import SETTINGS
from exporter.importers.scripts.functions import Computed
from exporter.importers.scripts.values import ConstructedValue

type Shape = dict[str, Any]

KINDS: Final = frozenset({"Table", "TableV2", "CfnTable", "CfnGlobalTable"})
SCALES: Final = re.compile(r"autoScale(?:GlobalSecondaryIndex)?(?P<side>Read|Write)(?:Capacity)?")
INDEX: Final = "index"
_USUAL: Final = 70
"""Percent: the target of a TableV2 that names none."""
TAGGED: Final = "Tags.add"
"""The call by which a program gives a construct a tag; it is given a list of name and value."""
READER: Final = "DynamoEventSource"
"""The construct by which a function reads a table's stream; a table is given the function's name in the source."""
_TYPES: Final[Mapping[str, str]] = {"STRING": "S", "NUMBER": "N", "BINARY": "B", "S": "S", "N": "N", "B": "B"}
_SILENT: Final = frozenset(
    {"partitionKey", "sortKey", "partitionKeys", "sortKeys", "tableName", "globalSecondaryIndexes",
     "localSecondaryIndexes", "indexName", "projectionType", "nonKeyAttributes", "billingMode", "billing",
     "readCapacity", "writeCapacity", "maxReadRequestUnits", "maxWriteRequestUnits"}
)  # fmt: skip
_ADDED: Final = {"addPartitionKey": "partitionKey", "addSortKey": "sortKey"}
_FIRST_NAMES: Final = {"ttlAttributeName": "timeToLiveAttribute"}
_ACRONYMS: Final[Mapping[str, str]] = {
    "sseSpecification": "SSESpecification", "sseEnabled": "SSEEnabled", "kmsMasterKeyId": "KMSMasterKeyId",
    "sseType": "SSEType",
}  # fmt: skip


@dataclass(slots=True)
class Construct:
    """A construct of a source: its kind, what it was given, and what was called on it later."""

    kind: str
    identity: str
    props: Any
    line: int
    calls: list[tuple[str, Any, int]] = field(default_factory=list)


def shape_of(made: Construct, context: Context) -> Shape | None:
    """Return a construct's table; None, with a report line, if the source does not have its key."""
    path = f"line {made.line}.{made.identity}"
    props = _with_given_later(made, context) if isinstance(made.props, dict) else {}
    if made.kind.startswith("Cfn"):
        shape = pascal(props)
        context.lines.carry(props, shape)
        shape |= {"TableName": Unresolved(made.identity)} if "TableName" not in shape else {}
        if "KeySchema" in shape:
            return _of_regions(shape, path, context) if made.kind == "CfnGlobalTable" else shape
    elif any(name in props for name in ("partitionKey", "partitionKeys")):
        return _Reader(made, props, path, context).shape()
    context.report.dropped(path, "a table whose key is not in this file; left out", made.line)
    return None


def _with_given_later(made: Construct, context: Context) -> Shape:
    """Return the properties in today's words: in the first versions of the CDK, methods added keys."""
    keys = {_ADDED[call]: given for call, given, _ in made.calls if call in _ADDED and isinstance(given, dict)}
    renamed: Shape = {_FIRST_NAMES.get(name, name): value for name, value in made.props.items()}
    if not keys and renamed.keys() == made.props.keys():
        renamed = made.props  # with the lines of its own members
    made.calls = [one for one in made.calls if one[0] not in _ADDED]
    context.lines.carry(made.props, renamed)
    return renamed | keys if keys else renamed


def settings_of(made: Construct, path: str, context: Context) -> Shape:
    """Return what the properties of a Table say beside its keys and indexes."""
    return _Reader(made, made.props, path, context).settings_shape()


def _of_regions(shape: Shape, path: str, context: Context) -> Shape:
    made, settings, _ = from_global(shape, path, context)
    scaling = {"": settings.pop("auto_scaling")} if "auto_scaling" in settings else {}
    return {**made, SETTINGS: {**settings, **({"auto_scaling": scaling} if scaling else {})}}


def pascal(value: Any) -> Any:
    """Return members in CloudFormation's spelling: ``keySchema`` is ``KeySchema``."""
    if isinstance(value, dict):
        return {_ACRONYMS.get(name, name[:1].upper() + name[1:]): pascal(one) for name, one in value.items()}
    return [pascal(one) for one in value] if isinstance(value, list) else value


class _Reader:
    def __init__(self, made: Construct, props: dict[str, Any], path: str, context: Context) -> None:
        self.made, self.props, self.path, self.context = made, props, path, context
        self.types: dict[str, str] = {}
        self.settings: Shape = {}
        self.is_v2 = made.kind == "TableV2"

    def shape(self) -> Shape:
        made, props = self.made, self.props
        shape: Shape = {"TableName": props.get("tableName") or Unresolved(made.identity)}
        self.context.lines.put(shape, None, made.line)
        shape["KeySchema"] = self._keys(props, self.path)
        shape |= self._billing()
        provisioned = shape["BillingMode"] == "PROVISIONED"
        self._indexes(shape, provisioned)
        for name, value in props.items():
            self._setting(shape, name, value)
        for name, given, line in made.calls:
            self._call(name, given, line)
        self._say_targets()
        if tags := [given for name, given, _ in made.calls if name == TAGGED and len(given) == 2]:
            shape["Tags"] = [*shape.get("Tags", ()), *({"Key": key, "Value": value} for key, value in tags)]
        shape["AttributeDefinitions"] = [
            {"AttributeName": name, "AttributeType": kind} for name, kind in self.types.items()
        ]
        shape[SETTINGS] = self.settings
        return shape

    def settings_shape(self) -> Shape:
        shape = self._billing()
        if self.props.get("tableName"):
            shape["TableName"] = self.props["tableName"]
        for name, value in self.props.items():
            self._setting(shape, name, value)
        return shape

    def _keys(self, props: Mapping[str, Any], path: str) -> list[Shape]:
        made: list[Shape] = []
        self.context.lines.put(made, None, self.context.lines.of(props) or self.made.line)
        for side, word in (("partitionKey", "HASH"), ("sortKey", "RANGE")):
            several = _list(props, f"{side}s") or [one for one in [props.get(side)] if one is not None]
            made += [{"AttributeName": self._key(one, f"{path}.{side}"), "KeyType": word} for one in several]
        return made

    def _key(self, one: Any, path: str) -> str:
        name = one.get("name") if isinstance(one, Mapping) else one
        kind = _TYPES.get(text_of(one.get("type")).upper() if isinstance(one, Mapping) else "")
        shown = name if isinstance(name, str) and name else Unresolved("key")
        if isinstance(shown, Unresolved):
            said = f"the name of the key is not in this file; {str(shown)[:80]!r} is used instead"
            self.context.report.guessed(path, said, self.made.line)
        if kind is None:
            self.context.report.guessed(path, "the type of the key is not in this file; read as S", self.made.line)
        self.types.setdefault(str(shown), kind or "S")
        return shown

    def _billing(self) -> Shape:
        props = self.props
        if self.is_v2:
            return self._billing_of_v2(props.get("billing"))
        mode = {"PayPerRequest": "PAY_PER_REQUEST", "Provisioned": "PROVISIONED"}.get(
            word := text_of(props.get("billingMode")), word
        )
        if mode not in ("PAY_PER_REQUEST", "PROVISIONED"):
            if props.get("billingMode") is not None:
                said = f"unknown billing mode {mode[:60]!r}; read as PAY_PER_REQUEST (on demand)"
                self.context.guessed(f"{self.path}.billingMode", said, props, "billingMode")
            unsaid = "PAY_PER_REQUEST" if props.get("replicationRegions") else "PROVISIONED"
            mode = "PAY_PER_REQUEST" if props.get("billingMode") is not None else unsaid
        if mode == "PROVISIONED":
            return {"BillingMode": mode, "ProvisionedThroughput": self._units(props, "")}
        return {"BillingMode": mode, **_maxima(props)}

    def _billing_of_v2(self, billing: Any) -> Shape:
        word = billing.last if isinstance(billing, ConstructedValue) else ""
        given = billing.arguments[0] if isinstance(billing, ConstructedValue) and billing.arguments else {}
        if not isinstance(given, dict):
            said = "the units are known only when the program runs; left out"
            self.context.dropped(f"{self.path}.billing", said, self.props, "billing")
            given = {}
        if word == "provisioned":
            return {"BillingMode": "PROVISIONED", "ProvisionedThroughput": self._units(given, "")}
        if word != "onDemand" and billing is not None:
            said = "the billing mode is not in this file; read as PAY_PER_REQUEST (on demand)"
            self.context.guessed(f"{self.path}.billing", said, self.props, "billing")
        return {"BillingMode": "PAY_PER_REQUEST", **_maxima(given)}

    def _units(self, props: Mapping[str, Any], index: str) -> Shape:
        """Return units, and keep auto scaling: of the table in its settings."""
        made: Shape = {}
        scaling: Shape = {}
        for side, name in (("read", "readCapacity"), ("write", "writeCapacity")):
            found = props.get(name)
            member = "ReadCapacityUnits" if side == "read" else "WriteCapacityUnits"
            if isinstance(found, ConstructedValue) and found.arguments:
                first = found.arguments[0]
                if found.last == "autoscaled" and isinstance(first, dict):
                    scaling[side] = {"min": 1, **_scaling(first)}
                    made[member] = first.get("seedCapacity") or first.get("minCapacity") or 1
                else:
                    made[member] = first
            elif found is not None:
                made[member] = found
            elif not self.is_v2:
                made[member] = 5
        if scaling:
            self.settings.setdefault("auto_scaling", {})[index] = scaling
        return {name: value for name, value in made.items() if value is not None}

    def _indexes(self, shape: Shape, provisioned: bool) -> None:
        listed = [
            ("addGlobalSecondaryIndex", one, self.made.line) for one in _list(self.props, "globalSecondaryIndexes")
        ]
        listed += [
            ("addLocalSecondaryIndex", one, self.made.line) for one in _list(self.props, "localSecondaryIndexes")
        ]
        others = []
        for name, given, line in [*listed, *self.made.calls]:
            member = {
                "addGlobalSecondaryIndex": "GlobalSecondaryIndexes",
                "addLocalSecondaryIndex": "LocalSecondaryIndexes",
            }
            if name not in member:
                others.append((name, given, line))
            elif not isinstance(given, dict):
                self.context.report.dropped(f"line {line}.{name}", "the index is not in this file; left out", line)
            else:
                made = self._index(given, name, line, provisioned, shape["KeySchema"])
                self.context.lines.put(made, None, line)
                shape.setdefault(member[name], []).append(made)
        self.made.calls = others

    def _index(self, given: dict[str, Any], call: str, line: int, provisioned: bool, own: list[Shape]) -> Shape:
        path = f"line {line}.{call}"
        is_local = call == "addLocalSecondaryIndex"
        keys = [one for one in own if one["KeyType"] == "HASH"] if is_local else []
        word = text_of(given.get("projectionType")) or "ALL"
        projection: Shape = {"ProjectionType": word}
        if word == "INCLUDE":
            projection["NonKeyAttributes"] = given.get("nonKeyAttributes")
        made: Shape = {"IndexName": given.get("indexName"), "KeySchema": [*keys, *self._keys(given, path)]}
        made["Projection"] = projection
        if not is_local and provisioned:
            units = self._units(given, text_of(given.get("indexName")))
            made |= {"ProvisionedThroughput": units} if units else {}
        elif not is_local:
            made |= _maxima(given)
        if isinstance(given.get("warmThroughput"), dict):
            made["WarmThroughput"] = pascal(given["warmThroughput"])
        for name in given:
            if name not in _SILENT and name != "warmThroughput":
                self.context.report.dropped(f"{path}.{name}", "a design cannot represent this; left out", line)
        return made

    def _setting(self, shape: Shape, name: str, value: Any) -> None:
        word = text_of(value) if not isinstance(value, ConstructedValue | dict | list) else ""
        match name:
            case "timeToLiveAttribute" if value is not None:
                if isinstance(value, Unresolved):
                    said = f"known only when the program runs; {str(value)[:80]!r} is used instead"
                    self.context.guessed(f"{self.path}.{name}", said, self.props, name)
                shape["TimeToLiveSpecification"] = {"AttributeName": value, "Enabled": True}
            case "stream" | "dynamoStream" if value is not None:
                shape["StreamSpecification"] = {"StreamViewType": word}
            case "pointInTimeRecovery":
                shape["PointInTimeRecoverySpecification"] = {"PointInTimeRecoveryEnabled": value}
            case "pointInTimeRecoverySpecification" | "contributorInsightsSpecification" if isinstance(value, dict):
                shape[name[:1].upper() + name[1:]] = pascal(value)
            case "contributorInsights" | "contributorInsightsEnabled":
                shape["ContributorInsightsSpecification"] = {"Enabled": value}
            case "deletionProtection":
                shape["DeletionProtectionEnabled"] = value
            case "tableClass":
                shape["TableClass"] = word
            case "warmThroughput" if isinstance(value, dict):
                shape["WarmThroughput"] = pascal(value)
            case "serverSideEncryption" if isinstance(value, bool):
                shape["SSESpecification"] = {"SSEEnabled": value}
            case "encryption":
                self._encryption(shape, value, word)
            case "encryptionKey":
                pass
            case "tags" if isinstance(value, list):
                shape["Tags"] = pascal(value)
            case "replicationRegions" | "replicas" if value is not None:
                self._replicas(name, value)
            case "multiRegionConsistency" if word == "STRONG":
                self.settings["multi_region_consistency"] = "STRONG"
            case "witnessRegion" if word:
                self.settings["witness"] = word
            case "removalPolicy":
                self._removal(word)
            case _ if name not in _SILENT and value is not None:
                self._left_out(name, value)

    def _left_out(self, name: str, value: Any) -> None:
        said = "a design cannot represent this; left out"
        if isinstance(value, Computed) and name.startswith("..."):
            said = "not in this file; what it adds is left out"
        self.context.dropped(f"{self.path}.{name}", said, self.props, name)

    def _removal(self, word: str) -> None:
        if not word.startswith("RETAIN"):
            shown = word if word in ("DESTROY", "SNAPSHOT") else "The policy is known only at run time"
            said = f"{shown}: a design does not have this; exported templates keep the table (Retain)"
            self.context.note(f"{self.path}.removalPolicy", said, self.props, "removalPolicy")

    def _encryption(self, shape: Shape, value: Any, word: str) -> None:
        made = value.last if isinstance(value, ConstructedValue) else word
        if made in ("AWS_MANAGED", "awsManagedKey"):
            shape["SSESpecification"] = {"SSEEnabled": True}
        elif made in ("CUSTOMER_MANAGED", "customerManagedKey"):
            key = self.props.get("encryptionKey")
            key = value.arguments[0] if isinstance(value, ConstructedValue) and value.arguments else key
            shown = (
                key if isinstance(key, str) else Unresolved(key.last if isinstance(key, ConstructedValue) else "key")
            )
            shape["SSESpecification"] = {"SSEEnabled": True, "KMSMasterKeyId": shown}
        elif made in ("DEFAULT", "dynamoOwnedKey"):
            shape["SSESpecification"] = {"SSEEnabled": False}
        else:
            self._left_out("encryption", value)

    def _replicas(self, name: str, value: Any) -> None:
        if isinstance(value, list):
            self._regions([one.get("region") if isinstance(one, dict) else one for one in value])
        else:
            said = "the replicas are known only when the program runs; left out"
            self.context.dropped(f"{self.path}.{name}", said, self.props, name)

    def _regions(self, regions: list[Any]) -> None:
        known = known_regions(regions, f"{self.path}.replicas", self.context, self.props)
        if known:
            self.settings["replicas"] = list(dict.fromkeys([*self.settings.get("replicas", ()), *known]))

    def _call(self, name: str, given: Any, line: int) -> None:
        found = SCALES.fullmatch(name)
        if name == "addReplica" and isinstance(given, dict):
            self._regions([given.get("region")])
        elif found is not None and isinstance(given, dict):
            self._scaled(given, found["side"].lower())
        elif name == "scaleOnUtilization" and isinstance(given, dict):
            self._scaled(given, given["side"])
        elif name == READER:
            known = self.settings.setdefault("stream_consumers", [])
            known += [one for one in [{"name": given, "kind": "lambda"}] if one not in known]
        elif name.startswith(("add", "autoScale")):
            self.context.report.dropped(f"line {line}.{name}", "a design cannot represent this; left out", line)

    def _scaled(self, given: Mapping[str, Any], side: str) -> None:
        """Keep bounds or the target of auto scaling: of an index if the call names one, else of the table."""
        place = self.settings.setdefault("auto_scaling", {}).setdefault(text_of(given.get(INDEX)), {})
        place[side] = {**place.get(side, {}), **_bounds(given)}

    def _say_targets(self) -> None:
        """Report what scales without a policy in this file, and give it the usual target."""
        for index, sides in self.settings.get("auto_scaling", {}).items():
            for side, one in sides.items():
                if "target" not in one:
                    one["target"] = _USUAL
                    said = f"no scaleOnUtilization for the {side} units{f' of {index}' if index else ''} in this file; "
                    self.context.report.guessed(f"{self.path}.autoScaling", f"{said}{_USUAL}% is used", self.made.line)


def _list(props: Mapping[str, Any], name: str) -> list[Any]:
    found = props.get(name)
    return found if isinstance(found, list) else []


def _maxima(given: Mapping[str, Any]) -> Shape:
    names = {"maxReadRequestUnits": "MaxReadRequestUnits", "maxWriteRequestUnits": "MaxWriteRequestUnits"}
    found = {member: given[name] for name, member in names.items() if given.get(name) is not None}
    return {"OnDemandThroughput": found} if found else {}


def _scaling(given: Mapping[str, Any]) -> Shape:
    return {"target": _USUAL, **_bounds(given)}


def _bounds(given: Mapping[str, Any]) -> Shape:
    names = {"minCapacity": "min", "maxCapacity": "max", "targetUtilizationPercent": "target"}
    found = {ours: whole(given.get(name)) for name, ours in names.items()}
    return {ours: value for ours, value in found.items() if value is not None}


def given_of(call: ConstructedValue) -> Any:
    """Return what a method is given; of one that scales an index, with the name of the index."""
    given = call.arguments[-1] if SCALES.fullmatch(call.last) and call.arguments else next(iter(call.arguments), None)
    if isinstance(given, dict) and "Index" in call.last and call.last.startswith("autoScale"):
        return {**given, INDEX: call.arguments[0] if len(call.arguments) > 1 else given.get("indexName", "")}
    return given


def targeted(scaled: ConstructedValue, call: ConstructedValue) -> Any:
    """Return what ``autoScaleReadCapacity(...).scaleOnUtilization(...)`` is given, with the side that it scales."""
    found, given = SCALES.fullmatch(scaled.last), given_of(call)
    if found is None or not isinstance(given, dict):
        return None
    return {**given, "side": found["side"].lower(), INDEX: (given_of(scaled) or {}).get(INDEX, "")}
