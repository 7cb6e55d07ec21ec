"""Who may do what: three roles, the actions, and one mapping. Every door asks `may`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What a member of a workspace is."""

    OWNER = "owner"
    EDITOR = "editor"
    READER = "reader"


class Action(StrEnum):
    """What can be done with a design, or with the workspace that holds it."""

    SEE = "see"
    EXPORT = "export"
    EDIT = "edit"
    CREATE = "create"
    PROVISION = "provision"
    DELETE = "delete"
    MANAGE = "manage"


_READ: Final = frozenset({Action.SEE, Action.EXPORT})
_WRITE: Final = _READ | {Action.EDIT, Action.CREATE, Action.PROVISION}

ALLOWED: Final[Mapping[Role, frozenset[Action]]] = {
    Role.READER: _READ,
    Role.EDITOR: _WRITE,
    Role.OWNER: _WRITE | {Action.DELETE, Action.MANAGE},
}


def may(role: Role | str | None, action: Action) -> bool:
    """Does a role allow an action? None is a stranger, who may nothing."""
    return role is not None and action in ALLOWED[Role(role)]
