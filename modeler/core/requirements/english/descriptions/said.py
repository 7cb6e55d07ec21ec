"""What a line says of one entity, before it is known which of its nouns are entities."""

from __future__ import annotations

from dataclasses import dataclass

from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun
from modeler.core.requirements.rows import Volume


@dataclass(frozen=True, slots=True)
class SaidOfEntity:
    """What one line says of one entity. `rest` are the places and texts of the parts that were not understood.
    `is_titled`: the line is a list of properties under the entity's name. `is_short`: the name can be the end of a
    longer one: the jobs of "maintenance jobs".
    """

    line: int
    entity: str
    is_plural: bool = False
    is_titled: bool = False
    is_short: bool = False
    has: tuple[ListedNoun, ...] = ()
    belongs: tuple[ListedNoun, ...] = ()
    consists: tuple[ListedNoun, ...] = ()
    rest: tuple[tuple[int, str], ...] = ()
    volumes: tuple[Volume, ...] = ()
