"""Calls to DynamoDB and other services of AWS, as spans of a trace."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from exporter.provisioning.aws import around_calls
from modeler.observing.tracing import span


def traced(service: str, method: str) -> AbstractContextManager[Any]:
    """A span with the names of the call: no table, no key, no account."""
    return span(f"{service} {method}", "CLIENT", rpc__system="aws-api", rpc__service=service, rpc__method=method)


around_calls(traced)
