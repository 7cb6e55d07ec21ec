"""Redis as the broker of Celery, in a way that outlives the loss of its connection."""

from __future__ import annotations

from typing import Any, Final

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as RedisConnectionError

SCHEMES: Final = ("redis", "rediss")


class Channel(redis.Channel):
    """After its connection was closed, each use fails as everything else does without a connection.

    kombu's own raises an AttributeError then, which Celery takes for a fault of its own: a worker that had a message
    when Redis ended would end too, when it gives the message back or acknowledges it. Redis delivers it again.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if getattr(self.connection, "client", None) is None:
            raise RedisConnectionError("the connection of this channel was closed")
        made: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]  # the stubs do not have it
        return made


class Transport(redis.Transport):
    Channel = Channel


def use_own_transport() -> None:
    """Let kombu use it for every connection to Redis from now on."""
    TRANSPORT_ALIASES.update(dict.fromkeys(SCHEMES, f"{__name__}:Transport"))
