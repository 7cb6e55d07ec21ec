"""What the pages of an import share, for a new design or a change: inferences to confirm, report lines, progress."""

from __future__ import annotations

import math
from typing import Any, Final, Protocol

from django.http import HttpRequest
from django.utils import timezone

from designer.page.hues import entity_hues
from exporter.importers import Level
from exporter.importers.support.parameters import VALUE_MAX
from exporter.services.imports import Looked
from exporter.services.previews import Preview
from modeler.models import Job

LINES: Final = 200
"""Maximum number of report lines of each level, and of inferences, on the page; the rest is counted, and available over
REST.
"""

_TITLES: Final = {
    Level.DROPPED: "Omitted",
    Level.CONVERTED: "Converted",
    Level.NOTE: "Notes",
}


def shown_import(looked: Looked) -> dict[str, Any]:
    """The context of such a page."""
    preview = looked.preview
    shown: dict[str, Any] = {"looked": looked, "held": looked.held, "preview": preview}
    if preview is not None:
        shown["tables"] = _colored_tables(preview)
        shown["questions"] = list(enumerate(preview.questions[:LINES]))
        shown["more_questions"] = max(0, len(preview.questions) - LINES)
        shown["levels"] = [
            (level.value, _TITLES[level], lines[:LINES], max(0, len(lines) - LINES))
            for level, lines in preview.by_level()
        ]
    return shown


def _colored_tables(preview: Preview) -> list[dict[str, Any]]:
    """The tables of the file, each entity in the color that it will have; an update keeps those of the design."""
    entities = () if preview.change else preview.design.entities()
    hues = entity_hues(entity for _, entity in entities)
    return [
        table | {"entities": [one | {"hue": hues.get(one["name"], "")} for one in table["entities"]]}
        for table in preview.keyed_tables()
    ]


class JobStanding(Protocol):
    """Work that a job can do: in progress, done, or stopped."""

    @property
    def job(self) -> Job | None:
        """The job; None if the work was done in the request."""

    @property
    def problem(self) -> str:
        """The reason why it was stopped."""


def progress_of(standing: JobStanding, progress_at: str, page_at: str) -> dict[str, Any]:
    """Context of parts/import_progress.html: the progress, polled at `progress_at`; then `page_at` is loaded."""
    job = standing.job
    return {
        "job": job,
        "problem": standing.problem,
        "is_working": job is not None and not job.is_finished,
        "seconds_left": seconds_left(job) if job else None,
        "progress_at": progress_at,
        "page_at": page_at,
    }


def decisions_of(request: HttpRequest, looked: Looked) -> dict[str, Any]:
    """What the form submits about each part that is not simply kept."""
    preview = looked.preview
    found: dict[str, Any] = {}
    for number, question in enumerate(preview.questions[:LINES] if preview else ()):
        word = request.POST.get(f"guess-{number}", "keep")
        if word == "drop":
            found[question.part] = "drop"
        elif word == "edit" and question.templates:
            said = {name: request.POST.get(f"key-{number}-{name}", text) for name, text in question.templates}
            found[question.part] = {"keys": said}
        elif word == "edit":
            found[question.part] = {"name": request.POST.get(f"name-{number}", "").strip()}
    return found


def values_of(request: HttpRequest, looked: Looked) -> dict[str, str]:
    """The values of parameters that the form submits: those that differ from the file's, and those given before."""
    preview = looked.preview
    given = dict(looked.held.given)
    for number, parameter in enumerate(preview.parameters if preview else ()):
        text = request.POST.get(f"value-{number}", "").strip()[:VALUE_MAX]
        if not text:
            given.pop(parameter.name, None)
        elif text != parameter.value:
            given[parameter.name] = text
    return given


def seconds_left(job: Job) -> int | None:
    """The remaining time of a job if its next steps take as long as those before; None before the first is done."""
    done, total = job.progress.get("done") or 0, job.progress.get("total") or 0
    if not done or job.is_finished:
        return None
    return math.ceil((timezone.now() - job.created_at).total_seconds() / done * (total - done))
