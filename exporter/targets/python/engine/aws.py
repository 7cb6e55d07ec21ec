"""Clients of boto3. Credentials, Region and address come from where boto3 looks for them."""

from __future__ import annotations

import boto3
from botocore.config import Config

from .migration import Clients


def clients(endpoint_url: str = "", region: str = "") -> Clients:
    """Return the clients; `endpoint_url` names an emulator instead of AWS."""
    # Calls.make retries throttles itself, so that each slows the backfill down.
    config = Config(retries={"mode": "standard", "total_max_attempts": 2}, max_pool_connections=64)
    places = {"endpoint_url": endpoint_url or None, "region_name": region or None}
    dynamodb = boto3.resource("dynamodb", config=config, **places)
    return Clients(dynamodb.meta.client, boto3.client("dynamodbstreams", config=config, **places))
