"""The history of items is the items that there were: the match history of a player."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.speech import is_dependent
from modeler.core.requirements.morphology import plural

_PROCESSES: Final = words_in("watch search browse play view trip status change version price family life job work")
"""Words before "history" with which it is a thing of its own."""


def without_history(draft: Draft, group: NounGroup) -> NounGroup:
    """Return a group as the items whose history it names; the group itself if it names none."""
    if len(group.words) != 2 or group.words[-1] != "history" or draft.known_entity(group.words) is not None:
        return group
    kind = group.words[0]
    if (known := draft.known_entity((kind,))) is not None and known.is_own:
        return replace(group, words=(plural(kind),))
    if kind in TRAITS | _PROCESSES or kind.endswith(("ing", "al")) or is_dependent(kind):
        return group
    return replace(group, words=(plural(kind),))
