"""Values between the core and boto3's low-level client: binary becomes bytes, everything else is unchanged."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from modeler.core.values.attribute_values import AttributeValue, Item
from modeler.core.values.json_values import from_dynamodb_json


def to_client(value: AttributeValue) -> dict[str, Any]:
    """Return a value in the form of a boto3 client."""
    kind, data = value
    match kind:
        case "L":
            return {"L": [to_client(element) for element in data]}
        case "M":
            return {"M": {name: to_client(element) for name, element in data}}
        case "SS" | "NS" | "BS":
            return {str(kind): list(data)}
    return {str(kind): data}


def item_to_client(item: Item) -> dict[str, Any]:
    """Return an item, or a key, in the form of a boto3 client."""
    return {name: to_client(value) for name, value in item.items()}


def from_client(raw: Mapping[str, Any]) -> AttributeValue:
    """Read a value from a boto3 client. Raises Invalid if it is not one."""
    return from_dynamodb_json(_as_text(raw))


def item_from_client(raw: Mapping[str, Mapping[str, Any]]) -> dict[str, AttributeValue]:
    """Read an item from a boto3 client. Raises Invalid."""
    return {name: from_client(value) for name, value in raw.items()}


def _as_text(raw: Any) -> Any:
    """Return bytes as base64 text, at any depth."""
    if isinstance(raw, bytes):
        return base64.b64encode(raw).decode()
    if isinstance(raw, Mapping):
        return {name: _as_text(value) for name, value in raw.items()}
    return [_as_text(element) for element in raw] if isinstance(raw, list | tuple | set) else raw


def plain_item(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item from a boto3 client in DynamoDB JSON: binary as base64."""
    return {str(name): _as_text(value) for name, value in raw.items()}
