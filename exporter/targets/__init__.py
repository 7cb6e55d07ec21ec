"""Export: a design in, files out. `TARGETS` is the registry, in the order in which they are offered."""

from __future__ import annotations

from typing import Final

from exporter.targets import (
    access_tests,
    aws_cli,
    awslabs,
    boto3_scripts,
    cdk_python,
    cdk_typescript,
    cloudformation,
    cloudformation_json,
    csv,
    dynamodb_toolbox,
    electrodb,
    html,
    iam,
    java,
    json_schema,
    markdown,
    onetable,
    openapi,
    own,
    pdf,
    pulumi_python,
    pulumi_typescript,
    pynamodb_models,
    python,
    sam,
    sarif,
    seed_data,
    serverless,
    terraform,
    workbench,
)
from exporter.targets.base import Export, ExportFile, Loss, Target
from modeler.core.errors import Missing

__all__ = ["TARGETS", "Export", "ExportFile", "Loss", "Target", "target"]

TARGETS: Final[tuple[Target, ...]] = (
    own.TARGET,
    workbench.TARGET,
    json_schema.TARGET,
    cloudformation.TARGET,
    cloudformation_json.TARGET,
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
    """The target of that name. Raises Missing, naming those that there are."""
    found = next((target for target in TARGETS if target.name == name), None)
    if found is None:
        names = ", ".join(target.name for target in TARGETS)
        raise Missing(f"there is no target {name!r}; known are {names}", path="target", code="target.missing")
    return found
