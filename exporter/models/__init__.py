"""Rows of imports and exports: tokens, bundles, provisioning runs."""

from exporter.models.bundles import Bundle
from exporter.models.provisioning import EndpointUse, ProvisionedTable, ProvisioningRun, RunKind, RunState, TableState
from exporter.models.tokens import ApiToken, TokenScope

__all__ = [
    "ApiToken",
    "Bundle",
    "EndpointUse",
    "ProvisionedTable",
    "ProvisioningRun",
    "RunKind",
    "RunState",
    "TableState",
    "TokenScope",
]
