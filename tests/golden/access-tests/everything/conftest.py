"""Tables for the tests: made on an endpoint, filled with the design's sample items before each test, and removed.

What is asked of the environment:

    DYNAMODB_ENDPOINT  an address, as http://localhost:8000 (which it is if not set); "aws" for AWS itself, where the
                       tables are on demand and cost a few cents while they are there
    DYNAMODB_UNITS     which consumed units are compared: all, reads, writes or none. If not set: all on AWS, none
                       elsewhere, since every emulator counts some of them wrongly
    DYNAMODB_SETTLE    seconds to wait after filling, for indexes that follow their tables: 2 on AWS, 0 elsewhere
    AWS_DEFAULT_REGION and credentials as usual; an emulator gets fixed ones where there are none
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
    """Every table of the design under a name of its own for this run; gone at the end."""
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
    """The tables by the design's names, holding exactly the sample items."""
    if made.consumed.has_written:
        fill(made)
        time.sleep(float(os.environ.get("DYNAMODB_SETTLE") or (2 if on_aws() else 0)))
    made.consumed.begin()
    return made.tables


@pytest.fixture
def consumed(made: Made, tables: dict[str, Any]) -> Consumed:
    """What the calls of this test consumed."""
    return made.consumed
