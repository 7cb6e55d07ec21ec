"""Export: a design in, files out. `TARGETS` is the registry, in display order."""

from __future__ import annotations

from typing import Final

from exporter.targets.base import Export, ExportFile, Loss, Target
from exporter.targets.cdk import python_target as cdk_python_target
from exporter.targets.cdk import typescript_target as cdk_typescript_target
from exporter.targets.cloudformation import json_target, sam, serverless, yaml_target
from exporter.targets.data import awslabs, csv, keysheet_json, seed_data, workbench
from exporter.targets.documents import console_links, dbml, html, json_schema, markdown, mermaid, openapi, pdf, sarif
from exporter.targets.java import target as java_target
from exporter.targets.policies import target as iam_target
from exporter.targets.pulumi import python_target as pulumi_python_target
from exporter.targets.pulumi import typescript_target as pulumi_typescript_target
from exporter.targets.pynamodb import target as pynamodb_target
from exporter.targets.python import access_tests, mcp_server
from exporter.targets.python import target as python_target
from exporter.targets.scripts import aws_cli, boto3_scripts
from exporter.targets.terraform import target as terraform_target
from exporter.targets.typescript import dynamodb_toolbox, electrodb, onetable
from modeler.core.errors import Missing

__all__ = ["NAMES", "TARGETS", "Export", "ExportFile", "Loss", "Target", "target"]

TARGETS: Final[tuple[Target, ...]] = (
    keysheet_json.TARGET,
    workbench.TARGET,
    json_schema.TARGET,
    yaml_target.TARGET,
    json_target.TARGET,
    sam.TARGET,
    cdk_typescript_target.TARGET,
    cdk_python_target.TARGET,
    terraform_target.TARGET,
    pulumi_python_target.TARGET,
    pulumi_typescript_target.TARGET,
    serverless.TARGET,
    iam_target.TARGET,
    python_target.TARGET,
    access_tests.TARGET,
    mcp_server.TARGET,
    markdown.TARGET,
    html.TARGET,
    pdf.TARGET,
    mermaid.TARGET,
    dbml.TARGET,
    console_links.TARGET,
    boto3_scripts.TARGET,
    aws_cli.TARGET,
    openapi.TARGET,
    seed_data.TARGET,
    csv.TARGET,
    awslabs.TARGET,
    pynamodb_target.TARGET,
    electrodb.TARGET,
    dynamodb_toolbox.TARGET,
    onetable.TARGET,
    java_target.TARGET,
    sarif.TARGET,
)

NAMES: Final = tuple(one.name for target in TARGETS for one in (target, *target.versions))
"""Every name that `target` knows: those of the targets, and of their other versions."""


def target(name: str) -> Target:
    """Return the target of that name, or another version of it. Raises Missing, naming the existing ones."""
    found = next((one for target in TARGETS for one in (target, *target.versions) if one.name == name), None)
    if found is None:
        names = ", ".join(NAMES)
        raise Missing(f"there is no target {name!r}; known targets: {names}", path="target", code="target.missing")
    return found
