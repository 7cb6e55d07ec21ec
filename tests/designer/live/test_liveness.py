"""The web server keeps answering when many want a few connections to Postgres, and when one design is locked."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import websockets
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from websockets.typing import Origin

from designer.local import ports, services
from modeler.core.edits.changes import Delta
from modeler.models import Design
from modeler.services import design_change, design_create
from tests.factories.documents import small_document
from tests.ground.processes import Running, answers, environment_of_children
from tests.ground.relay import Relay
from tests.ground.stores import STORES

pytestmark = pytest.mark.django_db(transaction=True)
POOL = 4
PAGES = 8
STRANGERS = 40
SOCKETS = 160
ROUNDS = 4
PATIENCE_SECONDS = 15
"""Far less than the 30 seconds that a request waits for a connection before it fails."""


@contextmanager
def running_site(**environment: str) -> Iterator[str]:
    """The address of a web server of this test's own."""
    port = ports.choose(None, frozenset({STORES.sandbox_port}))
    url = f"http://{ports.HOST}:{port}"
    program = services.web(environment_of_children() | environment, port)
    site = Running(program, STORES.folder / f"web-{port}.log", lambda: answers(f"{url}/healthz"))
    site.start()
    try:
        yield url
    finally:
        site.stop()


def cookie_of(person) -> str:
    client = Client()
    client.force_login(person)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def status_of(url: str, cookie: str = "") -> int:
    """The status of a page. Raises TimeoutError if there is no answer in time."""
    try:
        with urlopen(Request(url, headers={"Cookie": cookie}), timeout=PATIENCE_SECONDS) as response:
            return response.status
    except HTTPError as refused:
        return refused.code


async def page(url: str, cookie: str, design: Design):
    """An open page that shows the key sheet and the grid of a design."""
    address = f"{url.replace('http', 'ws')}/ws/designs/{design.pk}/"
    socket = await websockets.connect(
        address, origin=Origin(url), additional_headers={"Cookie": cookie}, compression=None
    )
    await socket.send(json.dumps({"type": "show", "fragments": {"sheet": "", "grid": "", "findings": ""}}))
    return socket


async def revision_seen(socket, revision: int) -> None:
    """Wait until the page was sent something of a revision."""
    async with asyncio.timeout(2 * PATIENCE_SECONDS):
        while True:
            message = await socket.recv()
            text = message if isinstance(message, str) else message.partition(b"\n")[0].decode()
            if json.loads(text).get("revision", 0) >= revision:
                return


def edited(designs, by, number: int) -> list[int]:
    """One edit of each design, made in a thread; their revisions."""
    before = "Order" if number == 0 else f"Order{number - 1}"
    deltas = [Delta("e-order", "name", before, f"Order{number}")]
    with closing(connection):
        return [design_change(design_id=one.pk, by=by, deltas=deltas).number for one in designs]


@pytest.mark.conformance
def test_pages_that_are_edited_and_many_failed_requests_do_not_wait_for_each_other(workspace, ada):
    """Django logs a failed request in the event loop's threads while the request holds its connection."""
    designs = [design_create(workspace=workspace.pk, by=ada, document=small_document()) for _ in range(PAGES)]
    cookie = cookie_of(ada)

    async def conversation(url: str, threads: ThreadPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        sockets = [await page(url, cookie, one) for one in designs]
        for number in range(ROUNDS):
            strangers = [loop.run_in_executor(threads, status_of, f"{url}/join/nosuchtoken/") for _ in range(STRANGERS)]
            revisions = await loop.run_in_executor(threads, edited, designs, ada, number)
            pairs = zip(sockets, revisions, strict=True)
            await asyncio.gather(*(revision_seen(socket, revision) for socket, revision in pairs))
            assert set(await asyncio.gather(*strangers)) == {404}
        for socket in sockets:
            await socket.close()

    with running_site(KEYSHEET_DATABASE_POOL=str(POOL)) as url, ThreadPoolExecutor(STRANGERS + 2) as threads:
        asyncio.run(conversation(url, threads))


@contextmanager
def locked(design: Design) -> Iterator[None]:
    """Another transaction has the row of a design, as at a database prompt that was left open."""
    with transaction.atomic():
        Design.objects.select_for_update().get(pk=design.pk)
        yield


def edit_by_request(url: str, cookie: str, design: Design, name: str) -> tuple[int, dict]:
    """The status and the answer of one edit, sent as the page sends it."""
    token = "a" * 32
    edits = [{"put": "e-order", "field": "name", "value": name, "base": "Order", "shown": "Order"}]
    csrf = f"{settings.CSRF_COOKIE_NAME}={token}"
    headers = {"Cookie": f"{cookie}; {csrf}", "X-CSRFToken": token, "Content-Type": "application/json"}
    sent = json.dumps({"edits": edits, "label": "", "key": f"{design.pk}-{name}"}).encode()
    request = Request(f"{url}/designs/{design.pk}/edits/", data=sent, headers=headers, method="POST")
    try:
        with urlopen(request, timeout=2 * PATIENCE_SECONDS) as response:
            return response.status, json.loads(response.read())
    except HTTPError as refused:
        return refused.code, json.loads(refused.read())


@pytest.mark.conformance
def test_a_locked_design_delays_only_its_own_edits(workspace, ada):
    busy, other = (design_create(workspace=workspace.pk, by=ada, document=small_document()) for _ in range(2))
    cookie = cookie_of(ada)
    site = running_site(KEYSHEET_DATABASE_POOL=str(POOL), KEYSHEET_LOCK_TIMEOUT="1")
    with site as url, ThreadPoolExecutor(POOL * 3) as threads:
        with locked(busy):
            names = [f"Name{number}" for number in range(POOL * 2)]
            waiting = [threads.submit(edit_by_request, url, cookie, busy, name) for name in names]
            time.sleep(0.3)  # Let them arrive; a late one makes the test easier, never wrong.
            assert status_of(f"{url}/healthz") == 200
            assert edit_by_request(url, cookie, other, "Purchase")[0] == 200
            refused = [one.result() for one in waiting]
        assert {(status, answer["code"]) for status, answer in refused} == {(503, "busy")}
        assert edit_by_request(url, cookie, busy, "Purchase")[0] == 200


def test_a_redis_that_hangs_delays_edits_a_little_and_nothing_else(workspace, ada):
    """What is stored is acknowledged though others cannot be told, and requests keep no connection to Postgres."""
    made = [design_create(workspace=workspace.pk, by=ada, document=small_document()) for _ in range(POOL * 3)]
    *designs, other = made
    cookie, relay = cookie_of(ada), Relay(settings.REDIS_URL)
    relay.open()
    site = running_site(KEYSHEET_DATABASE_POOL=str(POOL), REDIS_URL=relay.own_url)
    try:
        with site as url, ThreadPoolExecutor(POOL * 3) as threads:
            assert edit_by_request(url, cookie, other, "Purchase")[0] == 200
            relay.hang()
            waiting = [threads.submit(edit_by_request, url, cookie, one, "Purchase") for one in designs]
            assert status_of(f"{url}/designs/{other.pk}/", cookie) == 200
            assert {one.result()[0] for one in waiting} == {200}
            assert status_of(f"{url}/designs/{other.pk}/", cookie) == 200
            relay.go_on()
    finally:
        relay.go_on()
        relay.close()


@pytest.mark.conformance
def test_more_pages_than_redis_connections_stay_open(design, ada):
    """Each open page reports itself, and asks who else is here; all at the same time."""
    cookie = cookie_of(ada)

    async def conversation(url: str) -> None:
        sockets = [await page(url, cookie, design) for _ in range(SOCKETS)]
        here = json.dumps({"type": "here", "focus": "", "path": f"/designs/{design.pk}/", "where": "", "scroll": 0})
        for _ in range(3):
            await asyncio.gather(*(socket.send(here) for socket in sockets))
        revision = await asyncio.to_thread(edited, [design], ada, 0)
        await asyncio.gather(*(revision_seen(socket, revision[0]) for socket in sockets))
        assert [socket.close_code for socket in sockets if socket.close_code is not None] == []
        await asyncio.gather(*(socket.close() for socket in sockets))

    with running_site() as url:
        asyncio.run(conversation(url))
