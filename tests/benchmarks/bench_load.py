"""What a busy team waits for: fifty people who edit one design, and sixty designs that three people each have open."""

import asyncio
import http.client
import json
import os
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import perf_counter, sleep
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.benchmarks.bench_live import design_of
from tests.benchmarks.bench_together import Page, cookie_of
from tests.benchmarks.big_design import big_document
from tests.benchmarks.figures import report

SECONDS = 20
WANTED = 25
"""Edits per second of all people together; each types at the same pace."""

CSRF = "c" * 32
"""As cookie and as header: Django compares the two."""


@dataclass
class Typist:
    """One person who renames an access pattern again and again, and whose page is open."""

    site: str
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


async def work(typists, every):
    """Everybody opens the page, then everybody types, not all at the same moment."""
    ready = asyncio.Semaphore(0)
    watching = [asyncio.create_task(one.page.watch(one.site, one.design, one.cookie, ready, inf)) for one in typists]
    for _ in typists:
        await ready.acquire()
    while not all(one.page.heard for one in typists):
        await asyncio.sleep(0.1)
    with ThreadPoolExecutor(len(typists)) as threads:
        paces = (one.type(threads, number * every / len(typists), every) for number, one in enumerate(typists))
        begun = perf_counter()
        await asyncio.gather(*paces)
        spent = perf_counter() - begun
    await asyncio.sleep(5)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return spent


def processor_seconds(pid):
    """What a process has used of processors so far; 0 on systems without /proc."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until_idle(pid):
    """Wait until a server that has just started has prepared what it needs."""
    spent = 1.0
    while spent > 0.05:
        before = processor_seconds(pid)
        sleep(1)
        spent = processor_seconds(pid) - before


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
        f"; {computed / max(1, edits) * 1000:.0f} ms of the web server's processor for each"
    )


@pytest.mark.parametrize(("designs", "people"), [(1, 50), (60, 3)])
def test_load(live_site, site_of_the_session, ada, workspace, designs, people):
    document = big_document(entities=10, patterns=60, items=100)
    some = [design_of(ada, workspace, document | {"name": f"Design {number}"}) for number in range(designs)]
    cookies = [cookie_of(one) for one in team(workspace, people if designs == 1 else designs * people)]
    typists = []
    for number, cookie in enumerate(cookies):
        design = some[number % designs]
        parts = patterns_of(design)
        part = parts[number // designs]
        typists.append(Typist(live_site, design, cookie, part.id, part.name))
    every = len(typists) / WANTED
    server = site_of_the_session[0].pid
    until_idle(server)
    before = processor_seconds(server)
    spent = asyncio.run(work(typists, every))
    computed = processor_seconds(server) - before
    what = f"{people} editors of each of {designs} designs" if designs > 1 else f"{people} editors of a design"
    show(f"{what}, {every:g} s", typists, spent, every, computed)
