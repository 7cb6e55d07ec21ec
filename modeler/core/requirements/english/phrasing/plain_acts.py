"""Acts in other words than the imperative, as it: "a backer makes a pledge", "a hive is moved to another apiary"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import BE, HAVE, MODALS, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import is_plural

type Tokens = list[WordToken]

_MOVING: Final = words_in("move transfer reassign switch shift relocate")
_AUXILIARIES: Final = BE | HAVE | MODALS | words_in("gets get to needs")
_OTHER: Final = words_in("another different new other")
_MAKES: Final = {"makes": "creates", "places": "creates", "lodges": "creates", "submits": "submits"}
_CHANGED: Final = words_in("copy list change choice decision difference search query note sure profit mistake")
_TOTALS: Final = {"totalled": "total", "totaled": "total", "summed": "total", "averaged": "average"}
_FOR_EACH: Final = words_in("per by for over")


def plain_acts(made: Tokens) -> None:
    """Read an act in another construction as the plain one."""
    _moved_to(made)
    _makes(made)
    _totalled(made)


def _moved_to(made: Tokens) -> None:
    """Read "a hive is moved to another apiary" as to move a hive to another one."""
    group = group_at(made, 0, before_verb=True)
    if group is None or group.is_plural or group.determiner not in {"a", "an", "the"} or group.owner is not None:
        return
    at = group.end
    while at < len(made) and made[at].low in _AUXILIARIES:
        at += 1
    is_done = group.end < at < len(made) - 3 and is_participle(made[at].low) and base_form(made[at].low) in _MOVING
    article = made[at + 2].low if is_done else ""
    is_other = article in {"another"} or (article in {"a", "an"} and made[at + 3].low in _OTHER)
    if is_done and made[at + 1].low == "to" and is_other:
        verb = replace(made[at], low=base_form(made[at].low))
        made[: at + 1] = [verb, *made[: group.end]]


def _makes(made: Tokens) -> None:
    """Read "a backer makes a pledge" as that he creates one."""
    group = group_at(made, 0, before_verb=True)
    at = group.end if group is not None else len(made)
    if at + 2 >= len(made) or made[at].low not in _MAKES or made[at + 1].low not in {"a", "an"}:
        return
    thing = group_at(made, at + 1)
    if thing is not None and not thing.states and thing.words[-1] not in _CHANGED and not is_plural(thing.words[-1]):
        made[at] = replace(made[at], low=_MAKES[made[at].low])


def _totalled(made: Tokens) -> None:
    """Read "usage minutes totalled per member" as their total per member."""
    for at in range(1, len(made) - 1):
        verb = _TOTALS.get(made[at].low, "")
        group = group_at(made, 0) if verb and made[at + 1].low in _FOR_EACH else None
        if group is not None and group.end == at and group.is_bare:
            made[: at + 1] = [replace(made[at], low=verb), *made[:at]]
            return
