"""Scripts with ``aws dynamodb create-table``: tables, what later commands change in them, and the items they write.

facts/table-api#createtable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.cloudformation.importer import checked
from exporter.importers.described.settings import scaling_place, scaling_settings
from exporter.importers.described.tables import Context, boolean, object_of, text_of
from exporter.importers.programs.designs import SETTINGS, Given, design_of_shapes
from exporter.importers.shell.items import PutItems
from exporter.importers.shell.options import BETWEEN, PUTS, CliCommand, CliScript, objects
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.folders import Folder
from exporter.importers.support.line_numbers import Lines
from exporter.importers.support.source import Source
from modeler.core.design.model import Design

SHELLS: Final = frozenset({"sh", "bash", "zsh", "ksh", "cmd", "bat", "ps1"})
_OTHERS: Final = frozenset({"md", "txt", "yml", "yaml", "mk", "makefile", "dockerfile", ""})
_CREATES: Final = re.compile(rf"\bdynamodb{BETWEEN}create-table\b")
_PUTS: Final = re.compile(rf"\bdynamodb{BETWEEN}(?:put-item|batch-write-item)\b")
_BEGINS: Final = re.compile(r"[\s`]*(?:bash|sh|shell)?\s*aws\s")
_LISTS: Final = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "Tags")
_MEMBERS: Final = (
    *_LISTS, "TableName", "BillingMode", "ProvisionedThroughput", "OnDemandThroughput", "WarmThroughput",
    "StreamSpecification", "SSESpecification", "TableClass", "DeletionProtectionEnabled", "ResourcePolicy",
)  # fmt: skip
_UPDATED: Final = (
    "BillingMode", "ProvisionedThroughput", "OnDemandThroughput", "WarmThroughput", "StreamSpecification",
    "SSESpecification", "TableClass", "DeletionProtectionEnabled",
)  # fmt: skip
_REGION: Final = re.compile(r"[a-z]{2,4}(?:-[a-z]+)+-\d")

type Shape = dict[str, Any]


def shells_in(folder: Folder) -> list[str]:
    """Return the paths of the scripts in a folder that create tables."""
    named = [one for one in folder.paths if one.rpartition(".")[2].lower() in SHELLS or "." not in one]
    return [one for one in named if _CREATES.search(folder.bytes_of(one)[0].decode("utf-8", "replace"))]


def _claims(source: Source) -> bool:
    if source.extension not in SHELLS | _OTHERS or source.looks_like_json:
        return False
    # A document that begins with a command is one: it is not a text about commands.
    is_script = source.extension in SHELLS or _BEGINS.match(source.text) is not None
    return bool(_CREATES.search(source.text) or (is_script and _PUTS.search(source.text)))


def _read(source: Source) -> Imported:
    context = Context(Lines(), Report())
    script = CliScript(source.text, source.folder, context)
    tables = _Tables(context)
    for command in script.commands():
        tables.take(command)
    what = "a script with aws dynamodb create-table, --key-schema, and --attribute-definitions"
    alone = list(tables.items.of_no_table(tables.names, context.report))
    if alone and not tables.names:
        checked(design := Design(name="", region=tables.region or "us-east-1", tables=tuple(alone)))
        return Imported(design, tuple(context.report.lines), tuple(context.report.guesses))
    made = design_of_shapes(tables.given(), what, context, tables.region)
    held = tuple(tables.items.added(one, context.report) for one in made.design.tables)
    design = replace(made.design, tables=(*held, *alone))
    return replace(made, design=design, report=tuple(context.report.lines), guesses=tuple(context.report.guesses))


class _Tables:
    """The shapes of tables by name, as the commands of a script leave them."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.region = ""
        self.items = PutItems()
        self._shapes: dict[str, tuple[str, Shape]] = {}

    @property
    def names(self) -> frozenset[str]:
        """The names of the tables that the script creates."""
        return frozenset(self._shapes)

    def given(self) -> Iterator[Given]:
        """Return what `design_of_shapes` takes."""
        for path, shape in self._shapes.values():
            yield path, shape, ()

    def take(self, command: CliCommand) -> None:
        """Apply one command."""
        options = command.options
        match command.verb:
            case "create-table":
                self._create(command)
            case "update-table":
                self._change(command, self._updated)
            case "update-time-to-live":
                self._change(command, lambda shape, one: _put(shape, one, "TimeToLiveSpecification", self.context))
            case "update-continuous-backups":
                member = "PointInTimeRecoverySpecification"
                self._change(command, lambda shape, one: _put(shape, one, member, self.context))
            case "update-contributor-insights":
                is_on = text_of(options.get("ContributorInsightsAction")) == "ENABLE"
                self._change(
                    command, lambda shape, _: shape.update(ContributorInsightsSpecification={"Enabled": is_on})
                )
            case "tag-resource":
                self._change(command, self._tagged)
            case "register-scalable-target" | "put-scaling-policy":
                self._scaled(command)
            case "delete-table":
                if (name := text_of(options.get("TableName"))) in self._shapes:
                    said = f"this deletes {name[:80]} again; the design keeps it"
                    self.context.report.note(f"line {command.line}", said, command.line)
            case verb if verb in PUTS:
                self.items.take(command, self.context.report)
            case verb:
                said = "this command is not read; what it changes is left out"
                self.context.report.dropped(f"line {command.line}.{verb}", said, command.line)

    def _create(self, command: CliCommand) -> None:
        options, path = command.options, f"line {command.line}.create-table"
        if _REGION.fullmatch(text_of(options.get("Region"))):
            self.region = self.region or text_of(options["Region"])
        shape = {member: options[member] for member in _MEMBERS if options.get(member) is not None}
        self.context.lines.carry(options, shape)
        for member in _LISTS:
            if isinstance(shape.get(member), Mapping):
                shape[member] = [shape[member]]
                self.context.lines.put(shape[member], None, self.context.lines.of(options, member))
        if isinstance(shape.get("KeySchema"), list):
            name = text_of(shape.get("TableName")) or "table"
            if name in self._shapes:
                said = f"{name[:80]} is created before; this command is not read"
                self.context.report.dropped(path, said, command.line)
                return
            # What the service does without a mode.
            shape.setdefault("BillingMode", "PROVISIONED")
            self._shapes[name] = (path, shape)
        else:
            said = "a table whose key is not in this file; left out"
            self.context.report.dropped(path, said, command.line)

    def _change(self, command: CliCommand, change: Any) -> None:
        name = text_of(command.options.get("TableName"))
        name = name or text_of(command.options.get("ResourceArn")).rpartition("table/")[2]
        found = self._shapes.get(name)
        if found is None:
            said = f"no command before it creates {name[:80] or 'its table'!r}; left out"
            self.context.report.dropped(f"line {command.line}.{command.verb}", said, command.line)
        else:
            change(found[1], command)

    def _updated(self, shape: Shape, command: CliCommand) -> None:
        for member in _UPDATED:
            if command.options.get(member) is not None:
                _put(shape, command, member, self.context)
        known = {text_of(one.get("AttributeName")) for one in objects(shape.get("AttributeDefinitions"))}
        more = objects(command.options.get("AttributeDefinitions"))
        held = shape.setdefault("AttributeDefinitions", [])
        held += [one for one in more if text_of(one.get("AttributeName")) not in known]
        for update in objects(command.options.get("GlobalSecondaryIndexUpdates")):
            self._index_updated(shape, update, command)
        for update in objects(command.options.get("ReplicaUpdates")):
            region = text_of(object_of(update, "Create").get("RegionName"))
            if region:
                shape.setdefault(SETTINGS, {}).setdefault("replicas", []).append(region)

    def _index_updated(self, shape: Shape, update: Mapping[str, Any], command: CliCommand) -> None:
        indexes = shape.setdefault("GlobalSecondaryIndexes", [])
        created, changed, deleted = (object_of(update, word) for word in ("Create", "Update", "Delete"))
        if created:
            self.context.lines.put(created, None, command.line)
            indexes.append(created)
        for index in objects(indexes):
            if changed and index.get("IndexName") == changed.get("IndexName"):
                indexes[indexes.index(index)] = {**index, **changed}
        if deleted:
            indexes[:] = [one for one in indexes if one.get("IndexName") != deleted.get("IndexName")]

    def _tagged(self, shape: Shape, command: CliCommand) -> None:
        shape["Tags"] = [*objects(shape.get("Tags")), *objects(command.options.get("Tags"))]

    def _scaled(self, command: CliCommand) -> None:
        options = command.options
        place = scaling_place(text_of(options.get("ResourceId")), text_of(options.get("ScalableDimension")))
        if place is None or place[0] not in self._shapes:
            if "dynamodb" in text_of(options.get("ServiceNamespace")):
                said = "the table or index that it scales is not created in this file; left out"
                self.context.report.dropped(f"line {command.line}.{command.verb}", said, command.line)
            return
        name, index, side = place
        scaling = self._shapes[name][1].setdefault(SETTINGS, {}).setdefault("auto_scaling", {})
        one = scaling.setdefault(index, {}).setdefault(side, {})
        one.update(scaling_settings(options))


def _put(shape: Shape, command: CliCommand, member: str, context: Context) -> None:
    value = command.options.get(member)
    if member == "PointInTimeRecoverySpecification" and boolean(value) is not None:
        value = {"PointInTimeRecoveryEnabled": value}
    if value is not None:
        shape[member] = value
        context.lines.put(shape, member, context.lines.of(command.options, member))


IMPORTER: Final = Importer("aws-cli", "a script with aws dynamodb create-table", _claims, _read)
