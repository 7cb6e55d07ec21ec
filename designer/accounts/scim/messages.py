"""What a provider sends and is answered: resources, filters, changes and refusals. No database.

Providers deviate from the standard: operations begin with a capital letter, and true is a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

CONTENT_TYPE: Final = "application/scim+json"
USER: Final = "urn:ietf:params:scim:schemas:core:2.0:User"
LIST: Final = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
PATCH: Final = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
ERROR: Final = "urn:ietf:params:scim:api:messages:2.0:Error"
OPERATIONS_MAX: Final = 100

_FILTER: Final = re.compile(r'\s*([A-Za-z][A-Za-z.]*)\s+eq\s+"((?:[^"\\]|\\["\\])*)"\s*', re.IGNORECASE)
FILTERED: Final = {
    "username": "email",
    "emails": "email",
    "emails.value": "email",
    "externalid": "external_id",
    "id": "id",
}
"""What can be searched for, in lower case, by what it is here."""


class Refused(Exception):
    """The answer to a request that is not carried out."""

    def __init__(self, status: int, detail: str, kind: str = "") -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.kind = kind

    def as_json(self) -> dict[str, Any]:
        """As the standard writes it: the status is a text."""
        kind = {"scimType": self.kind} if self.kind else {}
        return {"schemas": [ERROR], "status": str(self.status), "detail": self.detail, **kind}


@dataclass(frozen=True, slots=True)
class WantedPerson:
    """What a provider wants of a person; None: as it is."""

    email: str | None = None
    name: str | None = None
    external_id: str | None = None
    is_active: bool | None = None


def wanted_of(resource: Any) -> WantedPerson:
    """A whole person, as it is sent to create or replace one. What Keysheet does not keep is passed over."""
    if not isinstance(resource, Mapping):
        raise Refused(400, "the body is not an object", "invalidSyntax")
    told = _lower(resource)
    if not isinstance(told.get("username"), str) or not told["username"].strip():
        raise Refused(400, "userName is missing: the email address of the person", "invalidValue")
    return WantedPerson(
        email=told["username"].strip().lower(),
        name=_name_of(told),
        external_id=_text(told.get("externalid")) or "",
        is_active=None if told.get("active") is None else truth(told["active"]),
    )


def changes_of(body: Any) -> WantedPerson:
    """The operations of a PATCH together: the last one wins. Raises Refused."""
    told = _lower(body) if isinstance(body, Mapping) else {}
    operations = told.get("operations")
    if not isinstance(operations, list) or not 0 < len(operations) <= OPERATIONS_MAX:
        raise Refused(400, f"Operations must be a list of 1 to {OPERATIONS_MAX}", "invalidSyntax")
    fields: dict[str, Any] = {}
    for operation in operations:
        fields |= dict(_fields_of(operation))
    return WantedPerson(
        email=_address(fields),
        name=_name_of(fields),
        external_id=_text(fields["externalid"]) or "" if "externalid" in fields else None,
        is_active=truth(fields["active"]) if "active" in fields else None,
    )


def _fields_of(operation: Any) -> Iterator[tuple[str, Any]]:
    """The fields that an operation sets, in lower case, with dots; None for what it removes."""
    told = _lower(operation) if isinstance(operation, Mapping) else {}
    what, path, value = str(told.get("op", "")).lower(), told.get("path"), told.get("value")
    if what not in ("add", "replace", "remove"):
        raise Refused(400, "op must be add, replace or remove", "invalidSyntax")
    if what == "remove":
        if not isinstance(path, str):
            raise Refused(400, "remove needs a path", "noTarget")
        if _plain(path) in ("username", "active"):
            raise Refused(400, f"{path} cannot be removed", "mutability")
        value = None
    if isinstance(path, str):
        yield _plain(path), _lower(value) if isinstance(value, Mapping) else value
    elif isinstance(value, Mapping):
        yield from ((_plain(name), _lower(one) if isinstance(one, Mapping) else one) for name, one in value.items())
    else:
        raise Refused(400, "an operation has a path, or an object as its value", "invalidSyntax")


def _plain(path: str) -> str:
    """A path without the schema before it and without a filter in brackets: emails[type eq "work"].value."""
    return re.sub(r"\[[^\]]*\]", "", path.removeprefix(f"{USER}:")).strip().lower()


def _lower(told: Mapping[Any, Any]) -> dict[str, Any]:
    """Names of attributes are the same in upper and lower case."""
    return {str(name).lower(): value for name, value in told.items()}


def _address(fields: Mapping[str, Any]) -> str | None:
    sent = fields.get("username")
    return sent.strip().lower() if isinstance(sent, str) and sent.strip() else None


def _name_of(told: Mapping[str, Any]) -> str | None:
    """What a person is called: displayName, else the parts of name, else None."""
    parts = _lower(told["name"]) if isinstance(told.get("name"), Mapping) else {}
    parts |= {name.removeprefix("name."): value for name, value in told.items() if name.startswith("name.")}
    names = [_text(parts.get(one)) for one in ("givenname", "familyname")]
    return _text(told.get("displayname")) or _text(parts.get("formatted")) or " ".join(filter(None, names)) or None


def _text(value: Any) -> str | None:
    return " ".join(value.split()) or None if isinstance(value, str) else None


def truth(value: Any) -> bool:
    """Whether a person is active. Entra sends "False". Raises Refused for anything else."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise Refused(400, "active must be true or false", "invalidValue")


def searched(filter_text: str) -> tuple[str, str] | None:
    """What a filter searches for: a field of ours, and its value. None without a filter. Raises Refused."""
    if not filter_text.strip():
        return None
    found = _FILTER.fullmatch(filter_text)
    field = FILTERED.get(found[1].lower()) if found else None
    if found is None or field is None:
        raise Refused(400, 'a filter must be like userName eq "ada@example.com"', "invalidFilter")
    return field, re.sub(r"\\(.)", r"\1", found[2])
