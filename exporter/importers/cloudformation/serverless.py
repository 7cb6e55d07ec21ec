"""A Serverless Framework service as the template that it contains: lists of resources, and variables of the file.

``${self:custom.name}``, ``${opt:stage, 'dev'}``, ``${param:name}``, and ``${file(resources.yml):name}`` are evaluated
where the files that were given, or a person, determine the result. Programs are not run.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.described.tables import Context, Unresolved
from exporter.importers.support.folders import inside
from exporter.importers.support.line_numbers import read_located_json
from exporter.importers.support.parameters import FileParameter
from exporter.importers.support.source import Source
from exporter.importers.support.yaml_reading import read_yaml
from modeler.core.errors import DocumentInvalid

_VARIABLE: Final = re.compile(
    r"\$\{((?:self|opt|sls|env|param|aws|ssm|cf|s3|git|strToBool|file|output|vault)\b[^{}$]*)\}"
)
_OF_SERVICE: Final = re.compile(r"\$\{(?:self|opt|sls|param|env|file|ssm|cf)(?::|\()")
_QUOTED: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_FILE: Final = re.compile(r"file\(([^()]{1,300})\)(:[\w.-]{1,300})?")
_WORDS: Final[Mapping[str, bool]] = {"true": True, "false": False}
_TABLES: Final = ("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable", "AWS::Serverless::SimpleTable")
REGION: Final = "Region"
"""Our member of the template: the Region of the provider."""
_PIECES_MAX: Final = 1000
_ROUNDS_MAX: Final = 10
_DEPTH_MAX: Final = 40
_TEXT_MAX: Final = 10_000
CHARACTERS_MAX: Final = 2_000_000
"""Limit on the characters of all texts with variables, plus the values that they bring in."""
_VARIABLE_COST: Final = 100
"""The evaluation of a variable takes as long as so many characters: a file of many short texts is refused as early."""


def template_of(
    service: Mapping[str, Any], context: Context, source: Source | None = None
) -> tuple[Mapping[str, Any] | None, list[FileParameter]]:
    """Return the template under ``resources`` with its variables evaluated, or None if there is none, and the options
    that the variables use. `source` holds the files beside the service, and the values that a person chose.

    Raises DocumentInvalid if its variables create more than a file may hold.
    """
    variables = _Variables(service, context, source)
    held: Any = variables.filled(service.get("resources"), "", context.lines.of(service, "resources"))
    waiting = list(held) if isinstance(held, list) else [held]
    merged: dict[str, Any] = {}
    for piece in waiting[:_PIECES_MAX]:
        for name, value in piece.items() if isinstance(piece, Mapping) else ():
            both = merged.get(name)
            if isinstance(both, Mapping) and isinstance(value, Mapping):
                joined = {**both, **value}
                for one in (both, value):
                    context.lines.carry(one, joined)
                merged[name] = joined
            else:
                merged[name] = value
                context.lines.put(merged, name, context.lines.of(piece, name))
    if variables.missing and not _has_table(merged.get("Resources")):
        listed = ", ".join(sorted(variables.missing)[:5])
        raise DocumentInvalid(
            f"the resources of this service are in {listed[:300]}; import the folder of the service, or a zip of it",
            path="resources",
            code="document.no_model",
        )
    for path in sorted(variables.missing)[:_PIECES_MAX]:
        said = f"the file {path[:200]} was not given, or is a program, which is not run; what it holds is left out"
        context.report.dropped("resources", said)
    return _with_service(merged, service, variables, context), list(variables.options.values())


def has_variables(value: Any, depth: int = 0) -> bool:
    """Does a value have variables of the framework? A file of resources without its service has them too."""
    if isinstance(value, str):
        return _OF_SERVICE.search(value) is not None
    if depth > _DEPTH_MAX:
        return False
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(has_variables(one, depth + 1) for one in inner)


def _with_service(
    template: dict[str, Any], service: Mapping[str, Any], variables: _Variables, context: Context
) -> dict[str, Any] | None:
    """Return the template with the service's Region and functions that read streams; None if it has no resources."""
    if "Resources" not in template:
        return None
    provider = service.get("provider")
    region = provider.get("region") if isinstance(provider, Mapping) else None
    template[REGION] = variables.filled(region, "provider.region", 0) if region is not None else ""
    held = template["Resources"]
    added = {**_readers(service, variables, context), **_scaling(service, variables, context)}
    if isinstance(held, Mapping) and added:
        template["Resources"] = {**added, **held}
        context.lines.carry(held, template["Resources"])
    return template


def _readers(service: Mapping[str, Any], variables: _Variables, context: Context) -> dict[str, Any]:
    """Return an event source mapping for each function that reads a table's stream, as the framework creates them."""
    made: dict[str, Any] = {}
    functions = variables.filled(service.get("functions"), "functions", context.lines.of(service, "functions"))
    for name, one in functions.items() if isinstance(functions, Mapping) else ():
        events = one.get("events") if isinstance(one, Mapping) else None
        for event in events if isinstance(events, list) else ():
            stream = event.get("stream") if isinstance(event, Mapping) else None
            source = stream.get("arn") if isinstance(stream, Mapping) else stream
            kind = stream.get("type") if isinstance(stream, Mapping) else None
            if source is not None and kind in (None, "dynamodb") and ":kinesis:" not in str(source):
                properties = {"EventSourceArn": source, "FunctionName": str(name)}
                logical = f"{str(name)[:200]}EventSourceMappingDynamodb{len(made) + 1}"
                made[logical] = {"Type": "AWS::Lambda::EventSourceMapping", "Properties": properties}
    return made


def _scaling(service: Mapping[str, Any], variables: _Variables, context: Context) -> dict[str, Any]:
    """Return what serverless-dynamodb-autoscaling makes of ``custom.capacities``: a target and a policy for each table
    and index, and direction.
    """
    custom = service.get("custom")
    raw = custom.get("capacities") if isinstance(custom, Mapping) else None
    held = variables.filled(raw, "custom.capacities", context.lines.of(custom, "capacities")) if raw else None
    made: dict[str, Any] = {}
    for one in held if isinstance(held, list) else [held]:
        if not isinstance(one, Mapping):
            continue
        table, listed = one.get("table"), one.get("index")
        indexes = listed if isinstance(listed, list) else [listed] if listed else []
        places = [f"/index/{name}" for name in indexes]
        if not indexes or one.get("indexOnly") is not True:
            places.insert(0, "")
        logicals = table if isinstance(table, list) else [table]
        for logical in (str(name) for name in logicals if isinstance(name, str)):
            for place in places[:_PIECES_MAX]:
                for word, direction in (("read", "Read"), ("write", "Write")):
                    if isinstance(bounds := one.get(word), Mapping):
                        made |= _scaled(logical, place, direction, bounds)
    return made


def _scaled(table: str, place: str, direction: str, bounds: Mapping[str, Any]) -> dict[str, Any]:
    """Return the two resources of one direction; the plugin's defaults are 5 to 200 units at 75%."""
    name = re.sub(r"\W", "", f"{table}{place}{direction}")[:200]
    shared = {
        "ResourceId": {"Fn::Join": ["", ["table/", {"Ref": table}, place]]},
        "ScalableDimension": f"dynamodb:{'index' if place else 'table'}:{direction}CapacityUnits",
        "ServiceNamespace": "dynamodb",
    }
    usage = bounds.get("usage", 0.75)
    target = {"MinCapacity": bounds.get("minimum", 5), "MaxCapacity": bounds.get("maximum", 200)}
    tracking = {
        "PredefinedMetricSpecification": {"PredefinedMetricType": f"DynamoDB{direction}CapacityUtilization"},
        "TargetValue": round(usage * 100, 2) if isinstance(usage, int | float) else usage,
    }
    policy = {"PolicyName": name, "PolicyType": "TargetTrackingScaling"}
    kind = "AWS::ApplicationAutoScaling"
    return {
        f"{name}Target": {"Type": f"{kind}::ScalableTarget", "Properties": {**shared, **target}},
        f"{name}Policy": {
            "Type": f"{kind}::ScalingPolicy",
            "Properties": {**shared, **policy, "TargetTrackingScalingPolicyConfiguration": tracking},
        },
    }


def _has_table(resources: Any) -> bool:
    return isinstance(resources, Mapping) and any(
        isinstance(one, Mapping) and str(one.get("Type")) in _TABLES for one in resources.values()
    )


class _Variables:
    """The variables of one service."""

    def __init__(self, service: Mapping[str, Any], context: Context, source: Source | None) -> None:
        self.service = service
        self.context = context
        self.folder = source.folder if source is not None else None
        self.given = source.given if source is not None else {}
        self.base = posixpath.dirname(source.filename) if source is not None else ""
        self.missing: set[str] = set()
        self.options: dict[str, FileParameter] = {}
        self._files: dict[str, Any] = {}
        self._size = self._depth = 0

    def filled(self, value: Any, path: str, line: int, depth: int = 0) -> Any:
        """Return the value with every variable evaluated, or an Unresolved in its place; lines are carried along."""
        self._size += len(value) if isinstance(value, str) else 1
        if self._size > CHARACTERS_MAX:
            said = f"the variables of this file create more than {CHARACTERS_MAX:,} values and characters"
            raise DocumentInvalid(said, code="document.too_large")
        if isinstance(value, str):
            return self._text(value, path, line, depth) if "${" in value else value
        if isinstance(value, list):
            listed = [
                self.filled(one, f"{path}[{at}]", self.context.lines.of(value, at, line), depth)
                for at, one in enumerate(value)
            ]
            self.context.lines.carry(value, listed)
            return listed
        if not isinstance(value, Mapping):
            return value
        made: dict[str, Any] = {}
        self.context.lines.carry(value, made)
        for name, one in value.items():
            where = self.context.lines.of(value, name, line)
            made[name] = self.filled(one, f"{path}.{name}".lstrip("."), where, depth)
        return made

    def _text(self, text: str, path: str, line: int, depth: int) -> Any:
        is_known = True
        for _ in range(_ROUNDS_MAX):
            found = _VARIABLE.search(text)
            if found is None or len(text) > _TEXT_MAX:
                break
            self._size += _VARIABLE_COST
            value = self._value(found.group(1))
            if found.span() == (0, len(text)) and not isinstance(value, str | None):
                return self.filled(value, path, line, depth + 1) if depth < _ROUNDS_MAX else None
            if value is None:
                is_known = False
                value = placeholder(found.group(1).split(",")[0].rpartition(":")[2])
                said = f"{found.group()[:80]} is known only at deployment; {str(value)!r} is used in its place"
                self.context.report.guessed(path, said, line)
            text = text[: found.start()] + str(value) + text[found.end() :]
        if _VARIABLE.search(text):
            text, is_known = placeholder(text), False
            self.context.report.guessed(
                path, f"its variables refer to too many others; {text!r} is used in its place", line
            )
        return text if is_known else Unresolved(text)

    def _value(self, asked: str) -> Any:
        """Return the first alternative that the files or a person determine, or None if there is none."""
        for place, one in enumerate(piece.strip() for piece in asked.split(",")):
            source, _, name = one.partition(":")
            if quoted := _QUOTED.fullmatch(one):
                return quoted.group(1) or quoted.group(2) or ""
            if one in _WORDS:
                return _WORDS[one]
            found = None
            if source == "self":
                found = self._member(name)
            elif found_file := _FILE.fullmatch(one):
                found = self._of_file(found_file.group(1), found_file.group(2) or "")
            elif source in ("opt", "sls", "env", "param") and name:
                found = self._option(source, name, is_alone=place == 0 and "," not in asked)
            elif not source.isalpha() and ":" not in one:
                found = int(one) if one.isdecimal() and len(one) < 16 else one
            if found is not None:
                return found
        return None

    def _option(self, source: str, name: str, *, is_alone: bool) -> Any:
        """Return what a person gives, else what the service says of a stage or a parameter."""
        found: Any = self.given.get(name)
        stage = self.given.get("stage") or self._member("provider.stage")
        if found is None and name == "stage" and (is_alone or source == "sls"):
            found = stage or "dev"
        if found is None and source == "param":
            own = stage or "dev"
            # Version 4 has them below the stages.
            places = (f"stages.{own}.params", f"params.{own}", "stages.default.params", "params.default")
            found = next((one for place in places if (one := self._member(f"{place}.{name}")) is not None), None)
        if source != "sls" or name == "stage":
            shown = found if isinstance(found, str | int | float) else ""
            is_given = name in self.given
            self.options.setdefault(
                name, FileParameter(name, str(shown), (), "", found is not None or not is_alone, is_given)
            )
        return found

    def _of_file(self, path: str, members: str) -> Any:
        """Return what another file of the service holds, or a member of it; None if it was not given."""
        target = inside(self.base, path.strip().strip("'\""))
        if self.folder is None or target is None or target not in self.folder:
            self.missing.add(path.strip())
            return None
        if target not in self._files:
            raw, before = self.folder.bytes_of(target)
            if not target.lower().endswith((".yml", ".yaml", ".json")):
                # A program is not run.
                self.missing.add(path.strip())
                return None
            located = read_located_json(raw) if target.lower().endswith(".json") else read_yaml(raw)
            located.lines.shift(before)
            self.context.lines.absorb(located.lines)
            self._files[target] = located.value
        return _within(self._files[target], members.lstrip(":"))

    def _member(self, name: str) -> Any:
        """Return a member of the service; a member that is a variable is evaluated on the way."""
        value: Any = self.service
        self._depth += 1
        for step in name.split("."):
            if isinstance(value, str) and "${" in value and self._depth < _ROUNDS_MAX:
                value = self._text(value, "", 0, self._depth)
            value = _within(value, step)
        self._depth -= 1
        return value


def _within(value: Any, name: str) -> Any:
    """Return a member of a value by its names; the value itself for ''."""
    for step in name.split(".") if name else ():
        if isinstance(value, list) and step.isdecimal() and int(step[:6]) < len(value):
            value = value[int(step)]
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
        else:
            return None
    return value
