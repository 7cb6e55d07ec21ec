"""The OpenAPI document against the API: generated requests, right and wrong, get the answers that it promises.

Through the whole WSGI application on the real Postgres, as an owner with a token of the widest scope. Half of the
requests break the document on purpose: those must be refused in the one shape, and none may be a fault of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from django.conf import settings as django_settings
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode

from designer.wsgi import application
from exporter.api.views.document import openapi
from exporter.models import Bundle
from exporter.services.bundles import bundle_request
from exporter.services.imports import import_begin
from exporter.services.provisioning import run_start
from exporter.services.tokens import token_create
from modeler.history.versions import version_name
from modeler.services import design_duplicate, design_remove
from tests.ground import sweeps
from tests.ground.sweeps import spread

EXAMPLES = 15
OPENAPI_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE"})


def document() -> dict[str, Any]:
    """The document, without the cookie of the tokens' addresses: a session cannot be made up and signed in as well.

    That they refuse whoever has none is asked in tests/guards/doors.
    """
    made = openapi()
    for path, operations in made["paths"].items():
        for operation in operations.values() if is_for_browsers(path) else ():
            operation["security"] = []
    return made


def is_for_browsers(path: str) -> bool:
    return path.startswith("/api/v1/tokens/")


DAILY: Final = 20
"""Of how many operations `make test` generates requests. Making them for all takes seconds in each of its processes."""
DOCUMENT: Final = document()


def operations() -> list[str]:
    """Those whose requests this run generates, as schemathesis names them."""
    every = [
        f"{method.upper()} {path}"
        for path, at in DOCUMENT["paths"].items()
        for method in at
        if method.upper() in OPENAPI_METHODS
    ]
    return spread(every, DAILY) if sweeps.is_daily() else every


SCHEMA = schemathesis.openapi.from_dict(DOCUMENT).include(name=operations())
SCHEMA.app = application
# A request can have the right shape and yet ask for what makes no sense: a file that is no model (422), an old revision
# (412). The core's own rules say so; no schema could.
SCHEMA.config.checks.positive_data_acceptance.expected_statuses = ["2xx", "404", "409", "412", "422"]


@pytest.fixture
def one_connection() -> Iterator[None]:
    """The application keeps the test's connection, as under Django's own test client: it holds what is rolled back."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def bearer(one_connection, ada) -> dict[str, Any]:
    """What a pipeline sends."""
    _, secret = token_create(by=ada, name="schemathesis", scope="provision")
    return {"headers": {"Authorization": f"Bearer {secret}"}}


@pytest.fixture
def auditing(one_connection, ada) -> dict[str, Any]:
    """What sends the audit log to where a company keeps it."""
    _, secret = token_create(by=ada, name="audit log", scope="audit")
    return {"headers": {"Authorization": f"Bearer {secret}"}}


@pytest.fixture
def from_page(one_connection, ada) -> dict[str, Any]:
    """What a page sends: tokens are made by it alone."""
    client = Client()
    client.force_login(ada)
    session = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    csrf = "c" * CSRF_SECRET_LENGTH
    cookies = {django_settings.SESSION_COOKIE_NAME: session, django_settings.CSRF_COOKIE_NAME: csrf}
    return {"headers": {"X-CSRFToken": csrf}, "cookies": cookies}


@pytest.fixture
def real(one_connection, ada, workspace, design) -> dict[str, Any]:
    """What stands in an address that means something."""
    job = bundle_request(design_id=design.pk, by=ada)
    bundle = Bundle.objects.create(design=design, job=job, revision=1, targets=["json"], content=b"zip")
    run = run_start(design_id=design.pk, by=ada)
    token, _ = token_create(by=ada, name="another", scope="read")
    version = version_name(design_id=design.pk, revision=1, name="Live", by=ada)
    removed = design_duplicate(design_id=design.pk, by=ada)
    design_remove(design_id=removed.pk, by=ada)
    ids = {
        "design_id": design,
        "job_id": job,
        "bundle_id": bundle,
        "run_id": run,
        "workspace": workspace,
        "token_id": token,
        "version_id": version,
        "removed_id": removed,
        "other": design,
    }
    texts: dict[str, str | int] = {
        "workspace": str(workspace.pk),
        "workspace_id": str(workspace.pk),
        "endpoint": "Built-in sandbox",
        "name": "json",
        "pattern": "A1",
        "If-Match": '"1"',
    }
    texts |= {"revision": 1, "before": "1", "after": "Live"}
    return texts | {name: str(made.pk) for name, made in ids.items()}


def held_import(person, workspace) -> str:
    return import_begin(by=person, raw=b'{"keysheet": 1, "name": "Brought"}', workspace=workspace.pk).held.token


def aim(case: schemathesis.Case, real: dict[str, Any]) -> None:
    """A request that keeps to the document is about things that exist, so that it comes further than to a 404."""
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    for place in (case.path_parameters, case.query, case.headers):
        for name in set(place or ()) & real.keys():
            place[name] = real[name]


@pytest.mark.conformance(cases=DAILY)
@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_answers_as_its_document_says(case, bearer, auditing, from_page, real, ada, workspace):
    cache.clear()
    if "{token}" in case.path:
        real["token"] = held_import(ada, workspace)
    aim(case, real)
    caller = from_page if is_for_browsers(case.path) else auditing if case.path.endswith("/audit/") else bearer
    with transaction.atomic():
        case.call_and_validate(**caller)
        transaction.set_rollback(True)


def test_every_address_of_the_api_is_in_the_document():
    from tests.guards.doors.addresses import doors

    apart = {"api:page", "api:openapi", "api:nothing"}
    routes = {
        door.route.replace("<uuid:", "{").replace("<str:", "{").replace("<int:", "{").replace(">", "}")
        for door in doors()
        if door.is_api and door.name not in apart
    }
    assert {f"/{route}" for route in routes} == set(openapi()["paths"])
