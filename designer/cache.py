"""The Redis cache with one connection pool per process.

Under ASGI, Django keeps one cache object per request; each would open a pool and a separate connection.
"""

from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

POOLS: dict[tuple[str, ...], dict[int, Any]] = {}


class SharedPoolClient(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._pools = POOLS.setdefault(tuple(servers), {})


class SharedPoolRedisCache(RedisCache):
    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = SharedPoolClient

    def clear(self) -> None:
        """Delete only the keys of this instance, because the same Redis also stores the task queues and the live
        sessions.
        """
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(match=f"{self.key_prefix}:*", count=1000):
            client.delete(key)
