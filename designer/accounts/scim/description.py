"""What this server says of itself to providers that ask before they send anything (RFC 7643, sections 5 to 7)."""

from __future__ import annotations

from typing import Any, Final

from designer.accounts.scim.messages import LIST, USER

_CORE: Final = "urn:ietf:params:scim:schemas:core:2.0"
PAGE_MAX: Final = 200

CONFIGURATION: Final[dict[str, Any]] = {
    "schemas": [f"{_CORE}:ServiceProviderConfig"],
    "patch": {"supported": True},
    "bulk": {"supported": False, "maxOperations": 0, "maxPayloadSize": 0},
    "filter": {"supported": True, "maxResults": PAGE_MAX},
    "changePassword": {"supported": False},
    "sort": {"supported": False},
    "etag": {"supported": False},
    "authenticationSchemes": [
        {"type": "oauthbearertoken", "name": "Bearer token", "description": "The token that the operator set"}
    ],
}
RESOURCE_TYPES: Final[list[dict[str, Any]]] = [
    {"schemas": [f"{_CORE}:ResourceType"], "id": "User", "name": "User", "endpoint": "/Users", "schema": USER}
]


def _attribute(name: str, kind: str = "string", **more: Any) -> dict[str, Any]:
    usual = {
        "multiValued": False,
        "required": False,
        "caseExact": False,
        "mutability": "readWrite",
        "returned": "default",
        "uniqueness": "none",
    }
    return {"name": name, "type": kind, **usual, **more}


SCHEMAS: Final[list[dict[str, Any]]] = [
    {
        "schemas": [f"{_CORE}:Schema"],
        "id": USER,
        "name": "User",
        "attributes": [
            _attribute("userName", required=True, uniqueness="server", mutability="immutable"),
            _attribute("displayName"),
            _attribute("name", "complex", subAttributes=[_attribute("formatted")]),
            _attribute("active", "boolean"),
            _attribute(
                "emails", "complex", multiValued=True, mutability="readOnly", subAttributes=[_attribute("value")]
            ),
        ],
    }
]


def listed(resources: list[Any], total: int, first: int = 1) -> dict[str, Any]:
    """A list as the standard writes it; `first` is counted from 1."""
    return {
        "schemas": [LIST],
        "totalResults": total,
        "startIndex": first,
        "itemsPerPage": len(resources),
        "Resources": resources,
    }
