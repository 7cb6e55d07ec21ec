"""Tables of SST: ``new sst.aws.Dynamo(name, {...})``, and ``new Table(stack, id, {...})`` of version 2.

Defaults are SST's: on demand, with point-in-time recovery. facts/table-api#createtable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved, text_of
from exporter.importers.programs.cdk_tables import Construct, Shape
from exporter.importers.programs.designs import SETTINGS
from exporter.importers.programs.sst_transforms import TRANSFORMS, transformed
from exporter.importers.scripts.values import ConstructedValue, ScriptConstants

SST: Final = "sst"
_TYPES: Final[Mapping[str, str]] = {"string": "S", "number": "N", "binary": "B"}
_LISTS: Final = ("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
_HASH, _RANGE = ("hashKey", "partitionKey"), ("rangeKey", "sortKey")
_READ: Final = frozenset(
    {"fields", "primaryIndex", "globalIndexes", "localIndexes", "stream", "ttl", "timeToLiveAttribute",
     "deletionProtection", "consumers"}
)  # fmt: skip


def sst_construct(made: ConstructedValue) -> Construct | None:
    """Return the construct that a call makes, if it is a table of SST."""
    given = made.arguments[-1] if made.is_new and len(made.arguments) > 1 else None
    if not isinstance(given, dict) or not isinstance(given.get("primaryIndex"), dict):
        return None
    if made.last not in ("Dynamo", "Table"):
        return None
    identity = made.arguments[-2]
    return Construct(SST, identity if isinstance(identity, str) and identity else made.last, given, made.line)


def shape_of_sst(made: Construct, values: ScriptConstants) -> Shape | None:
    """Return the table in the shape of CreateTable; None, with a report line, if the source does not have its key."""
    path, props, context = f"line {made.line}.{made.identity}", made.props, values.context
    primary = props["primaryIndex"]
    if not _keys(primary):
        context.report.dropped(path, "a table whose key is not in this file; left out", made.line)
        return None
    # SST adds the names of the app and the stage.
    shape: Shape = {"TableName": Unresolved(made.identity), "BillingMode": "PAY_PER_REQUEST"}
    context.lines.put(shape, None, made.line)
    shape["KeySchema"] = _keys(primary)
    shape["PointInTimeRecoverySpecification"] = {"PointInTimeRecoveryEnabled": True}
    for member, own, name in (("Global", [], "globalIndexes"), ("Local", shape["KeySchema"][:1], "localIndexes")):
        listed = [props.get(name), *(given for call, given, _ in made.calls if call == f"add{member}Indexes")]
        shape[f"{member}SecondaryIndexes"] = [
            one for given in listed for one in _indexes(given, own, path, made.line, context)
        ]
    used = [*shape["KeySchema"], *(key for name in _LISTS for one in shape[name] for key in one["KeySchema"])]
    shape["AttributeDefinitions"] = _definitions(props.get("fields"), used, path, made.line, context)
    if ttl := props.get("ttl", props.get("timeToLiveAttribute")):
        shape["TimeToLiveSpecification"] = {"AttributeName": ttl, "Enabled": True}
    if stream := props.get("stream"):
        view = "new-and-old-images" if stream is True else text_of(stream)
        shape["StreamSpecification"] = {"StreamViewType": view.upper().replace("-", "_")}
    if isinstance(props.get("deletionProtection"), bool):
        shape["DeletionProtectionEnabled"] = props["deletionProtection"]
    for name in props:
        if name not in _READ and name not in TRANSFORMS:
            context.report.dropped(f"{path}.{name}", "a design cannot represent this; left out", made.line)
    return {**transformed(made, shape, path, values), SETTINGS: _consumers(made)}


def _consumers(made: Construct) -> Shape:
    """Return the functions that read the stream, by the names that the source gives them."""
    listed = made.props.get("consumers")
    names = [str(name) for name in listed] if isinstance(listed, dict) else []
    names += [given if isinstance(given, str) else "consumer" for call, given, _ in made.calls if call == "subscribe"]
    consumers = [{"name": name[:255], "kind": "lambda"} for name in dict.fromkeys(names)]
    return {"stream_consumers": consumers} if consumers else {}


def _keys(given: Any) -> list[Shape]:
    made: list[Shape] = []
    for words, kind in ((_HASH, "HASH"), (_RANGE, "RANGE")):
        found = next((given[word] for word in words if isinstance(given, dict) and given.get(word)), None)
        made += [{"AttributeName": text_of(found), "KeyType": kind}] if isinstance(found, str) else []
    return made


def _indexes(given: Any, own: list[Shape], path: str, line: int, context: Context) -> Any:
    for name, one in given.items() if isinstance(given, dict) else ():
        keys = [*own, *_keys(one)]
        if len(keys) == len(own):
            context.report.dropped(f"{path}.{name}", "the key of this index is not in this file; left out", line)
            continue
        listed = one.get("projection") if isinstance(one, dict) else None
        projection: Shape = {"ProjectionType": text_of(listed or "all").upper().replace("-", "_")}
        if isinstance(listed, list):
            projection = {"ProjectionType": "INCLUDE", "NonKeyAttributes": listed}
        shape = {"IndexName": name, "KeySchema": keys, "Projection": projection}
        context.lines.put(shape, None, line)
        yield shape


def _definitions(fields: Any, used: list[Shape], path: str, line: int, context: Context) -> list[Shape]:
    made = []
    for name in dict.fromkeys(one["AttributeName"] for one in used):
        kind = _TYPES.get(text_of(fields.get(name))) if isinstance(fields, dict) else None
        if kind is None and isinstance(fields, dict) and name not in fields:
            said = f"a key names {name[:80]!r}, which is not one of the fields, and DynamoDB rejects that; read as S"
            context.report.converted(f"{path}.fields", said, line)
        elif kind is None:
            said = f"the type of {name[:80]!r} is not in this file; read as S"
            context.report.guessed(f"{path}.fields", said, line)
        made.append({"AttributeName": name, "AttributeType": kind or "S"})
    named = {one["AttributeName"] for one in used}
    for name in [name for name in fields if name not in named] if isinstance(fields, dict) else ():
        said = f"no key uses {str(name)[:80]!r}, and DynamoDB rejects such a definition; left out"
        context.report.dropped(f"{path}.fields.{name}", said, line)
    return made
