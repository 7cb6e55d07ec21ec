"""What a team waits for: one person's edit on the pages of fifty others, who are spread over two web processes."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client
from websockets.asyncio.client import connect

from designer.local import ports, services
from tests.benchmarks.bench_live import design_of, store
from tests.benchmarks.big_design import big_document
from tests.benchmarks.figures import report
from tests.ground.processes import Running, answers, environment_of_children
from tests.ground.stores import STORES

CLIENTS = 50
EDITS = 30
PAUSE_SECONDS = 0.4
SHOWN = ("revision", "sheet", "grid", "outline", "inspector", "status", "talk", "threads")


@pytest.fixture
def two_sites(live_site, site_of_the_session):
    """The addresses of two web processes on the same stores."""
    port = ports.choose(None, frozenset({STORES.sandbox_port}))
    url = f"http://{ports.HOST}:{port}"
    program = services.web(environment_of_children(), port)
    second = Running(program, STORES.folder / "web2.log", lambda: answers(f"{url}/healthz"))
    second.start()
    yield live_site, url
    second.stop()


class Page:
    """One open page, as far as its socket tells: when it heard of each revision, when it had the sheet and the grid
    as they then were, and how many bytes came.
    """

    def __init__(self):
        self.heard, self.drawn = {}, {}
        self.bytes = 0

    async def watch(self, site, design, cookie, ready, last=EDITS):
        address = f"{site.replace('http', 'ws')}/ws/designs/{design.pk}/"
        headers = {"Cookie": cookie, "Origin": site}
        async with connect(
            address, additional_headers=headers, max_size=None, open_timeout=None, ping_timeout=None
        ) as socket:
            await socket.send(json.dumps({"type": "show", "query": "", "fragments": dict.fromkeys(SHOWN, "")}))
            await socket.send(json.dumps({"type": "here", "focus": ""}))
            ready.release()
            async for text in socket:
                self.bytes += len(text)
                message = json.loads(text if isinstance(text, str) else text.partition(b"\n")[0])
                if message["type"] == "fragments":
                    self.heard.setdefault(message["revision"], perf_counter())
                    if message["fragments"].keys() & {"sheet", "grid"}:
                        self.drawn[message["revision"]] = perf_counter()
                if message.get("fragments", {}).get("revision") and message["revision"] > last:
                    return


def people(workspace):
    from designer.models import Membership
    from tests.people import person

    made = [person(f"member{number}") for number in range(CLIENTS)]
    Membership.objects.bulk_create(Membership(workspace=workspace, user=one, role="editor") for one in made)
    return made


def cookie_of(one):
    client = Client()
    client.force_login(one)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def rename(design, number, by):
    from modeler.core.design.parts import PartKind
    from modeler.core.edits.changes import set_field
    from modeler.loading import read_structure

    parts = read_structure(design.pk).parts
    part = next(part for part in parts.values() if part.kind is PartKind.ENTITY)
    change = set_field(parts, part.id, "name", f"Renamed{number}")
    begun = perf_counter()
    store(design.pk, change, by)
    return begun


async def conversation(sites, design, cookies, by, stores):
    pages, ready = [Page() for _ in cookies], asyncio.Semaphore(0)
    watching = [
        asyncio.create_task(page.watch(sites[number % 2], design, cookie, ready))
        for number, (page, cookie) in enumerate(zip(pages, cookies, strict=True))
    ]
    for _ in pages:
        await ready.acquire()
    await asyncio.sleep(3)
    loop, begun = asyncio.get_running_loop(), {}
    for number in range(EDITS):
        begun[number + 2] = await loop.run_in_executor(stores, rename, design, number, by)
        await asyncio.sleep(PAUSE_SECONDS)
    await asyncio.wait(watching, timeout=5)
    for task in watching:
        task.cancel()
    return begun, pages


@pytest.mark.parametrize("items", [100, 1000])
def test_edit_to_fifty_others(two_sites, ada, workspace, items):
    design = design_of(ada, workspace, big_document(entities=10, patterns=10, items=items))
    cookies = [cookie_of(one) for one in people(workspace)]
    with ThreadPoolExecutor(1) as stores:
        begun, pages = asyncio.run(conversation(two_sites, design, cookies, ada, stores))
        stores.submit(connections.close_all).result()
    times = [(page.heard[n] - at) * 1000 for page in pages for n, at in begun.items() if n in page.heard]
    drawn = [(page.drawn[n] - at) * 1000 for page in pages for n, at in begun.items() if n in page.drawn]
    report(f"edit to {CLIENTS} others ({items:,} items)", times, "aim p95 100")
    report("the same, until sheet and grid are there", drawn)
    print(f"  {sum(page.bytes for page in pages) / len(pages) / max(1, len(begun)) / 1000:.0f} KB a page and edit")
    overtaken = len(pages) * len(begun) - len(times)
    print(f"  {overtaken} of {len(pages) * len(begun)} arrivals were overtaken by a newer revision")
