"""Why a language model was of no help."""

from __future__ import annotations

from modeler.core.errors import Conflict


class LanguageModelFailed(Conflict):
    """The declared model did not answer, or not with rows: `message` is the rest of a sentence that begins with it."""

    code = "language_model.failed"
