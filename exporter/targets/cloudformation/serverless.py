"""Serverless Framework: a service with the resources of the CloudFormation target, and a role that can use them.

The framework reads ``${`` in every text as one of its variables, and its escapes do not work everywhere: such a text is
written in two halves that CloudFormation joins. A CloudFormation parameter becomes a ``--param`` of the service.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, comment_block, header
from exporter.targets.cloudformation.template import count_losses, logical_id, template, template_losses
from exporter.targets.cloudformation.yaml_target import dumped
from exporter.targets.support.literals import Language, Style, identifier
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import IndexKind, Table

RESOURCES: Final = "resources/dynamodb.yml"
VERSIONS: Final = ">=3.38.0"
"""The files are checked with Serverless 3.40; version 4 reads the same."""

_TRANSACTION: Final = ("ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem")
_ACTIONS: Final[Mapping[Operation, tuple[str, ...]]] = {
    Operation.TRANSACT_GET: ("GetItem",),
    Operation.TRANSACT_WRITE: _TRANSACTION,
    Operation.CHECK: ("ConditionCheckItem",),
    Operation.STEPS: (),
}
_ALL: Final = ("BatchGetItem", "BatchWriteItem", "GetItem", "Query", *_TRANSACTION)
_ON_INDEXES: Final = ("Query", "Scan")


def service(design: Design) -> dict[str, Any]:
    """Return serverless.yml as plain values."""
    logicals = _logicals(design)
    environment = {
        identifier(f"{logical} table", Style.CONSTANT, Language.PYTHON): {"Ref": logical}
        for logical in logicals.values()
    }
    statements = [one for table in design.tables for one in _statements(design, table, logicals[table.id])]
    provider: dict[str, Any] = {"name": "aws", "region": _safe(design.region)}
    if environment:
        provider |= {"environment": environment, "iam": {"role": {"statements": statements}}}
    return {
        "service": service_name(design),
        "frameworkVersion": VERSIONS,
        "configValidationMode": "error",
        "provider": provider,
        "resources": [f"${{file({RESOURCES})}}"],
    }


def service_name(design: Design) -> str:
    """Return a service name: letters, digits, and hyphens, as the framework requires; with the stage it
    names the stack.
    """
    name = identifier(design.name, Style.KEBAB, Language.PYTHON, otherwise="design")[:64].rstrip("-")
    return name if len(name) > 1 else f"{name}-design"


def _logicals(design: Design) -> dict[str, str]:
    """Return logical ids of the tables, as in the template."""
    found: dict[str, str] = {}
    for table in design.tables:
        found[table.id] = logical_id(table.name, dict.fromkeys(found.values()))
    return found


def _statements(design: Design, table: Table, logical: str) -> Iterator[dict[str, Any]]:
    """Return exactly what the access patterns of a table need; everything but Scan if it has none."""
    arn = {"Fn::GetAtt": [logical, "Arn"]}
    used = {action for pattern in design.patterns for action in _actions(design, table, pattern)}
    actions = sorted(used or _ALL)
    yield {"Effect": "Allow", "Action": [f"dynamodb:{one}" for one in actions], "Resource": arn}
    on_indexes = [f"dynamodb:{one}" for one in actions if one in _ON_INDEXES]
    if on_indexes and any(index.kind in (IndexKind.GSI, IndexKind.LSI) for index in table.indexes):
        indexes = {"Fn::Join": ["/", [arn, "index", "*"]]}
        yield {"Effect": "Allow", "Action": on_indexes, "Resource": indexes}


def _actions(design: Design, table: Table, pattern: AccessPattern) -> Iterator[str]:
    """Return IAM actions of a pattern on this table. A batch has its own, a transaction those of its members."""
    here = [part for part in pattern.members or (pattern,) if design.table(part.table) is table]
    is_batch = pattern.operation in (Operation.BATCH_GET, Operation.BATCH_WRITE)
    for part in [pattern] if here and is_batch else here:
        yield from _ACTIONS.get(part.operation, (part.operation.value,))


def _param(name: str) -> str:
    return name[:1].lower() + name[1:]


def resources(made: Mapping[str, Any]) -> dict[str, Any]:
    """Return the template's resources and outputs, with nothing that the framework would read as a variable."""
    parameters = {name: one.get("Default") for name, one in made.get("Parameters", {}).items()}
    kept = {name: made[name] for name in ("Conditions", "Resources", "Outputs") if name in made}
    found: dict[str, Any] = _without_variables(kept, parameters)
    return found


def _without_variables(value: Any, parameters: Mapping[str, str | None]) -> Any:
    match value:
        case {"Ref": str(name)} if name in parameters:
            default = f", '{parameters[name]}'" if parameters[name] else ""
            return f"${{param:{_param(name)}{default}}}"
        case Mapping():
            return {
                name: _safe(one) if name == "Description" else _without_variables(one, parameters)
                for name, one in value.items()
            }
        case list():
            return [_without_variables(one, parameters) for one in value]
        case str() if "${" in value:
            first, *others = value.split("${")
            parts = [part for other in others for part in ("$", f"{{{other}")]
            return {"Fn::Join": ["", [first, *parts]]}
    return value


def _safe(text: str) -> str:
    """For a text where CloudFormation accepts no function."""
    return text.replace("${", "$ {")


def _losses(design: Design) -> Iterator[Loss]:
    yield from template_losses(design)
    yield Loss("design", "add functions yourself; the role of the service allows what the access patterns need")


def _build(design: Design) -> Export:
    made = template(design)
    losses = (*_losses(design), *count_losses(made))
    head = header(design, "Serverless Framework", losses)
    asked = [
        f'Pass --param="{_param(name)}=...": {one.get("Description", "")}'
        for name, one in made.get("Parameters", {}).items()
    ]
    files = {
        "serverless.yml": comment_block([*head, *asked]) + dumped(service(design)),
        RESOURCES: comment_block(head[:1]) + dumped(resources(made)),
    }
    return Export(tuple(ExportFile(path, text) for path, text in files.items()), losses)


TARGET: Final = Target(
    "serverless",
    "Serverless Framework",
    ("serverless.yml", RESOURCES),
    "application/yaml",
    _build,
    TargetKind.INFRASTRUCTURE,
)
