"""Shared by Pulumi programs in every language: the resources, their classes, variables, and configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import yaml

from exporter.targets.access_code.nodes import CallCode, NameCode, Node
from exporter.targets.base import Loss, comment_block, safe_name
from exporter.targets.support.literals import Language, Style, identifier
from exporter.targets.terraform import alarms, values
from exporter.targets.terraform import resources as terraform_resources
from exporter.targets.terraform.resources import KMS_KEY, SCALING_TARGET, TABLE, Provider
from exporter.targets.terraform.values import (
    Inner,
    InputVariable,
    Joined,
    Json,
    Labels,
    Resource,
    ResourceRef,
    Several,
    Value,
)
from modeler.core.design.model import Design

PROVIDER: Final = Provider("pulumi-aws 7", is_current=True)
CLASSES: Final = {
    TABLE: "dynamodb.Table",
    terraform_resources.INSIGHTS: "dynamodb.ContributorInsights",
    terraform_resources.POLICY: "dynamodb.ResourcePolicy",
    terraform_resources.KINESIS: "dynamodb.KinesisStreamingDestination",
    SCALING_TARGET: "appautoscaling.Target",
    terraform_resources.SCALING_POLICY: "appautoscaling.Policy",
    alarms.ALARM: "cloudwatch.MetricAlarm",
}
"""Pulumi's class for each of Terraform's types."""
RENAMED: Final = {"alarm_name": "name"}
"""Members with different names in Pulumi, apart from the plural of nested blocks."""
WHOLE_INDEXES: Final = (
    "Auto scaling changes the units of indexes, and changes can be ignored only for all indexes together:",
    "remove them from the ignored changes while you add or change an index.",
)

_HELD: Final = (TABLE, SCALING_TARGET, KMS_KEY)
_OWN_NAMES: Final = ("pulumi", "aws", "json", "config")


@dataclass(frozen=True, slots=True)
class PulumiProgram:
    """A design's resources in order, the configuration that they need, and a name for each thing in the language.

    `variables` by type and label, for resources that others refer to; `asked` by the variable's name.
    """

    resources: tuple[Resource, ...]
    asked: Mapping[str, InputVariable]
    variables: Mapping[tuple[str, str], str]
    settings: Mapping[str, str]

    def variable(self, resource: Resource) -> str:
        """Return the variable that holds a resource; '' if nothing refers to it."""
        return self.variables.get((resource.type, resource.label), "")


def program(design: Design, language: Language, style: Style) -> PulumiProgram:
    """Return the program of a design, with names of a language."""
    labels = Labels()
    of_tables = terraform_resources.table_labels(design, labels)
    found = list(terraform_resources.resources(design, PROVIDER, labels, of_tables))
    found += alarms.resources(design, PROVIDER, labels, of_tables)
    asked = values.asked(found)
    taken = list(_OWN_NAMES)
    settings: dict[str, str] = {}
    for name in asked:
        settings[name] = identifier(name, style, language, taken)
        taken.append(settings[name])
    variables: dict[tuple[str, str], str] = {}
    for one in found:
        if one.type in _HELD:
            ends = {TABLE: "", SCALING_TARGET: "_scaling", KMS_KEY: "_key"}
            variables[one.type, one.label] = identifier(one.label + ends[one.type], style, language, taken)
            taken.append(variables[one.type, one.label])
    return PulumiProgram(tuple(found), asked, variables, settings)


def camel(name: str) -> str:
    """Convert ``hash_key`` to ``hashKey``: a name of ours, with known characters."""
    first, *others = name.split("_")
    return first + "".join(word.title() for word in others)


@dataclass(frozen=True, slots=True)
class Writer:
    """How a language writes anything but a plain value; `member` spells a name of the provider."""

    made: PulumiProgram
    member: Callable[[str], str]
    concat: str
    dumps: str

    def members(self, attributes: Mapping[str, Value | None]) -> dict[str, Node]:
        """Return arguments of a resource or of a nested block."""
        found: dict[str, Node] = {}
        for name, value in attributes.items():
            if value is not None:
                spelled = value.plural if isinstance(value, Several) else RENAMED.get(name, name)
                found[self.member(spelled)] = self.node(value)
        return found

    def node(self, value: Value) -> Node:
        """Return a value as an expression."""
        match value:
            case ResourceRef():
                return self._reference(value)
            case Joined(parts):
                return CallCode(
                    self.concat, tuple(one if isinstance(one, str) else self._reference(one) for one in parts)
                )
            case InputVariable(name):
                return NameCode(self.made.settings[name])
            case Json(document):
                return CallCode(self.dumps, (document,))
            case Inner(attributes):
                return self.members(attributes)
            case Several(blocks=blocks):
                return [self.members(one.attributes) for one in blocks]
            case str() | int() | float():
                return value
            case Mapping():
                return {name: self.node(inner) for name, inner in value.items()}
        return [self.node(inner) for inner in value]

    def _reference(self, ref: ResourceRef) -> NameCode:
        return NameCode(f"{self.made.variables[ref.type, ref.label]}.{self.member(ref.attribute)}")


def deletion(resource: Resource) -> dict[str, bool]:
    """Return the options, in snake case, that keep a resource when it is deleted from the program or the stack."""
    kept = {"protect": resource.is_protected, "retain_on_delete": resource.is_kept}
    return {name: True for name, is_on in kept.items() if is_on}


def outputs(made: PulumiProgram) -> Iterator[tuple[str, Resource, str]]:
    """Yield the outputs of a stack: a name in snake case, the table, and its attribute."""
    for one in made.resources:
        if one.type == TABLE:
            yield f"{one.label}_table_name", one, "name"
            yield f"{one.label}_table_arn", one, "arn"
            if one.attributes.get("stream_enabled"):
                yield f"{one.label}_stream_arn", one, "stream_arn"


def losses(design: Design) -> tuple[Loss, ...]:
    """Yield what pulumi-aws cannot represent."""
    return tuple(terraform_resources.losses(design, PROVIDER))


def project_name(design: Design) -> str:
    """Return the project's name: letters, digits, hyphens, underscores, and dots, at most 100."""
    return safe_name(design.name).lower()


def project(design: Design, made: PulumiProgram, runtime: Any, head: Iterable[str]) -> str:
    """Return Pulumi.yaml: the project, its runtime, and the configuration that its program needs."""
    configured: dict[str, Any] = {"aws:region": design.region}
    for name, variable in made.asked.items():
        # Pulumi would require a value for a declared text without a default: the program documents it instead.
        if variable.is_list:
            kind = {"type": "array", "items": {"type": "string"}, "default": []}
            configured[camel(name)] = {"description": variable.description, **kind}
        elif variable.is_flag:
            configured[camel(name)] = {"description": variable.description, "type": "boolean", "default": False}
    description = design.description.strip() or f"Tables of {design.name}"
    document = {
        "name": project_name(design),
        "description": " ".join(description.split())[:250],
        "runtime": runtime,
        "config": configured,
    }
    return comment_block(head) + yaml.safe_dump(document, sort_keys=False, allow_unicode=False, width=100)
