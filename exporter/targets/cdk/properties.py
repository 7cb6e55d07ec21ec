"""CloudFormation properties as those of CDK's L1 classes: the same members, typed, with functions as calls."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from exporter.targets.cdk.nodes import CdkCall, Constant, Get, Struct, Variable, Verbatim

PARAMETER: Final = "cdk.CfnParameter"

_TYPES: Final[Mapping[str, str]] = {
    "AttributeDefinitions": "AttributeDefinition",
    "GlobalSecondaryIndexes": "GlobalSecondaryIndex",
    "LocalSecondaryIndexes": "LocalSecondaryIndex",
    "VectorIndexes": "VectorIndex",
    "SearchSchema": "SearchSchemaElement",
    "Replicas": "ReplicaSpecification",
    "GlobalTableWitnesses": "GlobalTableWitness",
    "WriteCapacityAutoScalingSettings": "CapacityAutoScalingSettings",
    "ReadCapacityAutoScalingSettings": "CapacityAutoScalingSettings",
}
"""Types of members whose type has a different name; all other types are named after the member."""
_IN_REPLICAS: Final[Mapping[str, str]] = {
    "GlobalSecondaryIndexes": "ReplicaGlobalSecondaryIndexSpecification",
    "SSESpecification": "ReplicaSSESpecification",
}
_DOCUMENTS: Final = frozenset({"PolicyDocument"})


def camel(name: str) -> str:
    """``tableName`` of ``TableName``, ``sseType`` of ``SSEType``."""
    return re.sub(r"^(?:[A-Z]+(?=[A-Z][a-z])|[A-Z]+)", lambda found: found[0].lower(), name)


def properties(raw: Mapping[str, Any], of: str, names: Mapping[str, Variable]) -> Struct:
    """Return properties of the class `of` (``dynamodb.CfnTable``); `names` are variables by logical id or parameter."""
    return _struct(raw, of, names, "", is_replica=False)


def _struct(
    raw: Mapping[str, Any], of: str, names: Mapping[str, Variable], type_name: str, *, is_replica: bool
) -> Struct:
    members = {camel(name): _value(one, name, of, names, is_replica=is_replica) for name, one in raw.items()}
    return Struct(type_name, members)


def _value(raw: Any, member: str, of: str, names: Mapping[str, Variable], *, is_replica: bool) -> Any:
    match raw:
        case {"Ref": name, **rest} if not rest and name in names:
            return reference(names[name])
        case {"Fn::Join": [separator, parts], **rest} if not rest:
            joined = [_value(one, "", of, names, is_replica=is_replica) for one in parts]
            return CdkCall(Constant("cdk.Fn"), "join", (separator, joined))
        case Mapping() if member in _DOCUMENTS:
            return Verbatim(raw)
        case Mapping():
            within = is_replica or member == "Replicas"
            return _struct(raw, of, names, _type(member, of, is_replica=is_replica), is_replica=within)
        case list():
            return [_value(one, member, of, names, is_replica=is_replica) for one in raw]
    return raw


def reference(to: Variable) -> Get:
    """Return what ``Ref`` gives: for a parameter its value, for a resource its name."""
    return Get(to, "valueAsString" if to.type == PARAMETER else "ref")


def _type(member: str, of: str, *, is_replica: bool) -> str:
    if member == "Tags":
        return "cdk.CfnTag"
    found = _IN_REPLICAS.get(member) if is_replica else None
    return f"{of}.{found or _TYPES.get(member, member)}Property"
