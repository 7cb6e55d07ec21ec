"""Export: a design in, files out. `TARGETS` is the registry, in display order."""

from __future__ import annotations

from typing import Final

from exporter.targets.base import Export, ExportFile, Loss, Target
from exporter.targets.cdk import python_target as cdk_python
from exporter.targets.cdk import typescript_target as cdk_typescript
from exporter.targets.cloudformation import json_target, sam, serverless, yaml_target
from exporter.targets.data import awslabs, csv, keysheet_json, seed_data, workbench
from exporter.targets.documents import html, json_schema, markdown, openapi, pdf, sarif
from exporter.targets.java import target as java
from exporter.targets.policies import target as iam
from exporter.targets.pulumi import python_target as pulumi_python
from exporter.targets.pulumi import typescript_target as pulumi_typescript
from exporter.targets.pynamodb import target as pynamodb_models
from exporter.targets.python import access_tests
from exporter.targets.python import target as python
from exporter.targets.scripts import aws_cli, boto3_scripts
from exporter.targets.terraform import target as terraform
from exporter.targets.typescript import dynamodb_toolbox, electrodb, onetable
from modeler.core.errors import Missing

__all__ = ["TARGETS", "Export", "ExportFile", "Loss", "Target", "target"]

TARGETS: Final[tuple[Target, ...]] = (
    keysheet_json.TARGET,
    workbench.TARGET,
    json_schema.TARGET,
    yaml_target.TARGET,
    json_target.TARGET,
    sam.TARGET,
    cdk_typescript.TARGET,
    cdk_python.TARGET,
    terraform.TARGET,
    pulumi_python.TARGET,
    pulumi_typescript.TARGET,
    serverless.TARGET,
    iam.TARGET,
    python.TARGET,
    access_tests.TARGET,
    markdown.TARGET,
    html.TARGET,
    pdf.TARGET,
    boto3_scripts.TARGET,
    aws_cli.TARGET,
    openapi.TARGET,
    seed_data.TARGET,
    csv.TARGET,
    awslabs.TARGET,
    pynamodb_models.TARGET,
    electrodb.TARGET,
    dynamodb_toolbox.TARGET,
    onetable.TARGET,
    java.TARGET,
    sarif.TARGET,
)


def target(name: str) -> Target:
    """Return the target of that name. Raises Missing, naming the existing ones."""
    found = next((target for target in TARGETS if target.name == name), None)
    if found is None:
        names = ", ".join(target.name for target in TARGETS)
        raise Missing(f"there is no target {name!r}; known targets: {names}", path="target", code="target.missing")
    return found
