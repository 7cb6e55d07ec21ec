"""Permissions: the roles of members and guests, the actions, and one mapping. Every endpoint checks `may`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """Roles: of members of a workspace, and of guests of one design by the link that they used."""

    OWNER = "owner"
    EDITOR = "editor"
    READER = "reader"
    GUEST_EDITOR = "guest editor"
    GUEST_COMMENTER = "guest commenter"
    GUEST_READER = "guest reader"


MEMBER_ROLES: Final = (Role.OWNER, Role.EDITOR, Role.READER)
LINK_ROLES: Final = (Role.GUEST_READER, Role.GUEST_COMMENTER, Role.GUEST_EDITOR)


class Action(StrEnum):
    """Actions on a design or its workspace."""

    SEE = "see"
    EXPORT = "export"
    COMMENT = "comment"
    EDIT = "edit"
    SHARE = "share"
    CREATE = "create"
    PROVISION = "provision"
    DELETE = "delete"
    MANAGE = "manage"
    AUDIT = "audit"


_LOOK: Final = frozenset({Action.SEE, Action.EXPORT})
_REVIEW: Final = _LOOK | {Action.COMMENT}
_WRITE: Final = _REVIEW | {Action.EDIT, Action.SHARE, Action.CREATE, Action.PROVISION}

ALLOWED: Final[Mapping[Role, frozenset[Action]]] = {
    Role.READER: _REVIEW,
    Role.EDITOR: _WRITE,
    Role.OWNER: _WRITE | {Action.DELETE, Action.MANAGE, Action.AUDIT},
    Role.GUEST_READER: _LOOK,
    Role.GUEST_COMMENTER: _REVIEW,
    Role.GUEST_EDITOR: _REVIEW | {Action.EDIT},
}
"""A reviewer can read and comment, so a reader can too. A guest has only the rights of the link, on that design only.
"""


def may(role: Role | str | None, action: Action) -> bool:
    """Does a role allow an action? None is a stranger without permissions."""
    return role is not None and action in ALLOWED[Role(role)]
