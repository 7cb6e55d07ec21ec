"""The cache reads only what this server has signed: a pickle that somebody else put there never runs."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.cache import cache


@dataclass(frozen=True)
class Kept:
    words: tuple[str, ...]


class Trap:
    """Creates a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def store(key, raw):
    client = cache._cache.get_client(key, write=True)
    client.set(cache.make_and_validate_key(key), raw)


def stored(key):
    return cache._cache.get_client(key).get(cache.make_and_validate_key(key))


@pytest.mark.parametrize("prefix", [b"", bytes(32)])
def test_a_pickle_that_this_server_has_not_signed_is_never_read(tmp_path, prefix):
    mark = tmp_path / "ran"
    store("planted", prefix + pickle.dumps(Trap(mark)))
    assert cache.get("planted", "nothing") == "nothing"
    assert cache.get_many(["planted"]) == {}
    assert not mark.exists()


def test_a_changed_value_counts_as_missing():
    cache.set("held", Kept(("a", "b")), timeout=60)
    raw = bytearray(stored("held"))
    raw[-4] ^= 1
    store("held", bytes(raw))
    assert cache.get("held") is None


@pytest.mark.parametrize("value", [0, 7, True, None, "text", b"\x00bytes", {"a": [1, 2]}, Kept(("a",))])
def test_values_come_back_as_they_were(value):
    cache.set("value", value, timeout=60)
    assert cache.get("value", "nothing") == value
    assert cache.get_many(["value"]) == {"value": value}


def test_numbers_are_counted_by_redis():
    cache.set("count", 0, timeout=60)
    assert cache.incr("count") == 1
    assert cache.get("count") == 1


def test_a_new_secret_key_reads_values_of_the_old_one_while_that_is_a_fallback(settings):
    cache.set("held", Kept(("a",)), timeout=60)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key that is long enough for everybody and everything"
    assert cache.get("held") == Kept(("a",))
    settings.SECRET_KEY_FALLBACKS = []
    assert cache.get("held") is None


def test_large_values_are_compressed_and_come_back():
    value = Kept(("a word that comes again",) * 20_000)
    cache.set("large", value, timeout=60)
    assert len(stored("large")) < 20_000
    assert cache.get("large") == value


def test_the_store_of_a_copy_has_a_bound_and_never_drops_queues():
    client = cache._cache.get_client("any")
    assert int(client.config_get("maxmemory")["maxmemory"]) == 512 * 1024 * 1024
    assert client.config_get("maxmemory-policy")["maxmemory-policy"] == "volatile-lru"
