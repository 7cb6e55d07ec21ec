"""What tests generate: always the same in `make test`, so that it gives one answer; anything in `make test-long`."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

LONG = "long"
TIMES = 10
"""As many examples as usual, in a long run."""
SHARE = 1 / 8
"""Of the examples of a law, in `make test`. A law runs whole where its file is named, and in `make conformance`."""
FEWEST = 4

# Two shared cores make a slow example say nothing about the code.
PATIENT: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "database": None}
hypothesis.settings.register_profile("house", derandomize=True, **PATIENT)
hypothesis.settings.register_profile("quick", derandomize=True, max_examples=8, **PATIENT)
hypothesis.settings.register_profile(LONG, derandomize=False, max_examples=100 * TIMES, print_blob=True, **PATIENT)
hypothesis.settings.load_profile("house")


def is_long(config: pytest.Config) -> bool:
    return bool(config.getoption("--hypothesis-profile") == LONG)


def pytest_configure(config: pytest.Config) -> None:
    if not is_long(config):
        forget_modules()


def forget_modules() -> None:
    """Hypothesis mixes the constants of all modules imported so far into what it draws: the same test would get other
    examples beside other tests, or after a change anywhere.
    """
    providers._get_local_constants = Constants


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A law that bounds its examples by itself gets more of them too in a long run, and fewer in `make test`."""
    if not is_long(config) and not config.getoption("--daily"):
        return
    for test in {getattr(item, "function", None) for item in items}:
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if test is not None and own is not None:
            most = examples_of(own.max_examples, long=is_long(config))
            test._hypothesis_internal_use_settings = hypothesis.settings(own, max_examples=most)
    for item in () if is_long(config) else items:
        thin_out(item)


def thin_out(item: pytest.Item) -> None:
    """Schemathesis tries each boundary of an operation's document as an example of its own: fifty to a hundred of them,
    of which `make test` takes every eighth.
    """
    if getattr(item, "operation_label", None):
        test = item.function  # type: ignore[attr-defined]  # what pytest collects here is a Function
        test.hypothesis_explicit_examples = getattr(test, "hypothesis_explicit_examples", [])[:: round(1 / SHARE)]


def examples_of(usual: int, *, long: bool) -> int:
    if long:
        return usual * TIMES if usual < 100 * TIMES else usual
    return min(usual, max(FEWEST, round(usual * SHARE)))
