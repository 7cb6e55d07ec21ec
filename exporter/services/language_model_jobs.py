"""A worker queries the declared language model, so that no page and no thread of the web server waits for it.

The text is kept in the cache until the answer is there, and the job has only its key: a job outlives its text, and the
text of a person is in no table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from exporter.language_model.declaration import LanguageModel, declared_model
from exporter.language_model.errors import LanguageModelFailed
from exporter.language_model.proposals import ask
from modeler.core.requirements.codec import reading_json
from modeler.core.requirements.proposed_slots import instructions
from modeler.core.requirements.vocabulary import Vocabulary
from modeler.jobs import LONG, Progress, Steps, job_enqueue, job_kind
from modeler.loading import read_current
from modeler.models import Design, Job
from modeler.models.jobs import UNFINISHED
from modeler.permissions import Action
from modeler.turns import give_connection_back

KEPT_SECONDS: Final = 3_600
FAILED_SECONDS: Final = 60
"""How long a failure is kept: each answer to a question reads the text again, and must not ask again."""
STEP_SECONDS: Final = 90.0
"""Longer than a declared model can take to answer."""


def key_of(model: LanguageModel, text: str, known: Vocabulary) -> str:
    """Return the key under which the answer for a text is kept."""
    said = "\x00".join((model.model, model.url, model.region, instructions(known), text))
    return f"language-model:{hashlib.blake2b(said.encode(), digest_size=16).hexdigest()}"


def answer_kept(key: str) -> Mapping[str, Any] | None:
    """Return the answer as ``{"reading"}`` or ``{"failed"}``; None while there is none."""
    found: dict[str, Any] | None = cache.get(key)
    return found


def is_asked(key: str, design_id: Any) -> bool:
    """Return whether a job queries the model for this text.

    Raises LanguageModelFailed if it ended a moment ago without an answer.
    """
    jobs = Job.objects.filter(kind=ASK.name, design_id=design_id, payload={"key": key})
    if jobs.filter(state__in=UNFINISHED).exists():
        return True
    since = timezone.now() - timedelta(seconds=FAILED_SECONDS)
    ended = jobs.filter(finished_at__gte=since).order_by("-created_at").first()
    if ended is not None and answer_kept(key) is None:
        raise LanguageModelFailed(ended.error or "the job that asked it was stopped")
    return False


def begin(key: str, text: str, *, design_id: Any, by: Any) -> None:
    """Ask the model for a text by a job. Raises Missing, Forbidden; Conflict if the person has too many jobs."""
    cache.set(f"{key}:text", text, timeout=KEPT_SECONDS)
    job_enqueue(kind=ASK.name, design_id=design_id, by=by, payload={"key": key})


def ask_model(job: Job, design: Design) -> Steps:
    """Ask the model once, and keep its answer. The steps of a job."""
    yield Progress(0, 1, "asking the language model")
    key = job.payload["key"]
    found = _answer(key, design)
    cache.set(key, found, timeout=FAILED_SECONDS if "failed" in found else KEPT_SECONDS)
    cache.delete(f"{key}:text")
    return {}


def _answer(key: str, design: Design) -> dict[str, Any]:
    text, model = cache.get(f"{key}:text"), declared_model(settings.LANGUAGE_MODEL)
    known = Vocabulary.of(read_current(design.pk).design)
    if model is None or text is None or key_of(model, text, known) != key:
        raise LanguageModelFailed("the text or the design has changed since the lines were sent")
    give_connection_back()
    try:
        return {"reading": reading_json(ask(model, text, known))}
    except LanguageModelFailed as error:
        return {"failed": error.message}


ASK: Final = job_kind("language-model", queue=LONG, action=Action.EDIT, step_seconds=STEP_SECONDS)(ask_model)
