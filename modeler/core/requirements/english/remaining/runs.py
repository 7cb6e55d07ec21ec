"""Runs of words that filled no slot yet."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.requirements.english.draft import Draft


def runs(draft: Draft) -> Iterator[range]:
    """Yield the places of words that filled no slot, those that follow one another together."""
    start = 0
    for at in range(len(draft.tokens) + 1):
        if at == len(draft.tokens) or draft.used[at] or draft.tokens[at].kind == "mark":
            if at > start:
                yield range(start, at)
            start = at + 1
