"""What every test shares. The plugins that come before it are named in pyproject.toml."""

from collections.abc import Iterator

import pytest

pytest_plugins = [
    "tests.ground.processes",
    "tests.ground.browser",
    "tests.ground.flushing",
    "tests.ground.parallel",
    "tests.ground.sweeps",
    "tests.ground.generating",
    "tests.ground.bounds",
    "tests.ground.reruns",
    "tests.ground.connections",
    "tests.ground.searches",
    "tests.people",
]

# What targets write holds tests for its owner's tables, not for these.
collect_ignore_glob = ["golden/*"]


@pytest.fixture(autouse=True)
def quick_passwords(request: pytest.FixtureRequest) -> None:
    """A password is hashed by the quickest hasher: what is tested is who may, not how slow a guess is."""
    request.getfixturevalue("settings").PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Nothing that one test has cached, a rate limit included, is seen by the next."""
    yield
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(scope="session")
def base_url() -> None:
    """None: a test says `live_site`. It replaces a fixture of pytest-playwright that this pytest warns about."""
