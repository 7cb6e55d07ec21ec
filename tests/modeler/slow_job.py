"""A kind of job for tests: it counts as slowly as it is told to."""

import os
import time

from modeler import job_runner
from modeler.core.errors import Invalid
from modeler.jobs import LONG, Progress, Steps, job_kind
from modeler.models import Design, Job
from modeler.permissions import Action


def count_slowly(job: Job, design: Design) -> Steps:
    """As many steps as the payload says; notes the process of each attempt; then fails where told to."""
    steps = job.payload.get("steps", 1)
    attempts = [*job.notes.get("processes", []), os.getpid()]
    yield Progress(0, steps, "begun", {"processes": attempts})
    for step in range(steps):
        time.sleep(job.payload.get("seconds", 0))
        yield Progress(step + 1, steps, f"counted to {step + 1}")
    if "refuse" in job.payload:
        raise Invalid(job.payload["refuse"])
    if "fault" in job.payload:
        raise KeyError(job.payload["fault"])
    return {"counted": steps}


def eat_memory(job: Job, design: Design) -> Steps:
    """One step that takes more and more memory, or all of it at once."""
    yield Progress(0, 1, "begun")
    eaten = [bytearray(job.payload["at_once"])] if "at_once" in job.payload else []
    while True:
        eaten.append(bytearray(b"x" * 1_000_000))
        time.sleep(0.002)


# Imported by the slow worker: a hung step of a stopped job ends sooner than a person would be given.
if os.getenv("SLOW_WORKER"):
    job_runner.STOP_SECONDS = 1.0

COUNT = job_kind("count", queue=LONG, action=Action.PROVISION)(count_slowly)
HURRIED = job_kind("count-hurried", queue=LONG, action=Action.PROVISION, step_seconds=2)(count_slowly)
HUNGRY = job_kind("eat-memory", queue=LONG, action=Action.PROVISION, memory_mib=150)(eat_memory)
