"""Terraform: the tables of a design, with auto scaling, alarms, and policies, formatted as an engineer would.

Written for version 6 of the AWS provider, or for 5.100 and later 5.x. main.tf and the report list what that version
cannot represent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from exporter.targets.base import Export, ExportFile, Target, TargetKind, comment_block, header
from exporter.targets.infrastructure.hcl import (
    FunctionCall,
    HclBlock,
    HclComment,
    HclExpression,
    HclTemplate,
    HclValue,
    dump,
)
from exporter.targets.terraform import alarms
from exporter.targets.terraform import resources as terraform_resources
from exporter.targets.terraform.resources import TABLE, Provider
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
    asked,
)
from modeler.core.design.model import Design

VERSION: Final = "~> 6.37"
"""6.29 introduced key_schema. Before 6.37, an index with a sort key never settled, and removing one removed all."""
BEFORE: Final = "~> 5.100"
PROVIDER: Final = Provider(f"the AWS provider {VERSION}", is_current=True)
PROVIDER_5: Final = Provider(f"the AWS provider {BEFORE}", is_current=False)
_REGION: Final = InputVariable("region", "AWS Region of the tables")
_TAGS: Final = InputVariable("tags", "Tags of every resource, in addition to its own")
_WHOLE_INDEXES: Final = (
    "Auto scaling changes the units of indexes, and Terraform can ignore indexes only as a whole:",
    "remove global_secondary_index from ignore_changes while you add or change one.",
)


def resources(design: Design, provider: Provider = PROVIDER) -> list[Resource]:
    """Return every resource of a design, tables first, then alarms."""
    labels = Labels()
    of_tables = terraform_resources.table_labels(design, labels)
    found = list(terraform_resources.resources(design, provider, labels, of_tables))
    return found + list(alarms.resources(design, provider, labels, of_tables))


def _block(resource: Resource) -> HclBlock:
    attributes, blocks = _members(resource.attributes)
    if resource.wanted:
        test = "" if resource.wanted.is_flag else " != null"
        attributes = {"count": HclExpression(f"var.{resource.wanted.name}{test} ? 1 : 0"), **attributes}
    comments: list[HclBlock | HclComment] = [HclComment(text) for text in resource.comments]
    kind = "data" if resource.is_data else "resource"
    inner = (*blocks, *comments, *_lifecycle(resource))
    return HclBlock(kind, (resource.type, resource.label), attributes, inner, tuple(resource.description.splitlines()))


def _lifecycle(resource: Resource) -> Iterator[HclBlock]:
    ignored: list[HclValue] = [HclExpression(name) for name in resource.ignored]
    members: dict[str, HclValue | None] = {
        "ignore_changes": ignored or None,
        "prevent_destroy": resource.is_kept or None,
    }
    if any(members.values()):
        comments = _WHOLE_INDEXES if "global_secondary_index" in resource.ignored else ()
        yield HclBlock("lifecycle", (), members, notes=comments)


def _members(members: Mapping[str, Value | None]) -> tuple[dict[str, HclValue | None], list[HclBlock | HclComment]]:
    """Return what is written as attributes, and what as nested blocks."""
    attributes: dict[str, HclValue | None] = {}
    blocks: list[HclBlock | HclComment] = []
    for name, value in members.items():
        match value:
            case Inner(inner):
                blocks.append(HclBlock(name, (), *_inner(inner)))
            case Several(blocks=several):
                blocks += [HclBlock(name, (), *_inner(one.attributes)) for one in several]
            case None:
                continue
            case _:
                attributes[name] = _hcl_value(value)
    return attributes, blocks


def _inner(members: Mapping[str, Value | None]) -> tuple[dict[str, HclValue | None], tuple[HclBlock | HclComment, ...]]:
    attributes, blocks = _members(members)
    return attributes, tuple(blocks)


def _hcl_value(value: Value) -> HclValue:
    match value:
        case ResourceRef():
            return _reference(value)
        case Joined(parts):
            return HclTemplate(tuple(part if isinstance(part, str) else _reference(part) for part in parts))
        case InputVariable(name):
            return HclExpression(f"var.{name}")
        case Json(document):
            return FunctionCall("jsonencode", document)
        case str() | int() | float():
            return value
        case Mapping():
            return {name: _hcl_value(inner) for name, inner in value.items()}
        case Inner() | Several():
            raise TypeError("a nested block is not a value")
    return [_hcl_value(inner) for inner in value]


def _reference(ref: ResourceRef) -> HclExpression:
    return HclExpression(f"{'data.' if ref.is_data else ''}{ref.type}.{ref.label}.{ref.attribute}")


def _variables(design: Design, found: Iterable[Resource]) -> Iterator[HclBlock]:
    text, texts = HclExpression("string"), HclExpression("list(string)")
    yield _variable(_REGION, text, design.region)
    yield _variable(_TAGS, HclExpression("map(string)"), {})
    for variable in asked(found).values():
        if variable.is_flag:
            yield _variable(variable, HclExpression("bool"), False)
        elif variable.is_list:
            yield _variable(variable, texts, [])
        else:
            said = f"{variable.description}; null: {variable.otherwise}"
            yield _variable(InputVariable(variable.name, said), text, None)


def _variable(variable: InputVariable, kind: HclExpression, default: HclValue) -> HclBlock:
    # Our own None values are left out, so null is written as an expression.
    given = HclExpression("null") if default is None else default
    return HclBlock("variable", (variable.name,), {"description": variable.description, "type": kind, "default": given})


def _outputs(design: Design, found: Iterable[Resource]) -> Iterator[HclBlock]:
    for resource, table in zip((one for one in found if one.type == TABLE), design.tables, strict=True):
        wanted = [("table_name", "name", "Name of the table"), ("table_arn", "arn", "ARN of the table")]
        if resource.attributes.get("stream_enabled"):
            wanted.append(("stream_arn", "stream_arn", "ARN of the stream of the table"))
        for name, attribute, what in wanted:
            value = _reference(resource.ref(attribute))
            yield HclBlock(
                "output", (f"{resource.label}_{name}",), {"description": f"{what} {table.name}", "value": value}
            )


def _fixed_files(design: Design, found: list[Resource], version: str) -> dict[str, Iterable[HclBlock]]:
    needed = HclBlock("required_providers", (), {"aws": {"source": "hashicorp/aws", "version": version}})
    tags = HclBlock("default_tags", (), {"tags": HclExpression("var.tags")})
    return {
        "outputs.tf": _outputs(design, found),
        "providers.tf": [HclBlock("provider", ("aws",), {"region": HclExpression("var.region")}, (tags,))],
        "variables.tf": _variables(design, found),
        "versions.tf": [HclBlock("terraform", (), {"required_version": ">= 1.5"}, (needed,))],
    }


def _build(design: Design) -> Export:
    return _written_for(design, PROVIDER, VERSION)


def _build_5(design: Design) -> Export:
    return _written_for(design, PROVIDER_5, BEFORE)


def _written_for(design: Design, provider: Provider, version: str) -> Export:
    losses = tuple(terraform_resources.losses(design, provider))
    found = resources(design, provider)
    head = comment_block(header(design, "Terraform", losses))
    files = [ExportFile("main.tf", f"{head}\n{dump(_of(found, 'main'))}".rstrip("\n") + "\n")]
    files += [
        ExportFile(f"{name}.tf", dump(_of(found, name))) for name in ("autoscaling", "alarms") if _of(found, name)
    ]
    files += [ExportFile(name, dump(blocks)) for name, blocks in _fixed_files(design, found, version).items()]
    return Export(tuple(file for file in files if file.text), losses)


def _of(found: Iterable[Resource], group: str) -> list[HclBlock | HclComment]:
    return [_block(one) for one in found if one.group == group]


_FILES: Final = ("main.tf", "autoscaling.tf", "alarms.tf", "outputs.tf", "providers.tf", "variables.tf", "versions.tf")
_TARGET_5: Final = Target(
    "terraform@5",
    "Terraform (HCL), AWS provider 5",
    _FILES,
    "text/plain",
    _build_5,
    TargetKind.INFRASTRUCTURE,
)
TARGET: Final = Target(
    "terraform",
    "Terraform (HCL)",
    _FILES,
    "text/plain",
    _build,
    TargetKind.INFRASTRUCTURE,
    versions=(_TARGET_5,),
)
