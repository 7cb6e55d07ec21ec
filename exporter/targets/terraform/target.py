"""Terraform: the tables of a design, with auto scaling, alarms, and policies, formatted as an engineer would.

Written for version 6 of the AWS provider, or for 5.100 and later 5.x. main.tf and the report list what that version
cannot represent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from exporter.targets.base import Export, ExportFile, Kind, Target, comment_block, header
from exporter.targets.infrastructure.hcl import Block, Comment, Expression, FunctionCall, HclValue, Template, dump
from exporter.targets.terraform import alarms
from exporter.targets.terraform import resources as terraform_resources
from exporter.targets.terraform.resources import TABLE, Provider
from exporter.targets.terraform.values import (
    Inner,
    InputVariable,
    Joined,
    Json,
    Labels,
    Ref,
    Resource,
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


def _block(resource: Resource) -> Block:
    attributes, blocks = _members(resource.attributes)
    if resource.wanted:
        test = "" if resource.wanted.is_flag else " != null"
        attributes = {"count": Expression(f"var.{resource.wanted.name}{test} ? 1 : 0"), **attributes}
    comments: list[Block | Comment] = [Comment(text) for text in resource.comments]
    kind = "data" if resource.is_data else "resource"
    inner = (*blocks, *comments, *_lifecycle(resource))
    return Block(kind, (resource.type, resource.label), attributes, inner, tuple(resource.description.splitlines()))


def _lifecycle(resource: Resource) -> Iterator[Block]:
    ignored: list[HclValue] = [Expression(name) for name in resource.ignored]
    members: dict[str, HclValue | None] = {
        "ignore_changes": ignored or None,
        "prevent_destroy": resource.is_kept or None,
    }
    if any(members.values()):
        comments = _WHOLE_INDEXES if "global_secondary_index" in resource.ignored else ()
        yield Block("lifecycle", (), members, notes=comments)


def _members(members: Mapping[str, Value | None]) -> tuple[dict[str, HclValue | None], list[Block | Comment]]:
    """Return what is written as attributes, and what as nested blocks."""
    attributes: dict[str, HclValue | None] = {}
    blocks: list[Block | Comment] = []
    for name, value in members.items():
        match value:
            case Inner(inner):
                blocks.append(Block(name, (), *_inner(inner)))
            case Several(blocks=several):
                blocks += [Block(name, (), *_inner(one.attributes)) for one in several]
            case None:
                continue
            case _:
                attributes[name] = _written(value)
    return attributes, blocks


def _inner(members: Mapping[str, Value | None]) -> tuple[dict[str, HclValue | None], tuple[Block | Comment, ...]]:
    attributes, blocks = _members(members)
    return attributes, tuple(blocks)


def _written(value: Value) -> HclValue:
    match value:
        case Ref():
            return _reference(value)
        case Joined(parts):
            return Template(tuple(part if isinstance(part, str) else _reference(part) for part in parts))
        case InputVariable(name):
            return Expression(f"var.{name}")
        case Json(document):
            return FunctionCall("jsonencode", document)
        case str() | int() | float():
            return value
        case Mapping():
            return {name: _written(inner) for name, inner in value.items()}
        case Inner() | Several():
            raise TypeError("a nested block is not a value")
    return [_written(inner) for inner in value]


def _reference(ref: Ref) -> Expression:
    return Expression(f"{'data.' if ref.is_data else ''}{ref.type}.{ref.label}.{ref.attribute}")


def _variables(design: Design, found: Iterable[Resource]) -> Iterator[Block]:
    text, texts = Expression("string"), Expression("list(string)")
    yield _variable(_REGION, text, design.region)
    yield _variable(_TAGS, Expression("map(string)"), {})
    for variable in asked(found).values():
        if variable.is_flag:
            yield _variable(variable, Expression("bool"), False)
        elif variable.is_list:
            yield _variable(variable, texts, [])
        else:
            said = f"{variable.description}; null: {variable.otherwise}"
            yield _variable(InputVariable(variable.name, said), text, None)


def _variable(variable: InputVariable, kind: Expression, default: HclValue) -> Block:
    # Our own None values are left out, so null is written as an expression.
    given = Expression("null") if default is None else default
    return Block("variable", (variable.name,), {"description": variable.description, "type": kind, "default": given})


def _outputs(design: Design, found: Iterable[Resource]) -> Iterator[Block]:
    for resource, table in zip((one for one in found if one.type == TABLE), design.tables, strict=True):
        wanted = [("table_name", "name", "Name of the table"), ("table_arn", "arn", "ARN of the table")]
        if resource.attributes.get("stream_enabled"):
            wanted.append(("stream_arn", "stream_arn", "ARN of the stream of the table"))
        for name, attribute, what in wanted:
            value = _reference(resource.ref(attribute))
            yield Block(
                "output", (f"{resource.label}_{name}",), {"description": f"{what} {table.name}", "value": value}
            )


def _fixed_files(design: Design, found: list[Resource], version: str) -> dict[str, Iterable[Block]]:
    needed = Block("required_providers", (), {"aws": {"source": "hashicorp/aws", "version": version}})
    tags = Block("default_tags", (), {"tags": Expression("var.tags")})
    return {
        "outputs.tf": _outputs(design, found),
        "providers.tf": [Block("provider", ("aws",), {"region": Expression("var.region")}, (tags,))],
        "variables.tf": _variables(design, found),
        "versions.tf": [Block("terraform", (), {"required_version": ">= 1.5"}, (needed,))],
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


def _of(found: Iterable[Resource], group: str) -> list[Block | Comment]:
    return [_block(one) for one in found if one.group == group]


_FILES: Final = ("main.tf", "autoscaling.tf", "alarms.tf", "outputs.tf", "providers.tf", "variables.tf", "versions.tf")
_TARGET_5: Final = Target(
    "terraform@5",
    "Terraform (HCL), AWS provider 5",
    _FILES,
    "text/plain",
    _build_5,
    Kind.INFRASTRUCTURE,
)
TARGET: Final = Target(
    "terraform",
    "Terraform (HCL)",
    _FILES,
    "text/plain",
    _build,
    Kind.INFRASTRUCTURE,
    versions=(_TARGET_5,),
)
