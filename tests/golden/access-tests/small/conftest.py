"""Tables for the tests: created on an endpoint, filled with the design's sample items before each test, and deleted.

Environment variables:

    DYNAMODB_ENDPOINT  an address, such as http://localhost:8000 (the default); "aws" for AWS itself, where the tables
                       are on-demand and cost a few cents while they exist
    DYNAMODB_UNITS     which consumed units are compared: all, reads, writes, or none. Default: all on AWS, none
                       elsewhere, because every emulator counts some of them incorrectly
    DYNAMODB_SETTLE    seconds to wait after filling, until indexes are up to date: 2 on AWS, 0 elsewhere
    AWS_DEFAULT_REGION and credentials as usual; an emulator gets fixed ones by default
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from proving import Consumed, Made, fill, load, on_aws

ENDPOINT = os.environ.get("DYNAMODB_ENDPOINT", "http://localhost:8000")


@pytest.fixture(scope="session")
def made() -> Iterator[Made]:
    """Create every table of the design under a unique name for this run; delete it at the end."""
    region = os.environ.get("AWS_DEFAULT_REGION") or os.environ.get("AWS_REGION") or "us-east-1"
    if on_aws():
        resource = boto3.resource("dynamodb", region_name=region)
    else:
        resource = boto3.resource(
            "dynamodb",
            endpoint_url=ENDPOINT,
            region_name=region,
            aws_access_key_id=os.environ.get("AWS_ACCESS_KEY_ID", "access"),
            aws_secret_access_key=os.environ.get("AWS_SECRET_ACCESS_KEY", "access"),
        )
    prefix = f"test-{os.getpid()}-{int(time.time())}-"
    tables: dict[str, Any] = {}
    try:
        for one in load("tables.json"):
            tables[one["name"]] = resource.create_table(TableName=prefix + one["suffix"], **one["create"])
        for table in tables.values():
            table.wait_until_exists()
        yield Made(tables, Consumed(resource.meta.client))
    finally:
        for table in tables.values():
            table.delete()


@pytest.fixture
def tables(made: Made) -> dict[str, Any]:
    """Return the tables by the design's names, holding exactly the sample items."""
    if made.consumed.has_written:
        fill(made)
        time.sleep(float(os.environ.get("DYNAMODB_SETTLE") or (2 if on_aws() else 0)))
    made.consumed.begin()
    return made.tables


@pytest.fixture
def consumed(made: Made, tables: dict[str, Any]) -> Consumed:
    """Return what the calls of this test consumed."""
    return made.consumed
