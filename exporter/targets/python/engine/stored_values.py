"""Values as boto3 reads them: from stream images, as names of keys, and compared."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from ..runtime.conditions import equal, kind

Item = dict[str, Any]


def from_image(image: Mapping[str, Mapping[str, Any]]) -> Item:
    """Return an item in DynamoDB JSON. Binary values of a stream record are bytes, those of a file base64."""
    return {name: _decoded(value) for name, value in image.items()}


def _decoded(value: Mapping[str, Any]) -> Any:
    ((kind_of_it, held),) = value.items()
    match kind_of_it:
        case "N":
            return Decimal(held)
        case "NULL":
            return None
        case "L":
            return [_decoded(one) for one in held]
        case "M":
            return {name: _decoded(one) for name, one in held.items()}
        case "NS":
            return {Decimal(one) for one in held}
        case "SS":
            return set(held)
        case "B":
            return _bytes(held)
        case "BS":
            return {_bytes(one) for one in held}
    return held


def _bytes(held: str | bytes) -> bytes:
    return base64.b64decode(held) if isinstance(held, str) else held


def key_of(item: Mapping[str, Any], names: Iterable[str]) -> Item:
    """Return the key of an item."""
    return {name: item[name] for name in names}


def key_text(key: Mapping[str, Any]) -> str:
    """Return the one text of a key: equal keys have equal texts, and others have others."""
    return json.dumps([[name, *_named(value)] for name, value in sorted(key.items())], ensure_ascii=False)


def _named(value: Any) -> tuple[str, str]:
    own = kind(value)
    if own == "N":
        exact = Decimal(value)
        return own, str(exact.normalize()) if exact else "0"
    return own, bytes(value).hex() if own == "B" else str(value)


def digest(text: str) -> str:
    """Return a short name of a text of any length."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the attributes in which two items differ, sorted."""
    names = sorted(one.keys() | other.keys())
    return tuple(name for name in names if not _same(one, other, name))


def _same(one: Mapping[str, Any], other: Mapping[str, Any], name: str) -> bool:
    if name not in one or name not in other:
        return False
    return equal(one[name], other[name])
