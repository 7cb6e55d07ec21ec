"""What clauses say, gathered: of entities, of numbers, of sizes, of how long items are kept, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from modeler.core.requirements.english.composed.amounts import CountedAmount
from modeler.core.requirements.english.composed.things import Thing
from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.morphology import entity_name, singular
from modeler.core.requirements.rows import Row, Size, Volume
from modeler.core.requirements.slots import Act, Slot, Span


@dataclass(slots=True)
class Facts:
    """What a sentence said so far. `understood` counts the facts: a sentence without one describes nothing.
    `is_average`: it tells what is usual. `left` are words that were not understood, with their places, `shown` those
    that were and that a design has no field for.
    """

    text: str
    line: int
    told: list[SaidOfEntity] = field(default_factory=list)
    volumes: list[Volume] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    left: list[tuple[int, str]] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    is_average: bool = False

    @property
    def understood(self) -> int:
        """Return the number of facts."""
        return len(self.told) + len(self.volumes) + len(self.sizes) + len(self.rows)

    def leave(self, said: Sequence[WordToken]) -> None:
        """Leave words visible that were not understood."""
        if said:
            self.left.append((said[0].start, self.text[said[0].start : said[-1].end]))

    def has(self, owner: str, noun: ListedNoun, *, is_titled: bool = False, is_plural: bool = False) -> None:
        """Add what an entity has."""
        if noun.rest:
            self.left.append((noun.at, noun.rest))
        noun = replace(noun, rest="")
        self.told.append(SaidOfEntity(self.line, owner, is_plural=is_plural, is_titled=is_titled, has=(noun,)))

    def several(self, owner: str, thing: Thing) -> None:
        """Add that an entity has several of another, and how many."""
        self.told.append(SaidOfEntity(self.line, owner, has=(_several(thing),)))
        if thing.amount is not None:
            self.number(owner, thing.entity, thing.amount)

    def both(self, owner: str, thing: Thing) -> None:
        """Add that two entities have several of each other, and how many the first one has."""
        self.several(owner, thing)
        back = ListedNoun((owner,), 0, owner, is_plural=True, is_sure=True)
        self.told.append(SaidOfEntity(self.line, thing.entity, has=(back,)))

    def number(self, owner: str, entity: str, amount: CountedAmount) -> None:
        """Add how many of an entity each of its parents has."""
        if amount.average is not None:
            self.volumes.append(Volume(self.line, entity, amount.average, owner))
        if amount.most is not None:
            self.volumes.append(Volume(self.line, entity, amount.most, owner, is_most=True))

    def last_is_unique(self) -> bool:
        """Say that no two items have the same value of the last attribute; return whether there is one."""
        last = self.told[-1] if self.told else None
        if last is None or not last.has:
            return False
        self.told[-1] = replace(last, has=(*last.has[:-1], replace(last.has[-1], is_unique=True)))
        return True

    def belongs(self, owner: str, thing: Thing) -> None:
        """Add that each item of an entity belongs to one of another."""
        words = (*thing.words[:-1], singular(thing.words[-1]))
        noun = ListedNoun(words, 0, " ".join(words))
        self.told.append(SaidOfEntity(self.line, owner, belongs=(noun,)))

    def mention(self, entity: str) -> None:
        """Add an entity without anything about it."""
        self.told.append(SaidOfEntity(self.line, entity))

    def count(self, entity: str, number: int) -> None:
        """Add how many items of an entity there are."""
        self.volumes.append(Volume(self.line, entity, number))

    def size(self, entity: str, size: int, said: Sequence[WordToken], *, is_most: bool) -> None:
        """Add how large an item is. The words stay visible: a design has no field for it."""
        self.shown.append(self.text[said[0].start : said[-1].end])
        self.mention(entity)
        self.sizes.append(Size(self.line, entity, size, is_most=is_most))

    def keep(self, entity: str, days: float, said: Sequence[WordToken]) -> None:
        """Add how long items are kept."""
        span = Span(said[0].start, said[-1].end)
        self.rows.append(
            Row(
                self.text,
                line=self.line,
                operation=Slot(Act.DELETE, (span,)),
                entities=Slot((entity,), (span,)),
                retention=Slot(days, (span,)),
            )
        )


def _several(thing: Thing) -> ListedNoun:
    return ListedNoun(thing.words, 0, " ".join(thing.words), is_plural=True, is_sure=True)


def named(words: tuple[str, ...]) -> str:
    """Return the name of the entity of some nouns."""
    return entity_name(words)
