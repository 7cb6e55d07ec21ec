"""The Redis cache with one connection pool a process.

Django keeps a cache object a request under ASGI, and each of its own would bring a pool, so a connection, with it.
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
