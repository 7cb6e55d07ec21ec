"""A thousand pages that nobody touches and fifty editors, whose sockets are all in one live process."""

import asyncio
import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep

import pytest

from designer.local.services import CHECKOUT
from tests.benchmarks.bench_live import design_of
from tests.benchmarks.bench_load import (
    WANTED,
    Typist,
    composed,
    patterns_of,
    processor_seconds,
    show,
    team,
    until_idle,
    work,
)
from tests.benchmarks.bench_together import SHOWN, cookie_of
from tests.benchmarks.big_design import big_document
from tests.benchmarks.figures import report

IDLE = 1_000
EDITORS = 50
DESIGNS = 100
RESTING_SECONDS = 20

SETTLING_SECONDS = 15
"""After the last page has opened. Open pages report again and again, so the servers are never idle."""


@pytest.fixture
def of_compose_with_one_live_process(transactional_db):
    with composed(live_processes=1) as site:
        yield site


@contextmanager
def open_pages(site, pages):
    """They stay open meanwhile; what happened to them is printed at the end."""
    command = [sys.executable, "-m", "tests.benchmarks.clients.idle_pages"]
    begun = perf_counter()
    with subprocess.Popen(command, cwd=CHECKOUT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(json.dumps({"site": site.live, "shown": SHOWN, "pages": pages}) + "\n")
        process.stdin.flush()
        assert process.stdout.readline() == "connected\n"
        print(f"\n  {len(pages)} pages connected in {perf_counter() - begun:.1f} s")
        yield
        process.stdin.close()
        said = json.loads(process.stdout.readline())
    report("an idle page: connected and shown", said["opened"])
    print(f"  closed {said['closed']}, refused {len(said['failed'])} {said['failed'][:2]}; {said['messages']} messages")


def resident_mib(pids):
    """The memory of processes, as far as the system says."""
    found = [Path(f"/proc/{pid}/status") for pid in pids]
    lines = [line for one in found if one.exists() for line in one.read_text().splitlines() if line.startswith("VmRSS")]
    return sum(int(line.split()[1]) for line in lines) / 1024


@pytest.mark.timeout(900)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("designs", [DESIGNS, 1])
def test_idle_pages_and_editors(of_compose_with_one_live_process, ada, workspace, designs):
    site = of_compose_with_one_live_process
    document = big_document(entities=10, patterns=60, items=100)
    edited = design_of(ada, workspace, document | {"name": "Edited"})
    others = [design_of(ada, workspace, document | {"name": f"Design {one}"}) for one in range(designs)]
    shown = others if designs > 1 else [edited]
    cookies = [cookie_of(one) for one in team(workspace, EDITORS + IDLE // 10)]
    resting = [
        {"design": str(shown[number % len(shown)].pk), "cookie": cookies[EDITORS + number % (IDLE // 10)]}
        for number in range(IDLE)
    ]
    parts = patterns_of(edited)
    typists = [
        Typist(site.web, site.live, edited, cookie, part.id, part.name)
        for cookie, part in zip(cookies[:EDITORS], parts, strict=False)
    ]
    until_idle(site.pids)
    before = resident_mib(site.live_pids)
    with open_pages(site, resting):
        sleep(SETTLING_SECONDS)
        after = resident_mib(site.live_pids)
        used = processor_seconds(site.live_pids)
        sleep(RESTING_SECONDS)
        used = (processor_seconds(site.live_pids) - used) / RESTING_SECONDS
        print(
            f"  live: {before:.0f} MiB before, {after:.0f} with them, {used * 100:.1f}% of a processor while they rest"
        )
        every = len(typists) / WANTED
        spent, computed = asyncio.run(work(typists, every, site.pids))
        where = f"{IDLE} idle pages of {len(shown)} designs"
        show(f"{EDITORS} editors of a design, {where}, one live process", typists, spent, every, computed)
