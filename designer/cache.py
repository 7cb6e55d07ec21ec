"""The Redis cache with one connection pool per process, and with signed values; large ones are compressed.

Under ASGI, Django keeps one cache object per request; each would open a pool and a separate connection.

Held imports are Python objects, so values are pickles, and reading a pickle can run code. Each value is therefore
signed with the secret key. A value with another signature (somebody else can write to this Redis, or the key has
changed) is never read: it counts as missing.
"""

import hmac
import zlib
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.core.cache.backends.redis import RedisCache, RedisCacheClient, RedisSerializer
from django.utils.crypto import salted_hmac

POOLS: dict[tuple[str, ...], dict[int, Any]] = {}
_SIZE: Final = sha256().digest_size
_SALT: Final = "designer.cache.value"
_COMPRESSED_FROM: Final = 16_384
_COMPRESSED: Final = b"z"
"""How a compressed value begins; a pickle begins with another byte."""
_MISSING: Final = object()
"""What an unsigned value is read as."""


class SignedPickles(RedisSerializer):
    """Values as pickles behind their signature; whole numbers as they are, because Redis counts with them."""

    def dumps(self, obj: Any) -> bytes:
        """Return what Redis stores."""
        raw = super().dumps(obj)
        if type(obj) is not int and len(raw) >= _COMPRESSED_FROM:
            raw = _COMPRESSED + zlib.compress(raw, 1)
        return raw if type(obj) is int else _signature(settings.SECRET_KEY, raw) + raw

    def loads(self, data: Any) -> Any:
        """Return the value; `_MISSING` if this server did not sign it."""
        try:
            return int(data)
        except ValueError:
            signature, raw = data[:_SIZE], data[_SIZE:]
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        if any(hmac.compare_digest(signature, _signature(key, raw)) for key in keys):
            return super().loads(zlib.decompress(raw[1:]) if raw.startswith(_COMPRESSED) else raw)
        return _MISSING


def _signature(key: str, raw: bytes) -> bytes:
    return salted_hmac(_SALT, raw, secret=key, algorithm="sha256").digest()


class SharedPoolClient(RedisCacheClient):
    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, serializer=SignedPickles, **options)
        self._pools = POOLS.setdefault(tuple(servers), {})

    def get(self, key: Any, default: Any) -> Any:
        """Return a value that this server signed, or the default."""
        found = super().get(key, default)
        return default if found is _MISSING else found

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        """Return those values that this server signed."""
        return {key: value for key, value in super().get_many(keys).items() if value is not _MISSING}


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

    def memory(self) -> dict[str, Any]:
        """Return what Redis says of its memory; `used_memory` and `maxmemory` in bytes. Raises RedisError."""
        return dict(self._cache.get_client(None).info("memory"))
