"""A search for designs runs once in a process for each question, where a test is about what is done with its answer.

Searches take half a second each, and tests of proposals ask for the same few designs over and over. What the search
finds is tested in tests/modeler/core/synthesis.
"""

from collections.abc import Callable
from typing import Any

import pytest

FOUND: dict[tuple[str, str], Any] = {}
"""What was found, by the whole design and the budgets: nothing else is asked of a search."""


@pytest.fixture
def known_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The services' search, whose answer to a question that was asked before is the same answer."""
    from modeler.core.synthesis import synthesise

    def known(design: Any, options: Any, tell: Callable[[str, float], bool] | None = None) -> Any:
        question = (repr(design), repr(options))
        if question not in FOUND:
            FOUND[question] = synthesise(design, options, *([tell] if tell else []))
        return FOUND[question]

    monkeypatch.setattr("modeler.synthesis.synthesis_job.synthesise", known)
