"""Values between the core and boto3's low-level client, which wants binary as bytes and nothing else changed."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from modeler.core.values.attribute_values import AttributeValue, Item
from modeler.core.values.json_values import from_dynamodb_json


def to_client(value: AttributeValue) -> dict[str, Any]:
    """A value as a boto3 client takes it."""
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
    """An item, or a key, as a boto3 client takes it."""
    return {name: to_client(value) for name, value in item.items()}


def from_client(raw: Mapping[str, Any]) -> AttributeValue:
    """A value as a boto3 client gives it. Raises Invalid where it is none."""
    return from_dynamodb_json(_as_text(raw))


def item_from_client(raw: Mapping[str, Mapping[str, Any]]) -> dict[str, AttributeValue]:
    """An item as a boto3 client gives it. Raises Invalid."""
    return {name: from_client(value) for name, value in raw.items()}


def _as_text(raw: Any) -> Any:
    """Bytes as base64 text, at any depth."""
    if isinstance(raw, bytes):
        return base64.b64encode(raw).decode()
    if isinstance(raw, Mapping):
        return {name: _as_text(value) for name, value in raw.items()}
    return [_as_text(element) for element in raw] if isinstance(raw, list | tuple | set) else raw


def plain_item(raw: Mapping[str, Any]) -> dict[str, Any]:
    """An item as a boto3 client gives it, in DynamoDB JSON: binary as base64."""
    return {str(name): _as_text(value) for name, value in raw.items()}
