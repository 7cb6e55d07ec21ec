"""Messages to people who have a design open, through the channel layer. They contain ids and numbers, never content.

Every message names its design; a consumer's method is named by `type` with dots as underscores (``design_revision``).
Delivery is at most once: a client that sees a gap in the revisions requests the missing ones.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine, Iterable, Mapping
from concurrent.futures import Future
from typing import Any, Final
from uuid import UUID

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from modeler.observing.tracing import here
from modeler.processes import PerProcess

log = logging.getLogger(__name__)
ATTEMPTS: Final = 2
PATIENCE_SECONDS: Final = 2.0
SILENT_SECONDS: Final = 10.0
"""How long nobody waits after somebody has waited in vain."""


def design_group(design: UUID | str) -> str:
    """The channel group of one design."""
    return f"design.{design}"


def member_group(user_id: int) -> str:
    """The channel group of one person's sockets."""
    return f"member.{user_id}"


def publish_revision(*, design: UUID, revision: int, touched: Iterable[str], by: int | None = None) -> None:
    """A new revision, the ids of the parts it touched (``["*"]``: too many to name), and the person who made it."""
    message = {
        "type": "design.revision",
        "design": str(design),
        "revision": revision,
        "touched": list(touched),
        "by": by,
    }
    _send(design_group(design), message)


def publish_findings(*, design: UUID, revision: int) -> None:
    """The analysis of a revision is stored."""
    _send(design_group(design), {"type": "design.findings", "design": str(design), "revision": revision})


def publish_job(*, design: UUID, job: UUID, state: str, progress: Mapping[str, Any]) -> None:
    """A job progressed."""
    message = {"type": "design.job", "design": str(design), "job": str(job), "state": state, "progress": progress}
    _send(design_group(design), message)


def publish_removed(*, design: UUID) -> None:
    """The design was removed or restored: pages that show it check again."""
    _send(design_group(design), {"type": "design.removed", "design": str(design)})


def publish_comments(*, design: UUID, at: str) -> None:
    """A comment was written or deleted; `at` identifies the message."""
    _send(design_group(design), {"type": "design.comments", "design": str(design), "at": at})


def publish_versions(*, design: UUID, at: str) -> None:
    """Names of revisions were added, changed or removed; `at` identifies the message."""
    _send(design_group(design), {"type": "design.versions", "design": str(design), "at": at})


def publish_notice(*, user_id: int) -> None:
    """The unread notices of a person changed."""
    _send(member_group(user_id), {"type": "member.told", "user": user_id})


def close_member(*, user_id: int, workspace: UUID) -> None:
    """A person is no longer a member, or has another role: the person's sockets on that workspace's designs close, and
    new ones check the permission again.
    """
    _send(member_group(user_id), {"type": "member.closed", "user": user_id, "workspace": str(workspace)})


def check_member(*, user_id: int) -> None:
    """A session of a person ended, or the account is disabled: each of the person's sockets checks its permission."""
    _send(member_group(user_id), {"type": "member.checked", "user": user_id})


class Patience:
    """How long a change waits for Redis to pass a message on: a little, and not at all while Redis is silent. A Redis
    that is down refuses at once; one that hangs would hold every request, and with them all connections to Postgres.
    """

    def __init__(self) -> None:
        self._silent_until = 0.0

    @property
    def is_over(self) -> bool:
        """Whether somebody has just waited in vain."""
        return time.monotonic() < self._silent_until

    def wait(self, work: Future[Any]) -> None:
        """Wait for the work, unless patience is over. Raises its exceptions, and TimeoutError, which is an OSError."""
        if self.is_over:
            return
        try:
            work.result(PATIENCE_SECONDS)
        except TimeoutError:
            self._silent_until = time.monotonic() + SILENT_SECONDS
            raise


class _Speaker:
    """An event loop in a separate thread, in which the channel layer keeps its connection to Redis. A loop per message
    would open and close a connection each time, which took as long as the rest of an edit.
    """

    def __init__(self) -> None:
        self._patience = Patience()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="channel layer", daemon=True).start()

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait until it is done, or for a little if Redis does not answer. Raises its exceptions and TimeoutError."""
        self._patience.wait(asyncio.run_coroutine_threadsafe(work, self._loop))


_speaker: Final = PerProcess(_Speaker)


def _send(group: str, message: dict[str, Any]) -> None:
    """Send, and retry once after a lost connection: the first publish after Redis restarted raises."""
    if trace := here():
        message = {**message, "trace": trace}
    for attempt in range(1, ATTEMPTS + 1):
        try:
            _speaker.get().do(get_channel_layer().group_send(group, message))
        except TimeoutError:
            log.warning("a message to %s waits or is lost: Redis does not answer", group)
            return
        except (RedisError, OSError):
            if attempt == ATTEMPTS:
                log.exception("%s was not notified: %s", group, message["type"])
        else:
            return
