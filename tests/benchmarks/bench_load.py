"""What a busy team waits for: fifty people who edit one design, and sixty designs that three people each have open; by
the one web process of `make up`, and by the web and live servers that .docker/compose.yaml starts.
"""

import asyncio
import http.client
import json
import os
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from time import perf_counter, sleep
from urllib.parse import urlsplit

import pytest
import yaml
from django.conf import settings

from designer.local import ports
from designer.local.children import Program
from designer.local.services import CHECKOUT
from tests.benchmarks.bench_live import design_of
from tests.benchmarks.bench_together import Page, cookie_of
from tests.benchmarks.big_design import big_document
from tests.benchmarks.figures import report
from tests.ground.processes import Running, answers, environment_of_children
from tests.ground.stores import STORES

SECONDS = 20
WANTED = 25
"""Edits per second of all people together; each types at the same pace."""

OPENED_SECONDS = 60

CSRF = "c" * 32
"""As cookie and as header: Django compares the two."""


@dataclass
class Typist:
    """One person who renames an access pattern again and again, and whose page is open."""

    site: str
    live: str
    design: object
    cookie: str
    part: str
    text: str
    page: Page = field(default_factory=Page)
    stored: dict[int, float] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    refused: int = 0

    def edit(self, number):
        """Post one edit as the page does; in a thread, because it waits."""
        text = f"{self.part} {number}"
        put = {"put": self.part, "field": "name", "value": text, "base": self.text, "shown": self.text}
        body = json.dumps({"edits": [put], "label": "", "key": str(uuid.uuid4())})
        headers = {"Cookie": f"{self.cookie}; {settings.CSRF_COOKIE_NAME}={CSRF}", "X-CSRFToken": CSRF}
        connection = http.client.HTTPConnection(urlsplit(self.site).netloc, timeout=60)
        begun = perf_counter()
        connection.request("POST", f"/designs/{self.design.pk}/edits/", body, {**headers, "Origin": self.site})
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
        if answer.status != 200:
            self.refused += 1
            return
        self.times.append((perf_counter() - begun) * 1000)
        self.stored[json.loads(said)["revision"]] = begun
        self.text = text

    async def type(self, threads, late, every):
        """At a steady pace, as far as the server keeps it."""
        loop, begun = asyncio.get_running_loop(), perf_counter() + late
        for number in range(edits_of_each(every)):
            await asyncio.sleep(max(0.0, begun + number * every - perf_counter()))
            await loop.run_in_executor(threads, self.edit, number)


def edits_of_each(every):
    return max(1, int(SECONDS / every))


@dataclass
class Site:
    """Where edits go, where sockets are opened, and the processes that answer there."""

    web: str
    live: str
    pids: list[int]
    live_pids: list[int]


@pytest.fixture
def of_make_up(live_site, site_of_the_session):
    pid = site_of_the_session[0].pid
    return Site(live_site, live_site, [pid], [pid])


@pytest.fixture
def of_compose(transactional_db):
    with composed() as site:
        yield site


@contextmanager
def composed(live_processes=None):
    """The commands of the compose file, with the settings of this session: cookies go over plain HTTP."""
    described = yaml.safe_load((CHECKOUT / ".docker" / "compose.yaml").read_text())["services"]
    taken, urls, started = {STORES.sandbox_port}, [], []
    for name in ("web", "live"):
        port = ports.choose(None, frozenset(taken))
        taken.add(port)
        words = {"8000": str(port), "8001": str(port), "0.0.0.0": ports.HOST}
        command = [words.get(word, word) for word in described[name]["command"]]
        if name == "live" and live_processes:
            command[command.index("--workers") + 1] = str(live_processes)
        pool = {"KEYSHEET_DATABASE_POOL": described[name]["environment"]["KEYSHEET_DATABASE_POOL"]}
        program = Program(name, (sys.executable, "-m", *command), environment_of_children() | pool, CHECKOUT)
        urls.append(f"http://{ports.HOST}:{port}")
        started.append(Running(program, STORES.folder / f"{name}.log", partial(answers, f"{urls[-1]}/healthz")))
        started[-1].start()
    web, live = (descendants(one.pid) for one in started)
    yield Site(*urls, [*web, *live], live)
    for one in started:
        one.stop()


def descendants(pid):
    """A process and all below it."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(") ")[2].split()[1])
    found = {pid}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found)


async def work(typists, every, pids):
    """Everybody opens the page, then everybody types, not all at the same moment. The seconds that they type, and those
    of processors that the server uses until all has arrived.
    """
    ready = asyncio.Semaphore(0)
    watching = [asyncio.create_task(one.page.watch(one.live, one.design, one.cookie, ready, inf)) for one in typists]
    for _ in typists:
        await asyncio.wait_for(ready.acquire(), OPENED_SECONDS)
    while not all(one.page.heard for one in typists):
        await asyncio.sleep(0.1)
    with ThreadPoolExecutor(len(typists)) as threads:
        paces = (one.type(threads, number * every / len(typists), every) for number, one in enumerate(typists))
        begun, before = perf_counter(), processor_seconds(pids)
        await asyncio.gather(*paces)
        spent = perf_counter() - begun
    await asyncio.sleep(5)
    computed = processor_seconds(pids) - before
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return spent, computed


def processor_seconds(pids):
    """What processes have used of processors so far; 0 on systems without /proc."""
    stats = [stat.read_text() for stat in (Path(f"/proc/{pid}/stat") for pid in pids) if stat.exists()]
    fields = [stat.rpartition(") ")[2].split() for stat in stats]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def until_idle(pids):
    """Wait until servers that have just started have prepared what they need. One that waits computes a little."""
    spent = float(len(pids))
    while spent > 0.05 * len(pids):
        before = processor_seconds(pids)
        sleep(1)
        spent = processor_seconds(pids) - before


def team(workspace, number):
    from designer.models import Membership
    from tests.people import person

    made = [person(f"typist{one}") for one in range(number)]
    Membership.objects.bulk_create(Membership(workspace=workspace, user=one, role="editor") for one in made)
    return made


def patterns_of(design):
    from modeler.core.design.parts import PartKind
    from modeler.loading import read_structure

    return [part for part in read_structure(design.pk).parts.values() if part.kind is PartKind.PATTERN]


def show(name, typists, spent, every, computed):
    """Times of the answers, and of the arrivals: a revision counts as arrived with the first one that is as new."""
    arrivals = []
    for one in typists:
        made = {n: at for other in typists if other.design == one.design for n, at in other.stored.items()}
        heard = sorted(one.page.heard.items())
        for number, at in made.items():
            arrivals += [(when - at) * 1000 for seen, when in heard if seen >= number][:1]
    edits = sum(len(one.times) for one in typists)
    asked = len(typists) * edits_of_each(every)
    report(f"{name}: answer", [time for one in typists for time in one.times])
    report(f"{name}: arrival at all", arrivals, "aim p95 1,000")
    print(
        f"  {edits} of {asked} edits acknowledged, {edits / spent:.1f}/s; {sum(one.refused for one in typists)} refused"
        f"; {computed / max(1, edits) * 1000:.0f} ms of the servers' processors for each"
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("layout", ["of_make_up", "of_compose"])
@pytest.mark.parametrize(("designs", "people"), [(1, 50), (60, 3)])
def test_load(request, layout, ada, workspace, designs, people):
    site = request.getfixturevalue(layout)
    document = big_document(entities=10, patterns=60, items=100)
    some = [design_of(ada, workspace, document | {"name": f"Design {number}"}) for number in range(designs)]
    cookies = [cookie_of(one) for one in team(workspace, people if designs == 1 else designs * people)]
    typists = []
    for number, cookie in enumerate(cookies):
        design = some[number % designs]
        parts = patterns_of(design)
        part = parts[number // designs]
        typists.append(Typist(site.web, site.live, design, cookie, part.id, part.name))
    every = len(typists) / WANTED
    until_idle(site.pids)
    spent, computed = asyncio.run(work(typists, every, site.pids))
    what = f"{people} editors of each of {designs} designs" if designs > 1 else f"{people} editors of a design"
    where = "one web process" if layout == "of_make_up" else "web and live of compose"
    show(f"{what}, {every:g} s, {where}", typists, spent, every, computed)
