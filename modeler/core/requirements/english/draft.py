"""A row while its line is read: tokens, which of them were used, and the slots that they filled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from modeler.core.requirements.english.words.lexicon import DETAILS, SILENT, WHOLE
from modeler.core.requirements.english.words.noun_groups import NounGroup, RowTokens
from modeler.core.requirements.english.words.speech import is_dependent
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.morphology import attribute_name, entity_name, id_name, singular
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Given, Question, Slot, Span
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary

_LISTS = frozenset({"entities", "given", "range", "order", "condition", "changes"})


class Draft:
    """One row in the making. Only the grammar's own modules change it."""

    def __init__(
        self,
        text: str,
        tokens: tuple[WordToken, ...],
        known: Vocabulary,
        *,
        line: int = 1,
        code: str = "",
        end: int | None = None,
    ) -> None:
        """Take the tokens of a row; those from `end` on are shown as unread and decide nothing."""
        self.text, self.known = text, known
        self.mentions: tuple[Any, ...] | None = None
        self.tokens = tokens[:end]
        self._rest = tokens[len(self.tokens) :]
        self.line, self.code = line, code
        self.used = [False] * len(self.tokens)
        self.role: NounGroup | None = None
        self.verb = ""
        self.reading = ""
        self.is_single = False
        self.each: NounGroup | None = None
        self.ranking = False
        self.is_wish = False
        self.is_nominal = False
        self.is_titled = False
        self.last_slot = ""
        self.about: NounGroup | None = None
        self.traits: tuple[NounGroup, NounGroup] | None = None
        self._values: dict[str, Any] = {}
        self._places: dict[str, set[int]] = {}
        self._questions: dict[str, Question] = {}

    @property
    def tokens(self) -> tuple[WordToken, ...]:
        """Return the tokens that decide."""
        return self._tokens

    @tokens.setter
    def tokens(self, tokens: tuple[WordToken, ...]) -> None:
        self._tokens = RowTokens(tokens)
        self.mentions = None

    def low(self, at: int) -> str:
        """Return a token in lower case; '' beyond the end."""
        return self._tokens[at].low if 0 <= at < len(self._tokens) else ""

    def value(self, slot: str) -> Any:
        """Return what a slot holds so far."""
        return self._values.get(slot)

    def has(self, slot: str) -> bool:
        """Return whether a slot has a value or a question."""
        return slot in self._values or slot in self._questions

    @property
    def filled(self) -> int:
        """Return how many slots have a value."""
        return len(self._values)

    def is_told(self, slot: str) -> bool:
        """Return whether words of the text filled a slot: it does not only follow from others."""
        return bool(self._places.get(slot))

    def last_of(self, slot: str) -> int:
        """Return the last token that filled a slot; -1 without one."""
        return max(self._places.get(slot, ()), default=-1)

    def first_of(self, slot: str) -> int:
        """Return the first token that filled a slot; -1 without one."""
        return min(self._places.get(slot, ()), default=-1)

    def places(self, slot: str) -> frozenset[int]:
        """Return the tokens that filled a slot."""
        return frozenset(self._places.get(slot, ()))

    @property
    def told(self) -> tuple[str, ...]:
        """Return the slots that words of the text filled or ask about."""
        return tuple(name for name, held in self._places.items() if held)

    def release(self, places: set[int]) -> None:
        """Show tokens as unread that slots have."""
        for held in self._places.values():
            held -= places
        for one in places:
            self.used[one] = False

    def is_article(self, at: int) -> bool:
        """Return whether the nouns that end at a token have an indefinite article before them."""
        return any(self.low(one) in {"a", "an"} for one in range(max(at - 3, 0), at))

    def fill(self, slot: str, value: Any, places: Iterable[int] = ()) -> None:
        """Fill a slot, or add to it if it holds several; the tokens count as read."""
        if slot in _LISTS:
            had = self._values.get(slot, ())
            added = value if isinstance(value, tuple) else (value,)
            self._values[slot] = (*had, *(one for one in added if one not in had))
        else:
            self._values[slot] = value
        self.last_slot = slot
        self.read(places, slot)

    def read(self, places: Iterable[int], slot: str = "") -> None:
        """Mark tokens as read, for a slot if one is named."""
        listed = list(places)
        if slot:
            self._places.setdefault(slot, set()).update(listed)
        for one in listed:
            self.used[one] = True

    def ask(self, slot: str, question: Question, places: Iterable[int] = ()) -> None:
        """Attach a question to a slot; the tokens count as read. A slot has one question, the first."""
        self._questions.setdefault(slot, question)
        self.read(places, slot)

    def ask_unread(self, slot: str, question: Question, places: Iterable[int]) -> None:
        """Attach a question about tokens that stay unread."""
        self._questions.setdefault(slot, question)
        self._places.setdefault(slot, set()).update(places)

    def settle(self, slot: str, value: Any, places: Iterable[int] = ()) -> None:
        """Put another value into a slot that the same words filled; its question is settled."""
        self._values[slot] = value
        self._questions.pop(slot, None)
        self.read(places, slot)

    def unfill(self, slot: str) -> None:
        """Take the value out of a slot; its words stay read, for the question about it."""
        self._values.pop(slot, None)

    def question(self, slot: str) -> Question | None:
        """Return the question about a slot."""
        return self._questions.get(slot)

    def drop(self, slot: str) -> None:
        """Empty a slot."""
        for held in (self._values, self._places, self._questions):
            held.pop(slot, None)

    def forget(self, slot: str) -> None:
        """Empty a slot, and show its words as unread unless another slot has them."""
        others = {at for name, held in self._places.items() if name != slot for at in held}
        for at in self._places.get(slot, set()) - others:
            self.used[at] = False
        self.drop(slot)

    def row(self) -> Row:
        """Return the row."""
        slots: dict[str, Any] = {}
        for name in {*self._values, *self._questions}:
            spans = self._spans(sorted(self._places.get(name, ())))
            slots[name] = Slot(self._values.get(name), spans, self._questions.get(name))
        unread = [at for at, used in enumerate(self.used) if not used and self.counts(at)]
        spans = self._spans(unread)
        if self._rest:
            spans = (*spans, Span(self._rest[0].start, self._rest[-1].end))
        return Row(self.text, line=self.line, code=self.code, unread=spans, **slots)

    def counts(self, at: int) -> bool:
        """Return whether a token says something by itself."""
        token = self.tokens[at]
        return token.kind not in {"mark", "possessive"} and token.low not in SILENT

    def _spans(self, places: list[int]) -> tuple[Span, ...]:
        """Return the spans of tokens; neighbors share one."""
        spans: list[Span] = []
        for index, at in enumerate(places):
            token = self.tokens[at]
            if index and places[index - 1] == at - 1 and spans and token.start >= spans[-1].end:
                spans[-1] = Span(spans[-1].start, token.end)
            else:
                spans.append(Span(token.start, token.end))
        return tuple(sorted(spans))

    # Names

    def entity(self, words: tuple[str, ...]) -> str:
        """Return the name of the entity that nouns mean: the design's, else a proposal."""
        found = self.known_entity(words)
        if found is not None:
            return found.name
        bare = words
        while len(bare) > 1 and bare[-1] in DETAILS | {"profile"} and not is_dependent(bare[-2]):
            bare = bare[:-1]
        return entity_name(bare)

    def known_entity(self, words: tuple[str, ...]) -> KnownEntity | None:
        """Return the design's entity of these nouns, also without "profile" and the like."""
        plain = tuple(map(singular, words))
        found = self.known.called(plain)
        while found is None and len(plain) > 1 and plain[-1] in WHOLE:
            plain = plain[:-1]
            found = self.known.called(plain)
        return found or (self.known.headed(plain[0]) if len(plain) == 1 else None)

    def attribute(self, words: tuple[str, ...]) -> str:
        """Return the name of the attribute that nouns mean, for the row's entity if there is one."""
        plain = tuple(map(singular, words)) if len(words) == 1 and words[0] == "ids" else words
        held = self.known.entity((self.value("entities") or ("",))[0])
        if held is not None and held.attribute(words[-1]) is not None and len(words) == 1:
            return words[0]
        if held is not None and (found := held.named(tuple(map(singular, plain)), self.known)) is not None:
            return found.name
        return attribute_name(plain)

    def reference(self, entity: str, via: str = "") -> Given:
        """Return the identity of an entity as a given value."""
        known = self.known.entity(entity)
        name = known.identity[-1] if known is not None else id_name(entity)
        return Given(name, of=entity, via=via)
