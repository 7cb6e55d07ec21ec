"""The declared language model, asked once for a text: its answer is kept, so that the rows stay what a person saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache

from exporter.language_model.declaration import declared_model
from exporter.language_model.errors import LanguageModelFailed
from exporter.services.language_model_jobs import answer_kept, begin, is_asked, key_of
from modeler.core.errors import KeysheetError
from modeler.core.requirements.codec import reading_of
from modeler.core.requirements.rows import TextReading
from modeler.core.requirements.vocabulary import Vocabulary

ASKED_MAX: Final = 30
ASKED_SECONDS: Final = 600


def model_name() -> str:
    """Return the name of the declared language model; '' if there is none."""
    return str(settings.LANGUAGE_MODEL.get("name", ""))


@dataclass(slots=True)
class Help:
    """What the language model gives for the texts of one request of a person. `note` is why it gave nothing;
    `is_waiting` if a job asks it and the answer is not there yet.
    """

    person: Any
    design_id: Any
    note: str = ""
    is_waiting: bool = False

    def __call__(self, text: str, known: Vocabulary) -> TextReading | None:
        """Return the rows that the model proposed; None without a model, without lines, before it answers, or if it
        failed. Never waits for it.
        """
        if not settings.LANGUAGE_MODEL or not text.strip():
            return None
        try:
            return self._kept(text, known)
        except KeysheetError as error:
            self.note = f"{model_name()} gave no help: {error.message}. The lines were read without it."
            return None

    def _kept(self, text: str, known: Vocabulary) -> TextReading | None:
        model = declared_model(settings.LANGUAGE_MODEL)
        assert model is not None  # settings declare one
        key = key_of(model, text, known)
        found = answer_kept(key)
        if found is None:
            self._ask(key, text)
            return None
        if "failed" in found:
            raise LanguageModelFailed(found["failed"])
        return reading_of(found["reading"])

    def _ask(self, key: str, text: str) -> None:
        """Begin a job that queries the model, unless one already does for this text."""
        if not is_asked(key, self.design_id):
            if not self._may_ask():
                raise LanguageModelFailed("you have asked it too often; try again in a few minutes")
            begin(key, text, design_id=self.design_id, by=self.person)
        self.is_waiting = True

    def _may_ask(self) -> bool:
        key = f"language-model:{self.person.pk}"
        cache.add(key, 0, timeout=ASKED_SECONDS)
        try:
            return bool(cache.incr(key) <= ASKED_MAX)
        except ValueError:  # it expired between the two
            return True
