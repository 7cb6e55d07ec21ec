"""Every view says who may call it, and a stranger is asked for a name before anything else."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from modeler.permissions import Action

DECLARED = {str(action) for action in Action} | {"signed in", "everybody"}
OPEN = {"sign-in", "sign-out", "local-sign-in", "join", "join-new", "health", "page", "openapi"}
"""What strangers may call: the door, an invitation's link, the health page, and the description of the REST API."""


def all_patterns(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            yield from all_patterns(pattern)
        else:
            yield pattern


def view_of(pattern: URLPattern) -> Any:
    return getattr(pattern.callback, "view_class", pattern.callback)


def access_of(pattern: URLPattern) -> str:
    return str(getattr(view_of(pattern), "access", ""))


def test_every_view_declares_who_may_call_it():
    undeclared = [str(pattern.pattern) for pattern in all_patterns() if access_of(pattern) not in DECLARED]
    assert undeclared == []


def test_only_these_are_open_to_everybody():
    assert {pattern.name for pattern in all_patterns() if access_of(pattern) == "everybody"} <= OPEN


def test_a_view_of_a_design_asks_for_an_action_on_it():
    careless = [
        str(pattern.pattern)
        for pattern in all_patterns()
        if "design_id" in str(pattern.pattern) and access_of(pattern) not in {str(action) for action in Action}
    ]
    assert careless == []


@pytest.mark.parametrize("name", ["home", "design-new", "import"])
def test_the_guard_itself_sees_a_known_view(name):
    assert name in {pattern.name for pattern in all_patterns()}
