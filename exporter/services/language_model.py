"""The declared language model, asked once for a text: its answer is kept, so that the rows stay what a person saw."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache

from exporter.language_model.declaration import LanguageModel, declared_model
from exporter.language_model.errors import LanguageModelFailed
from exporter.language_model.proposals import ask
from modeler.core.errors import KeysheetError
from modeler.core.requirements.codec import reading_json, reading_of
from modeler.core.requirements.proposed_slots import instructions
from modeler.core.requirements.rows import Reading
from modeler.core.requirements.vocabulary import Vocabulary
from modeler.turns import give_connection_back

KEPT_SECONDS: Final = 3_600
FAILED_SECONDS: Final = 60
"""How long a failure is kept: each answer to a question reads the text again, and must not wait again."""
ASKED_MAX: Final = 30
ASKED_SECONDS: Final = 600


def model_name() -> str:
    """Return the name of the declared language model; '' if there is none."""
    return str(settings.LANGUAGE_MODEL.get("name", ""))


@dataclass(slots=True)
class Help:
    """What the language model gives for the texts of one request of a person. `note` is why it gave nothing."""

    person: str
    note: str = ""

    def __call__(self, text: str, known: Vocabulary) -> Reading | None:
        """Return the rows that the model proposes; None without a model, without lines, or if it failed."""
        if not settings.LANGUAGE_MODEL or not text.strip():
            return None
        try:
            model = declared_model(settings.LANGUAGE_MODEL)
            assert model is not None  # settings declare one
            return self._kept(model, text, known)
        except KeysheetError as error:
            self.note = f"{model_name()} gave no help: {error.message}. The lines were read without it."
            return None

    def _kept(self, model: LanguageModel, text: str, known: Vocabulary) -> Reading:
        key = _key(model, text, known)
        found: dict[str, Any] | None = cache.get(key)
        if found is None:
            found = self._asked(model, text, known)
            cache.set(key, found, timeout=FAILED_SECONDS if "failed" in found else KEPT_SECONDS)
        if "failed" in found:
            raise LanguageModelFailed(found["failed"])
        return reading_of(found["reading"])

    def _asked(self, model: LanguageModel, text: str, known: Vocabulary) -> dict[str, Any]:
        if not self._may_ask():
            raise LanguageModelFailed("you have asked it too often; try again in a few minutes")
        give_connection_back()
        try:
            return {"reading": reading_json(ask(model, text, known))}
        except LanguageModelFailed as error:
            return {"failed": error.message}

    def _may_ask(self) -> bool:
        key = f"language-model:{self.person}"
        cache.add(key, 0, timeout=ASKED_SECONDS)
        try:
            return bool(cache.incr(key) <= ASKED_MAX)
        except ValueError:  # it expired between the two
            return True


def _key(model: LanguageModel, text: str, known: Vocabulary) -> str:
    said = "\x00".join((model.model, model.url, model.region, instructions(known), text))
    return f"language-model:{hashlib.blake2b(said.encode(), digest_size=16).hexdigest()}"
