"""Four people, two guests and a visitor who has not signed in meet every door that there is, by GET and by POST.

Ada owns, Eve edits, Ben reads, Cyd is a stranger; Gil and Gus came by links to the one design. What each may expect
follows from modeler.permissions.ALLOWED and from what the view declares; a door that is added is met the moment it has
an address.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse

from designer.models import User
from exporter.models.tokens import SCOPES
from exporter.services.tokens import token_create
from modeler.permissions import ALLOWED, Action, Role
from tests.ground.flushing import empty_tables
from tests.guards.doors.addresses import EVERYBODY, Door, doors
from tests.guards.doors.visits import (
    ADAS_ALONE,
    ADAS_OWN,
    ADAS_TO_CHANGE,
    ADAS_TO_STOP,
    Ground,
    asked,
    everybody_in_a_design,
    is_for,
    knock,
    methods,
)

ROLES = {"eve": Role.EDITOR, "ben": Role.READER, "cyd": None, "ada": Role.OWNER}
GUESTS = {"gil": Role.GUEST_COMMENTER, "gus": Role.GUEST_EDITOR}
OF_THE_DESIGN = {"design_id", "job_id", "bundle_id", "run_id"}
DOORS = doors()

pytestmark = pytest.mark.usefixtures("known_searches")


@pytest.fixture(scope="module")
def everybody(django_db_setup: None, django_db_blocker: Any) -> Iterator[Ground]:
    """Committed, so that all tests of this module begin with the same people, whose sessions are theirs too."""
    with django_db_blocker.unblock():
        made = everybody_in_a_design()
    yield made
    with django_db_blocker.unblock():
        empty_tables(connection)


@pytest.fixture
def ground(db: None, everybody: Ground) -> Ground:
    """With nothing made yet for the addresses: what a test makes is rolled back after it."""
    return replace(everybody, made={})


@pytest.fixture
def ada(ground: Ground) -> User:
    return ground.people["ada"]


def shown(answer: HttpResponse) -> str:
    content = b"" if answer.streaming else answer.content
    return content.decode("utf-8", "replace")


def sends_to_sign_in(answer: HttpResponse) -> bool:
    return answer.status_code == 302 and answer.headers["Location"].startswith("/sign-in/?next=")


def wrong_for_the_anonymous(door: Door, method: str, answer: HttpResponse) -> str:
    if asked(door, method) == EVERYBODY:
        return ""
    if door.is_api:
        ok = answer.status_code == 401 or (answer.status_code == 405 and not is_for(door, method))
        return "" if ok else "is told neither 401 nor 405"
    return "" if sends_to_sign_in(answer) else "is not led to the sign-in page"


def wrong_for(door: Door, method: str, name: str, answer: HttpResponse) -> str:
    """What is wrong with an answer to one of the four; '' where it is as it should be."""
    role, wanted, status = {**ROLES, **GUESTS}[name], asked(door, method), answer.status_code
    if not is_for(door, method):
        return "" if status == 405 else "is not told 405 for a method that the view does not declare"
    if door.name in ADAS_OWN:
        return "" if status == 405 or (status == 404) == (name != "ada") else "meets what belongs to Ada alone"
    if door.name in ADAS_ALONE and role is not None and wanted in ALLOWED[role] and name != "ada":
        return "" if status in (404, 405) else "meets what Ada alone has brought"
    # A link to a design opens no branch of it.
    if name in GUESTS and "branch_id" in door.parameters and wanted in ALLOWED[GUESTS[name]]:
        return "" if status in (404, 405) else "meets a branch without being a member"
    if door.name in ADAS_TO_CHANGE and method == "POST" and name != "ada":
        return "" if status in (403, 404) else "changes what Ada has said"
    stops = method == ("DELETE" if door.name == "api:job" else "POST")
    if stops and role is not None and name != "ada" and ADAS_TO_STOP.get(door.name, wanted) != wanted:
        wanted = ADAS_TO_STOP[door.name]
    if not isinstance(wanted, Action):
        return "" if status not in (401, 403) and not sends_to_sign_in(answer) else "is refused where everybody may"
    if role is None:
        return "" if status == 404 else "is a stranger and learns that there is something"
    if wanted not in ALLOWED[role]:
        return "" if status == 403 else f"may not {wanted} and is not told so"
    # A POST brings no more than it must, so it may miss what it wants to change; a page that may be seen is there.
    refusals = (401, 403, 404) if method == "GET" else (401, 403)
    return "" if status not in refusals and not sends_to_sign_in(answer) else f"may {wanted} and is refused"


def wrong_for_a_guest(door: Door, method: str, name: str, answer: HttpResponse) -> str:
    """A guest is what their link says at the one design, a stranger elsewhere, and has no account."""
    status = answer.status_code
    if OF_THE_DESIGN & set(door.parameters) or not is_for(door, method) or asked(door, method) == EVERYBODY:
        return wrong_for(door, method, name, answer)
    if "workspace_id" in door.parameters:
        return "" if status == 404 else "is a stranger to the workspace and learns that there is one"
    if door.is_api:
        return "" if method == "GET" or status >= 400 else "has no account and makes something"
    return "" if sends_to_sign_in(answer) else "has no account and is not led to the sign-in page"


def judge(door: Door, method: str, name: str | None, answer: HttpResponse) -> str:
    if name is None:
        return wrong_for_the_anonymous(door, method, answer)
    return (wrong_for_a_guest if name in GUESTS else wrong_for)(door, method, name, answer)


def complaints(door: Door, ground: Ground) -> list[str]:
    found, of_the_owner = [], set()
    for method in methods(door):
        # A method that the view does not declare is refused before anything is looked up: two visitors show it.
        for name in (None, *ROLES, *GUESTS) if is_for(door, method) else (None, "ada"):
            answer = knock(door, method, ground, name)
            of_the_owner |= {answer.status_code} if name == "ada" else set()
            wrong = judge(door, method, name, answer)
            if answer.status_code >= 500 or "Traceback (most recent call last)" in shown(answer):
                wrong = "is shown a fault of ours"
            if wrong:
                found.append(f"{method} {door.name}: {name or 'anonymous'} {wrong} ({answer.status_code})")
    return found if of_the_owner != {405} else [f"{door.name}: nobody can use it"]


@pytest.mark.parametrize("door", DOORS, ids=[door.name for door in DOORS])
def test_everybody_gets_exactly_what_they_may(door, ground):
    assert complaints(door, ground) == []


@pytest.mark.conformance(cases=30)
@pytest.mark.parametrize("door", [one for one in DOORS if one.is_api], ids=lambda door: door.name)
def test_a_token_opens_no_more_than_its_scope(door, ground, ada):
    found = []
    for scope, covered in SCOPES.items():
        _, secret = token_create(by=ada, name=scope, scope=scope)
        for method in methods(door):
            wanted = asked(door, method)
            if not isinstance(wanted, Action):
                continue
            answer = knock(door, method, ground, None, authorization=f"Bearer {secret}")
            is_refused = answer.status_code == 403 and code_of(answer) == "token.scope"
            if is_refused == (wanted in covered):
                found.append(f"{method} {door.name}: a token to {scope} got {answer.status_code} for {wanted}")
    assert found == []


@pytest.mark.conformance(cases=20)
@pytest.mark.parametrize("door", DOORS, ids=[door.name for door in DOORS])
def test_head_is_answered_as_get_is_without_a_body(door, ground, ada):
    secret = token_create(by=ada, name="narrow", scope="audit")[1] if door.is_api else ""
    visits: list[tuple[str | None, dict[str, str]]] = [(None, {}), ("ada", {}), ("cyd", {})]
    visits += [(None, {"authorization": f"Bearer {secret}"})] if secret else []
    for name, headers in visits:
        by_get, by_head = (knock(door, method, ground, name, **headers) for method in ("GET", "HEAD"))
        assert (by_head.status_code, shown(by_head)) == (by_get.status_code, ""), name


def code_of(answer: Any) -> str:
    return answer.json().get("code", "") if answer.headers["Content-Type"] == "application/json" else ""


def test_the_walk_meets_pages_and_api_alike():
    names = {door.name for door in DOORS}
    assert {"home", "design", "design-edits", "members", "api:design", "api:import"} <= names
