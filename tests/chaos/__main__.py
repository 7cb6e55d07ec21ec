"""`make chaos`: kills every part of a real copy in turn while eight people type. Nothing that was acknowledged may be
lost, doubled or out of order, and everything comes back by itself. Prints a table, and fails if that is not so.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from designer.local.state import StateFolder
from designer.local.supervisor import Supervisor
from tests.chaos.editor import Editor
from tests.chaos.kills import PARTS, Kill, StaysDown, ended_by_themselves, kills
from tests.chaos.ledger import Acknowledged, Verdict, compared
from tests.ground.copies import Copy

EDITORS = 8
CALM_SECONDS = 60
"""How long everything may take to be told and analyzed after the last kill."""


def main() -> int:
    asked = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    asked.add_argument("--seconds", type=float, default=300)
    asked.add_argument("--seed", type=int, default=random.randrange(10_000))
    options = asked.parse_args()
    print(f"make chaos SECONDS={options.seconds:g} SEED={options.seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="keysheet-chaos-"))
    folder.chmod(0o755)
    copy = Copy(folder, sys.executable)
    try:
        copy.start()
        return tried(copy, options.seconds, random.Random(options.seed))
    except StaysDown as down:
        print(down)
        return 1
    finally:
        if copy.process.poll() is None:
            copy.end(signal.SIGINT)

        shutil.rmtree(folder, ignore_errors=True)


def tried(copy: Copy, seconds: float, chance: random.Random) -> int:
    state = StateFolder(copy.folder)
    os.environ.update(Supervisor(state, {}, ports=state.known_ports()).environment())
    os.environ["DJANGO_SETTINGS_MODULE"] = "designer.settings"
    import django

    django.setup()
    from tests.chaos import design

    editors = design.editors(f"http://127.0.0.1:{copy.ports()['web']}", EDITORS)
    typing = [editor.start()[0] for editor in editors]
    done = list(kills(copy, seconds, chance))
    for editor in editors:
        editor.is_typing.clear()
    for thread in typing:
        thread.join(CALM_SECONDS)
    design.connect_again()
    late = calm(editors, design)
    for editor in editors:
        editor.is_open.clear()
    verdict = compared({editor.name: editor.told for editor in editors}, design.history(editors[0].design))
    show(done, editors, verdict)
    faults = [*verdict_lines(verdict), *(one.failure for one in editors if one.failure), *late]
    faults += ended_by_themselves(copy)
    print("\n".join(faults) or "nothing acknowledged was lost, doubled or out of order, and nothing ended by itself")
    return 1 if faults else 0


def calm(editors: Sequence[Editor], design) -> list[str]:
    """What is missing after a while: an edit without an answer, a page that was not told, findings that are old."""
    end, last = time.monotonic() + CALM_SECONDS, design.revision(editors[0].design)
    while (late := missing(editors, design, last)) and time.monotonic() < end:
        time.sleep(0.1)
    return late


def missing(editors: Sequence[Editor], design, last: int) -> list[str]:
    deaf = [f"{one.name}: the page was told of revision {one.heard} of {last}" for one in editors if one.heard < last]
    return deaf or ([] if design.is_analyzed(editors[0].design, last) else [f"revision {last} has no findings"])


def show(done: Sequence[Kill], editors: Sequence[Editor], verdict: Verdict) -> None:
    edits = sorted(chain.from_iterable(one.told for one in editors), key=lambda edit: edit.told)
    print(f"{'killed':<10} {'times':>5} {'back, median':>13} {'back, longest':>14} {'longest wait of an edit':>24}")
    for part in PARTS:
        mine = [one for one in done if one.part == part]
        if mine:
            back = sorted(one.back - one.at for one in mine)
            wait = max(waited(one, done, edits) for one in mine)
            print(f"{part:<10} {len(mine):>5} {back[len(back) // 2]:>11.2f} s {back[-1]:>12.2f} s {wait:>22.2f} s")
    longest = max((edit.told - edit.sent for edit in edits), default=0)
    print(
        f"{len(done)} kills, {len(edits)} edits acknowledged, {len(verdict.lost)} lost, {len(verdict.doubled)} doubled,"
        f" {len(verdict.misplaced)} out of order, {sum(one.closed for one in editors)} sockets opened again,"
        f" longest wait {longest:.2f} s"
    )


def waited(kill: Kill, done: Sequence[Kill], edits: Sequence[Acknowledged]) -> float:
    """The longest wait of an edit that was on its way after this kill and answered before the next."""
    until = min((other.at for other in done if other.at > kill.at), default=float("inf"))
    return max((edit.told - edit.sent for edit in edits if kill.at < edit.told <= until), default=0.0)


def verdict_lines(verdict: Verdict) -> list[str]:
    kinds = ("lost", "doubled", "misplaced", "unasked")
    return [f"{kind}: {', '.join(names[:10])}" for kind in kinds if (names := getattr(verdict, kind))]


if __name__ == "__main__":
    sys.exit(main())
