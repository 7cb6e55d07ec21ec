"""How many of its objects a subject has: "a course has up to 30 students"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.volumes import volume_line
from modeler.core.requirements.english.words.lexicon import UNITS
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.tokens import WordToken, number_of, tokens
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.rows import Volume
from modeler.core.requirements.vocabulary import Vocabulary

_BETWEEN: Final = re.compile(
    r"^(?:between )?(?:\d+|[a-z]+)(?: to | and | or |-|–)(\d+|[a-z]+) (?=[a-z])", re.IGNORECASE
)


def _most(found: re.Match[str]) -> str:
    """Return "up to four " for "one to four "."""
    first = re.split(r"\W+", found[0].removeprefix("between "))[0]
    is_number = all(number_of(one) is not None for one in tokens(f"{first} {found[1]}"))
    return f"up to {found[1]} " if is_number else found[0]


MANY: Final = 100


def _is_all(group: NounGroup, one: Volume) -> bool:
    """Return whether a number is of all items: "the club owns 320 boats" speaks of one club."""
    return group.determiner in {"the", "our", "my"} and not group.is_plural and one.count >= MANY and not one.is_most


def counted(
    group: NounGroup, parts: list[Sequence[WordToken]], text: str, known: Vocabulary, line: int
) -> tuple[tuple[Volume, ...], tuple[tuple[int, str], ...]]:
    """Return the numbers of items among parts that are more than a noun ("up to 30 students"), and the other parts with
    their places.
    """
    volumes: list[Volume] = []
    rest: list[tuple[int, str]] = []
    parent = " ".join((*group.words[:-1], singular(group.words[-1])))
    for part in parts:
        said = text[part[0].start : part[-1].end]
        amount = _BETWEEN.sub(_most, said).removeprefix("a ")
        found, _ = volume_line(f"each {parent} has {amount}", known, line=line)
        found = () if singular(part[-1].low) in UNITS else found  # "for 10 years"
        found = tuple(replace(one, parent="") if _is_all(group, one) else one for one in found)
        volumes.extend(found)
        rest.extend([] if found else [(part[0].start, said)])
    return tuple(volumes), tuple(rest)
