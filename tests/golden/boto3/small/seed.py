# Small: sample items, written by Keysheet.
"""Put the sample items of items.json into the tables. Items with the same key are overwritten, nothing is removed.

    python seed.py --endpoint-url http://localhost:8000
    python seed.py --region eu-central-1

It prints how many items it will write, and asks for confirmation if that costs money; --yes confirms. Needs boto3.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

BATCH = 25
ATTEMPTS = 10


def main() -> int:
    options = arguments()
    tables = json.loads(Path(__file__).with_name("items.json").read_text("utf-8"))
    tables = {name: items for name, items in tables.items() if not options.only or name in options.only}
    for name, items in tables.items():
        print(f"{len(items)} items for {options.prefix}{name}")
    if not agreed(options):
        return 0
    session = boto3.Session(profile_name=options.profile, region_name=options.region)
    config = Config(retries={"mode": "standard", "max_attempts": 8})
    client = session.client("dynamodb", endpoint_url=options.endpoint_url, config=config)
    failed = False
    for name, items in tables.items():
        try:
            written = put_all(client, options.prefix + name, [decoded(item) for item in items])
            print(f"{options.prefix}{name}: {written} items written.")
        except (ClientError, BotoCoreError, RuntimeError) as error:
            print(f"{options.prefix}{name}: REFUSED: {error}")
            failed = True
    return 1 if failed else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    named = os.environ.get("AWS_ENDPOINT_URL_DYNAMODB") or os.environ.get("AWS_ENDPOINT_URL")
    said = "an emulator's address (default: AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL, else AWS itself)"
    parser.add_argument("--endpoint-url", default=named, help=said)
    parser.add_argument("--region", help="AWS Region (default: from your AWS configuration)")
    parser.add_argument("--profile", help="a profile of your AWS configuration")
    parser.add_argument("--prefix", default="", help="prefix for every table name")
    parser.add_argument("--only", action="append", metavar="TABLE", help="only this table; can be repeated")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    return parser.parse_args()


def agreed(options: argparse.Namespace) -> bool:
    if options.yes or options.endpoint_url:
        return True
    if not sys.stdin.isatty():
        print("Nothing done: writes cost money and nobody can confirm it. Pass --yes.")
        return False
    return input("Continue? [y/N] ").strip().lower() in {"y", "yes"}


def put_all(client: Any, table: str, items: list[dict[str, Any]]) -> int:
    """Put every item, in batches; unprocessed items are sent again after a wait that doubles."""
    for first in range(0, len(items), BATCH):
        left: dict[str, Any] = {table: [{"PutRequest": {"Item": item}} for item in items[first : first + BATCH]]}
        for attempt in range(ATTEMPTS):
            left = client.batch_write_item(RequestItems=left).get("UnprocessedItems") or {}
            if not left:
                break
            time.sleep(random.uniform(0, min(5.0, 0.05 * 2**attempt)))
        if left:
            raise RuntimeError(f"after {ATTEMPTS} attempts {len(left[table])} items of a batch were not processed")
    return len(items)


def decoded(item: dict[str, Any]) -> dict[str, Any]:
    """Return an item with its binary values as bytes, as boto3 expects them."""
    return {name: value_of(value) for name, value in item.items()}


def value_of(value: dict[str, Any]) -> dict[str, Any]:
    ((kind, data),) = value.items()
    if kind == "B":
        return {"B": base64.b64decode(data)}
    if kind == "BS":
        return {"BS": [base64.b64decode(one) for one in data]}
    if kind == "L":
        return {"L": [value_of(one) for one in data]}
    if kind == "M":
        return {"M": {name: value_of(one) for name, one in data.items()}}
    return {kind: data}


if __name__ == "__main__":
    sys.exit(main())
