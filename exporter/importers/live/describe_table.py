"""Output of `aws dynamodb describe-table` and related commands, and input of create-table: one, or several together.
facts/table-api#createtable.

Several answers come in one JSON object (``{"Table": ..., "TimeToLiveDescription": ...}``), in a list of such objects,
or under ``Tables``. A setting that no answer covers is not read as off; it is in `Imported.unsaid`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.cloudformation.importer import checked
from exporter.importers.described.settings import (
    DescribedScaling,
    scaling_place,
    scaling_settings,
    with_scaling,
    with_settings,
)
from exporter.importers.described.shapes import ANSWERS, REGION, shape_of
from exporter.importers.described.tables import TABLES_MAX, Context, object_of, read_table, text_of
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.json_reading import read_json
from exporter.importers.support.line_numbers import Lines, Located, lines_of_json, members
from exporter.importers.support.source import Source
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.errors import DocumentInvalid

_TABLE: Final = ("Table", "TableDescription")
_ANSWERED: Final = ("TableStatus", "TableArn", "TableId", "CreationDateTime", "ItemCount", "BillingModeSummary")
"""Members of a description that CreateTable's input never has."""


def _claims(source: Source) -> bool:
    if not source.looks_like_json or source.is_json_lines:
        return False
    if source.text.lstrip().startswith("["):
        return '"KeySchema"' in source.text and '"TableName"' in source.text and '"DataModel"' not in source.text
    data = source.data
    held = data.get("Tables")
    return (
        any(isinstance(data.get(member), Mapping) for member in _TABLE)
        or ("KeySchema" in data and "TableName" in data)
        or (isinstance(held, list) and any(isinstance(one, Mapping) for one in held))
    )


def _read(source: Source) -> Imported:
    raw = source.raw
    if source.text.lstrip().startswith("["):
        # A list is read like the same list inside an object: the same limits and lines, one level deeper.
        start = raw.index(b"[")
        raw = raw[:start] + b'{"Tables":' + raw[start:].rstrip() + b"}"
    data, twice = read_json(raw)
    return read_descriptions(Located(data, lines_of_json(data, raw.decode("utf-8-sig")), twice))


def read_descriptions(located: Located) -> Imported:
    """Return the described design. Raises DocumentInvalid with the line if it is not a description."""
    context = Context(located.lines, Report())
    context.report.lines.extend(located.report)
    answers = list(_answers(located.value, context))
    if not answers or len(answers) > TABLES_MAX:
        raise DocumentInvalid(
            f"expected 1 to {TABLES_MAX:,} table descriptions; use the output of aws dynamodb describe-table",
            code="document.no_model",
        )
    taken: set[str] = set()
    tables: list[Table] = []
    regions: list[str] = []
    for path, answer in answers:
        tables.append(_table(path, answer, context, taken, regions))
    scalings = [one for _, answer in answers for one in _scalings(answer, context.lines)]
    unsaid = frozenset.union(*(_unsaid(answer) for _, answer in answers))
    name = tables[0].name if len(tables) == 1 else ""
    region = next(filter(None, regions), "us-east-1")
    design = Design(name=name, region=region, tables=tuple(with_scaling(tables, scalings, context)))
    checked(design)
    return Imported(design, tuple(context.report.lines), places=context.places, unsaid=unsaid)


def _answers(value: Any, context: Context) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each table's answers as one object, with its place."""
    if not isinstance(value, Mapping):
        return
    listed = value.get("Tables")
    if not isinstance(listed, list):
        yield "", value
        return
    for number, one in members(listed):
        path = f"Tables[{number}]."
        if isinstance(one, Mapping):
            yield path, one
        else:
            said = f"{str(one)[:60]!r} is not a table description; use the output of describe-table"
            context.dropped(path.rstrip("."), said, listed, number)


def _table(path: str, answer: Mapping[str, Any], context: Context, taken: set[str], regions: list[str]) -> Table:
    member = next((member for member in _TABLE if isinstance(answer.get(member), Mapping)), "")
    raw = object_of(answer, member) if member else answer
    place = f"{path}{member}".rstrip(".") or "Table"
    name = text_of(raw.get("TableName"))
    if not name:
        raise context.refuse(f"{place}.TableName", "the table's name is required here", raw, "TableName")
    shape, more = (raw, {}) if not member and _is_request(raw) else shape_of(raw, answer, place, context)
    regions.append(more.pop(REGION, ""))
    if not isinstance(shape.get("KeySchema"), list) or not shape["KeySchema"]:
        said = "a table description has its keys here; use the output of describe-table unchanged"
        raise context.refuse(f"{place}.KeySchema", said, raw, "KeySchema")
    if key := text_of(object_of(shape, "SSESpecification").get("KMSMasterKeyId")):
        said = (
            f"The description does not say who owns key {key[:200]} (AWS's own key has an ARN too); "
            "treated as a customer managed key"
        )
        context.note(f"{place}.SSEDescription", said, raw, "SSEDescription")
    table = with_settings(read_table(shape, name, place, context, taken), shape, place, context)
    return replace(table, settings={**table.settings, **more})


def _is_request(raw: Mapping[str, Any]) -> bool:
    """Is it the input of create-table (`--cli-input-json`)? An answer says more about the table than its shape."""
    return not any(member in raw for member in _ANSWERED)


def _scalings(answer: Mapping[str, Any], lines: Lines) -> Iterator[DescribedScaling]:
    for member in ("ScalableTargets", "ScalingPolicies"):
        for _, one in members(answer.get(member)):
            if not isinstance(one, Mapping):
                continue
            place = scaling_place(text_of(one.get("ResourceId")), text_of(one.get("ScalableDimension")))
            if place is not None:
                yield DescribedScaling(*place, scaling_settings(one), lines.of(one))


def _unsaid(answer: Mapping[str, Any]) -> frozenset[str]:
    """Return the settings that none of the answers covers."""
    return frozenset(setting for member, settings in ANSWERS.items() if member not in answer for setting in settings)


IMPORTER: Final = Importer("describe-table", "the output of aws dynamodb describe-table", _claims, _read)
