"""What happened to a design that people elsewhere want to be told of. The listener stores it; nothing is sent here.

An event is announced in the transaction of what happened: it is stored if, and only if, that is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final
from uuid import UUID


class EventKind(StrEnum):
    """What can be announced. The part before the dot is its subject."""

    DESIGN_CHANGED = "design.changed"
    DESIGN_ACCEPTED = "design.accepted"
    ERROR_INTRODUCED = "finding.introduced"
    REVIEW_REQUESTED = "review.requested"
    REVIEW_APPROVED = "review.approved"
    BRANCH_MERGED = "branch.merged"
    PROOF_FINISHED = "proof.finished"
    RUN_EXPIRING = "run.expiring"
    RUN_EXPIRED = "run.expired"


type Details = Callable[[], Mapping[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a design. `details` reads the rest, only if somebody listens to it; None means that nothing worth
    telling happened.
    """

    kind: EventKind
    workspace: UUID
    design: UUID
    details: Details


type Listener = Callable[[Event], None]
_listeners: Final[list[Listener]] = []


def on_event(listener: Listener) -> Listener:
    """A port: `listener` stores what has to be told. exporter.webhooks fills it."""
    if listener not in _listeners:
        _listeners.append(listener)
    return listener


def announce(kind: EventKind, design: Any, details: Details) -> None:
    """Tell the listeners what happened to a design (a row of designs), in the current transaction."""
    for listener in _listeners:
        listener(Event(kind, design.workspace_id, design.pk, details))
