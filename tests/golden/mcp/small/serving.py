"""What the tools of server.py share: the tables, pages, and results as JSON."""

from __future__ import annotations

import base64
import dataclasses
import json
import os
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import Any

import boto3
from boto3.dynamodb.types import Binary, TypeDeserializer, TypeSerializer

PAGE = 50


def names() -> dict[str, str]:
    """Names of the tables where they are deployed, by the design's: TABLE_NAMES is orders=orders-prod,users=users-prod."""
    pairs = (pair.partition("=") for pair in os.environ.get("TABLE_NAMES", "").split(",") if "=" in pair)
    return {mine.strip(): real.strip() for mine, _, real in pairs}


@cache
def table(name: str) -> Any:
    """Return boto3's table; DYNAMODB_ENDPOINT is the address of an emulator."""
    endpoint = os.environ.get("DYNAMODB_ENDPOINT") or None
    return boto3.resource("dynamodb", endpoint_url=endpoint).Table(names().get(name, name))


def may_write() -> bool:
    """Do the tools include those that change items? Only if ALLOW_WRITES is 1."""
    return os.environ.get("ALLOW_WRITES") == "1"


def page(found: Any) -> dict[str, Any]:
    """Return the items of a read, and `next`: pass it as `start` to continue there; null at the end."""
    items = plain(list(found))
    return {"items": items, "next": token(found.last_key) if found.last_key else None}


def item(found: Any) -> dict[str, Any]:
    """Return the result of a read without pages."""
    return {"item": plain(found)}


def items(found: Any) -> dict[str, Any]:
    """Return the results of a read of several items, or of several reads."""
    return {"items": [plain(list(one) if hasattr(one, "last_key") else one) for one in found]}


def token(key: dict[str, Any]) -> str:
    """Return a key as text that can be passed back."""
    written = {name: TypeSerializer().serialize(value) for name, value in key.items()}
    return base64.urlsafe_b64encode(json.dumps(written, default=_binary).encode()).decode()


def _binary(value: Any) -> str:
    return base64.b64encode(bytes(value)).decode()


def start_of(text: str) -> dict[str, Any] | None:
    """Return the key of a token; None for ''."""
    if not text:
        return None
    written = json.loads(base64.urlsafe_b64decode(text))
    typed = {
        name: {kind: base64.b64decode(one) if kind == "B" else one for kind, one in value.items()}
        for name, value in written.items()
    }
    return {name: TypeDeserializer().deserialize(value) for name, value in typed.items()}


def plain(value: Any) -> Any:
    """Return a value as JSON: whole numbers as such, other numbers as text if a float would change them."""
    if isinstance(value, Decimal):
        whole = value.to_integral_value()
        return int(value) if value == whole else _number(value)
    if isinstance(value, Binary | bytes | bytearray):
        return base64.b64encode(bytes(value)).decode()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return plain(dataclasses.asdict(value))
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(one) for one in value), key=str)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [plain(one) for one in value]
    return value


def _number(value: Decimal) -> float | str:
    return float(value) if Decimal(repr(float(value))) == value else str(value)
