"""CloudFormation and SAM templates, YAML or JSON: tables and global tables with their scaling.
facts/table-api#createtable.

Functions are evaluated where the template alone determines the result (`cloudformation_values`); nothing is fetched.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.cloudformation.beside import MEMBERS, READS, StackTables, say_policies
from exporter.importers.cloudformation.functions import Resolver
from exporter.importers.cloudformation.loops import Loops
from exporter.importers.cloudformation.parameters import parameters_of
from exporter.importers.cloudformation.serverless import REGION, has_variables, template_of
from exporter.importers.cloudformation.shapes import from_global, from_simple
from exporter.importers.described.operations import PARTLY_SEEN, say_insights_of, say_scaling
from exporter.importers.described.settings import (
    DescribedScaling,
    scaling_place,
    scaling_settings,
    with_scaling,
    with_settings,
)
from exporter.importers.described.tables import TABLES_MAX, Context, Unresolved, object_of, read_table, text_of
from exporter.importers.items.item_tables import table_name
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.line_numbers import Located, read_located_json
from exporter.importers.support.parameters import FileParameter
from exporter.importers.support.report_lines import once_each
from exporter.importers.support.source import Source
from exporter.importers.support.yaml_reading import read_yaml
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.documents import reading
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import NAME_CHARS_MIN

TABLE: Final = "AWS::DynamoDB::Table"
GLOBAL: Final = "AWS::DynamoDB::GlobalTable"
SIMPLE: Final = "AWS::Serverless::SimpleTable"
_TARGET: Final = "AWS::ApplicationAutoScaling::ScalableTarget"
_POLICY: Final = "AWS::ApplicationAutoScaling::ScalingPolicy"
_TABLES: Final = (TABLE, GLOBAL, SIMPLE)

TEMPLATE_MB_MAX: Final = 4

_LOOKS: Final = re.compile(
    r"""^(?:["']?AWSTemplateFormatVersion["']?[ \t]*:|["']?Resources["']?[ \t]*:[^\n]*$)""", re.MULTILINE
)
_NESTED: Final = re.compile(
    r"^resources[ \t]*:[ \t]*\r?\n(?:[^\n]*\n){0,20}?[ \t]+(?:-[ \t]+)?Resources[ \t]*:", re.MULTILINE
)

_RESOURCE: Final = re.compile(
    r"""^["']?Type["']?[ \t]*:[ \t]*["']?AWS::(?:DynamoDB::(?:Global)?|Serverless::Simple)Table\b""", re.MULTILINE
)
_PROPERTIES: Final = re.compile(r"^Properties[ \t]*:", re.MULTILINE)
SERVICE: Final = re.compile(r"^service[ \t]*:", re.MULTILINE)
_PROVIDER: Final = re.compile(
    r"^provider[ \t]*:[ \t]*\r?\n(?:[^\n]*\n){0,40}?[ \t]+name[ \t]*:[ \t]*['\"]?aws\b", re.MULTILINE
)


def _claims(source: Source) -> bool:
    if source.looks_like_json:
        return any(one in source.data for one in ("AWSTemplateFormatVersion", "Resources")) or is_resource(source.data)
    text = source.text[:2_000_000]
    if SERVICE.search(text) and _PROVIDER.search(text):
        return True
    if _RESOURCE.search(text) and _PROPERTIES.search(text):
        return True
    return ("AWS::" in text or "AWSTemplateFormatVersion" in text) and bool(_LOOKS.search(text) or _NESTED.search(text))


def is_resource(value: Mapping[str, Any]) -> bool:
    """Is it one table without its template, as services include it from a file of its own?"""
    return value.get("Type") in _TABLES and isinstance(value.get("Properties"), Mapping)


def _read(source: Source) -> Imported:
    size = len(source.raw) / 1024 / 1024
    if size > TEMPLATE_MB_MAX:
        raise DocumentInvalid(
            f"the template has {size:.1f} MB; the limit is {TEMPLATE_MB_MAX} MB (CloudFormation accepts 1 "
            "MB); split it",
            code="document.too_large",
        )
    located = read_located_json(source.raw) if source.looks_like_json else read_yaml(source.raw)
    return read_template(located, source)


def read_template(located: Located, source: Source | None = None) -> Imported:
    """Return the tables of a template. Raises DocumentInvalid with the place if it is not a template, has no table, or
    a table's keys cannot be read.
    """
    context = Context(located.lines, Report())
    context.report.lines.extend(located.report)
    template, options = _template(located.value, context, source)
    reader = _Reader(template, context, source.given if source is not None else {})
    tables = with_scaling(reader.tables(), reader.scalings(), context)
    tables = reader.with_others(tables)
    name, description = _names(text_of(template.get("Description")))
    design = Design(name=name, description=description, tables=tuple(tables), region=reader.region or "us-east-1")
    checked(design)
    lines = tuple(once_each(context.report.lines))
    return Imported(
        design, lines, places=context.places, unsaid=PARTLY_SEEN, parameters=(*options, *parameters_of(reader.resolver))
    )


def checked(design: Design) -> None:
    """Raise DocumentInvalid if the result is not a valid design (a name of 300 characters, too many of something)."""
    named = reading.to_document(design)
    reading.check({**named, "name": named["name"] or "unnamed"})


def _template(value: Any, context: Context, source: Source | None) -> tuple[Mapping[str, Any], list[FileParameter]]:
    holder = value if isinstance(value, Mapping) else {}
    if is_resource(holder):
        alone = {table_name(source.filename if source is not None else ""): holder}
        context.lines.carry(holder, alone)
        holder = {"Resources": alone}
    # The Serverless Framework nests CloudFormation resources under its own resources.
    service = holder if "Resources" not in holder else {"resources": holder} if has_variables(holder) else None
    inner, options = template_of(service, context, source) if service is not None else (None, [])
    template = inner or holder
    if not isinstance(template.get("Resources"), Mapping):
        raise context.refuse("Resources", "a template needs an object of resources here", template, "Resources")
    return template, options


def _called(logical: str) -> str:
    """Return a name for a table without one: its logical id, padded to a table name's minimum length.

    facts/limits#items.
    """
    return logical if len(logical) >= NAME_CHARS_MIN else f"table-{logical}"


def _names(description: str) -> tuple[str, str]:
    """Return the design's name and description: the first sentence is the name if it is short."""
    name, _, rest = description.partition(". ")
    name = name.removesuffix(".").strip()
    return (name, rest.strip()) if name and len(name) <= 255 and "\n" not in name else ("", description[:20_000])


class _Reader:
    """The resources of one template."""

    def __init__(self, template: Mapping[str, Any], context: Context, given: Mapping[str, str]) -> None:
        self.context = context
        self.resources: Mapping[str, Any] = template["Resources"]
        self.globals = object_of(object_of(template, "Globals"), "SimpleTable")
        self.resolver = Resolver(template, context, self._physical, given)
        self.resources = Loops(context, self.resolver.resolve).unfolded(self.resources)
        self.region = text_of(template.get(REGION)) if not isinstance(template.get(REGION), Unresolved) else ""
        self._targets: dict[str, tuple[str, str, str]] = {}
        self._logical: dict[str, int] = {}

    def _physical(self, logical: str) -> Any:
        """Return what Ref of a resource gives: a table's name, or the logical id as an unresolved name."""
        resource = object_of(self.resources, logical)
        kind = resource.get("Type")
        if kind in (_TARGET, _POLICY):
            return logical
        if kind not in _TABLES:
            return None
        given = object_of(resource, "Properties").get("TableName")
        said = len(self.context.report.lines)
        # A name that refers to itself through another table ends here.
        self._naming = getattr(self, "_naming", 0) + 1
        name = self.resolver.resolve(given, "", 0) if given is not None and self._naming < 10 else None
        self._naming -= 1
        del self.context.report.lines[said:]
        return text_of(name) or _called(logical)

    def _of(self, kinds: tuple[str, ...]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Yield the logical id, type, and raw properties of the resources of some types that are created at all."""
        for logical, resource in self.resources.items():
            kind = resource.get("Type") if isinstance(resource, Mapping) else None
            if kind not in kinds:
                continue
            path = f"Resources.{logical}"
            condition = text_of(resource.get("Condition"))
            holds = self.resolver.holds(condition) if condition else True
            if holds is False:
                said = f"its condition {condition[:80]} is false; left out"
                self.context.dropped(path, said, resource, "Condition")
                continue
            if holds is None:
                said = f"its condition {condition[:80]} is evaluated only at deployment; read as true"
                self.context.note(path, said, resource, "Condition")
            properties = resource.get("Properties")
            if not isinstance(properties, Mapping) and not (properties is None and kind == SIMPLE):
                raise self.context.refuse(f"{path}.Properties", "an object is required here", resource, "Properties")
            yield logical, kind, properties or {}

    def _resolved(self, logical: str, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        path = f"Resources.{logical}.Properties"
        found = self.resolver.resolve(raw, path, self.context.lines.of(self.resources, logical))
        if not isinstance(found, Mapping):
            raise self.context.refuse(path, "the properties are known only at deployment", self.resources, logical)
        return found

    def tables(self) -> list[Table]:
        """Return every table, in template order. Raises DocumentInvalid if there is none."""
        taken: set[str] = set()
        found: list[Table] = []
        for logical, kind, raw in self._of(_TABLES):
            if len(found) >= TABLES_MAX:
                raise self.context.refuse("Resources", f"more than {TABLES_MAX:,} tables", self.resources, logical)
            self._logical[logical] = len(found)
            found.append(self._table(logical, kind, self._resolved(logical, raw), taken))
            say_policies(self.resources[logical], f"Resources.{logical}", self.context)
        if not found:
            raise DocumentInvalid(
                f"Resources: this CloudFormation template creates no table: use one with an {TABLE}, "
                f"{GLOBAL} or {SIMPLE}",
                path="Resources",
                code="document.no_model",
            )
        return found

    def _table(self, logical: str, kind: str, raw: Mapping[str, Any], taken: set[str]) -> Table:
        path = f"Resources.{logical}.Properties"
        settings: dict[str, Any] = {}
        if kind == GLOBAL:
            raw, settings, region = from_global(raw, path, self.context)
            self.region = self.region or region
        elif kind == SIMPLE:
            both = {**self.resolver.resolve(self.globals, "Globals.SimpleTable"), **raw}
            self.context.lines.carry(raw, both)
            raw = from_simple(both, path, self.context)
        name = text_of(raw.get("TableName"))
        if not name:
            name = _called(logical)
            said = f"the table has no explicit name; named {name[:80]!r}, after its logical id"
            self.context.guessed(f"{path}.TableName", said, self.resources, logical)
        elif isinstance(raw["TableName"], Unresolved) and not self.context.report.guessed_at(f"{path}.TableName"):
            said = f"the name is known only at deployment; {name[:80]!r} is used in its place"
            self.context.guessed(f"{path}.TableName", said, raw, "TableName")
        table = with_settings(read_table(raw, name, path, self.context, taken), raw, path, self.context)
        say_insights_of(table, raw, path, self.context)
        for part in settings:
            self.context.put(table.id, f"settings.{part}", raw, "Replicas")
        table = replace(table, settings={**table.settings, **settings})
        self.context.places[table.id] = self.context.lines.of(self.resources, logical)
        return table

    def scalings(self) -> Iterator[DescribedScaling]:
        """Return what scalable targets and policies specify for tables and indexes."""
        for logical, kind, raw in [*self._of((_TARGET,)), *self._of((_POLICY,))]:
            found = self._resolved(logical, raw)
            target = text_of(found.get("ScalingTargetId"))
            resource, dimension = text_of(found.get("ResourceId")), text_of(found.get("ScalableDimension"))
            place = self._targets.get(target) or scaling_place(resource, dimension)
            if place is None and "dynamodb" in text_of(found.get("ServiceNamespace")) + text_of(
                found.get("ResourceId")
            ):
                said = "the table or index that it scales is unknown; left out"
                self.context.dropped(f"Resources.{logical}", said, self.resources, logical)
            if place is None:
                continue
            if kind == _TARGET:
                self._targets[logical] = place
            say_scaling(found, f"Resources.{logical}.Properties", self.context)
            yield DescribedScaling(*place, scaling_settings(found), self.context.lines.of(self.resources, logical))

    def with_others(self, tables: list[Table]) -> list[Table]:
        """Return the tables with the alarms and readers of streams of the template; report everything else."""
        beside = StackTables(tables, self._logical, self.context)
        counted: Counter[str] = Counter()
        for logical, resource in self.resources.items():
            kind = text_of(resource.get("Type")) if isinstance(resource, Mapping) else ""
            if kind in (*_TABLES, _TARGET, _POLICY):
                continue
            properties = object_of(resource, "Properties")
            if not (kind in READS and beside.take(kind, logical, self._quietly(properties))):
                counted[kind] += 1
        if counted:
            listed = ", ".join(f"{count} {kind[:80] or 'without a type'}" for kind, count in sorted(counted.items()))
            self.context.report.note("Resources", f"not supported in a design, left out: {listed[:4000]}")
        return beside.tables

    def _quietly(self, properties: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the members of another resource that name a table; what is unknown in the rest is not reported."""
        said = len(self.context.report.lines)
        found = {name: self.resolver.resolve(properties[name], "") for name in MEMBERS if name in properties}
        del self.context.report.lines[said:]
        return found


IMPORTER: Final = Importer("cloudformation", "a CloudFormation or SAM template", _claims, _read)
