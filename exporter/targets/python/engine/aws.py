"""Clients of boto3. Credentials, Region and address come from where boto3 looks for them."""

from __future__ import annotations

from typing import Any

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


def s3_client(endpoint_url: str = "", region: str = "") -> Any:
    """Return the client of S3."""
    config = Config(s3={"addressing_style": "path"}) if endpoint_url else None
    return boto3.client("s3", endpoint_url=endpoint_url or None, region_name=region or None, config=config)
