"""What the pages of an import show alike, be it a new design or a change: guesses to decide, lines, how far it is."""

from __future__ import annotations

import math
from typing import Any, Final

from django.http import HttpRequest
from django.utils import timezone

from exporter.importers import Level
from exporter.services.imports import Looked
from modeler.models import Job

LINES: Final = 200
"""Lines of each level, and guesses, that the page lists; the rest is counted, and REST has it."""

_TITLES: Final = {
    Level.DROPPED: "Left out",
    Level.MENDED: "Read otherwise than it stands",
    Level.NOTE: "Worth knowing",
}


def shown_import(looked: Looked) -> dict[str, Any]:
    """The context of such a page."""
    preview = looked.preview
    shown: dict[str, Any] = {"looked": looked, "held": looked.held, "preview": preview, "job": looked.job}
    if looked.job is not None:
        shown["seconds_left"] = seconds_left(looked.job)
    if preview is not None:
        shown["questions"] = list(enumerate(preview.questions[:LINES]))
        shown["more_questions"] = max(0, len(preview.questions) - LINES)
        shown["levels"] = [
            (level.value, _TITLES[level], lines[:LINES], max(0, len(lines) - LINES))
            for level, lines in preview.by_level()
        ]
    return shown


def decisions_of(request: HttpRequest, looked: Looked) -> dict[str, Any]:
    """What the form says of each part that is not simply kept."""
    preview = looked.preview
    found: dict[str, Any] = {}
    for number, question in enumerate(preview.questions[:LINES] if preview else ()):
        word = request.POST.get(f"guess-{number}", "keep")
        if word == "drop":
            found[question.part] = "drop"
        elif word == "mend" and question.templates:
            said = {name: request.POST.get(f"key-{number}-{name}", text) for name, text in question.templates}
            found[question.part] = {"keys": said}
        elif word == "mend":
            found[question.part] = {"name": request.POST.get(f"name-{number}", "").strip()}
    return found


def seconds_left(job: Job) -> int | None:
    """How long a job still takes if its next steps take as long as those before; None before the first is done."""
    done, total = job.progress.get("done") or 0, job.progress.get("total") or 0
    if not done or job.is_finished:
        return None
    return math.ceil((timezone.now() - job.created_at).total_seconds() / done * (total - done))
