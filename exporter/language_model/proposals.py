"""Requirements read with the help of the declared language model, or without it and with the reason."""

from __future__ import annotations

from typing import Final

from exporter.language_model.bedrock import converse
from exporter.language_model.chat import chat
from exporter.language_model.declaration import LanguageModel
from exporter.language_model.errors import LanguageModelFailed
from modeler.core.errors import Invalid
from modeler.core.requirements.proposed_slots import instructions, lines_of, proposed
from modeler.core.requirements.rows import TextReading
from modeler.core.requirements.vocabulary import Vocabulary

TEXT_MAX: Final = 20_000
"""Characters of the lines in one question to a model."""


def ask(model: LanguageModel, text: str, known: Vocabulary) -> TextReading:
    """Return the rows that the model proposes for the lines of a text. Raises LanguageModelFailed."""
    if len(text) > TEXT_MAX:
        raise LanguageModelFailed(f"it gets at most {TEXT_MAX:,} characters at a time")
    put = chat if model.url else converse
    try:
        return proposed(put(model, instructions(known), lines_of(text)))
    except Invalid as error:
        raise LanguageModelFailed(error.message) from error
