"""Rows of imports and exports: tokens, bundles, provisioning runs, webhooks."""

from exporter.models.bundles import Bundle
from exporter.models.provisioning import EndpointUse, ProvisionedTable, ProvisioningRun, RunKind, RunState, TableState
from exporter.models.tokens import ApiToken, TokenScope
from exporter.models.webhooks import DeliveryState, Webhook, WebhookDelivery

__all__ = [
    "ApiToken",
    "Bundle",
    "DeliveryState",
    "EndpointUse",
    "ProvisionedTable",
    "ProvisioningRun",
    "RunKind",
    "RunState",
    "TableState",
    "TokenScope",
    "Webhook",
    "WebhookDelivery",
]
