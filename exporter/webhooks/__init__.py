"""Webhooks: events of a workspace, sent to addresses that its owners choose, as Standard Webhooks says."""
