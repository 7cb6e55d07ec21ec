"""What the clauses of a sentence hand on to the next one: what they are about, its verb, and the last number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.requirements.english.composed.clause_verbs import ClauseVerb
from modeler.core.requirements.english.composed.facts import Facts
from modeler.core.requirements.english.composed.objects import Subject
from modeler.core.requirements.english.composed.things import Thing
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.rows import Volume

NO_VERB: Final = ClauseVerb(None, "", "", 0)


@dataclass(slots=True)
class State:
    """The subject and the verb that the next segments can leave out, and the last several things:
    their owner and they themselves. `is_titled`: names follow, under a title. `is_listing`: properties follow.
    """

    facts: Facts
    subject: Subject | None = None
    verb: ClauseVerb = NO_VERB
    last: tuple[str, Thing] | None = None
    is_titled: bool = False
    is_listing: bool = False
    listed: int = 0
    properties: int = 0
    is_alone: bool = False
    is_bare: bool = False
    is_fronted: bool = False
    is_counting: bool = False
    candidate: Subject | None = None
    candidate_before: Subject | None = None
    unit: float | None = None

    def about(self, subject: Subject, verb: ClauseVerb) -> None:
        """Go on with a subject and a verb."""
        self.subject, self.verb = subject, verb
        self.is_titled = self.is_listing = False
        self.is_bare = False
        self.listed = self.properties = 0

    def unnumber(self, said: Sequence[WordToken]) -> None:
        """Take back how many there are: the number is for a time, and stays visible."""
        if self.last is None:
            return
        owner, thing = self.last
        kept = [one for one in self.facts.volumes if not _is_of(one, owner, thing)]
        if len(kept) < len(self.facts.volumes):
            self.facts.volumes[:] = kept
            self.facts.leave(said)
        self.last = None

    def turn_to_most(self) -> None:
        """Turn the last number into the most."""
        if self.last is not None:
            owner, thing = self.last
            self.facts.volumes[:] = [
                replace(one, is_most=True) if _is_of(one, owner, thing) else one for one in self.facts.volumes
            ]

    def limit(self, most: int) -> bool:
        """Add the most to the last number; return whether there is one."""
        if self.last is None:
            return False
        owner, thing = self.last
        self.facts.volumes.append(Volume(self.facts.line, thing.entity, most, owner, is_most=True))
        return True


def _is_of(one: Volume, owner: str, thing: Thing) -> bool:
    return (one.parent, one.entity) == (owner, thing.entity)
