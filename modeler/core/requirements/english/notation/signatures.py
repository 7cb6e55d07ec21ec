"""Signatures of functions, fields of GraphQL: "listOrders(customerId, limit = 20): Order[]", "order(id: ID!): Order".

The name says what is done and to which items, the parameters what is given, bounded or changed, the type what comes
back. A name without parameters is read as words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.shapes.parameters import LIMITS, PAGES, bound, is_presenting, paired
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import ID_KINDS, STATES, TRAITS, words_in
from modeler.core.requirements.english.words.verbs import EDITING, READING, VERBS
from modeler.core.requirements.morphology import is_plural, singular, words_of
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Edit,
    Given,
    Limit,
    Range,
    Returned,
)

_SIGNATURE: Final = re.compile(
    r"(?:(?:export|public|private|static|async|await|def|fun|func|function|query|mutation|const|virtual|suspend)\s+)*"
    r"(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)\((?P<args>[^()]*)\)"
    r"(?:\s*(?::|->|=>|→)\s*(?P<type>[A-Za-z_\[][\w\[\]<>,!? ]*?[\w\]>!]))?\s*[:;]?"
    r"(?P<body>\s*\{.*\})?\s*[:;{]?(?=\s*$|\s+[-–—#/(,;]|[,;])"
)
_HUMP: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_JOINTS: Final = words_in("by for of in with to from")
_WRAPPERS: Final = words_in(
    "promise list array set iterable iterator optional maybe connection page task mono flux observable response result "
    "collection sequence vec void boolean bool string int integer number float none null slice future edge paginated"
)
_BODY: Final = words_in(
    "input data body payload changes change patch dto attributes fields request props values item entity params args "
    "options opts updates update command model object"
)
_DATES: Final = words_in("date time timestamp day at")
_STARTS: Final = words_in("from start since begin after")
_ENDS: Final = words_in("to end until before")
_ADJECTIVES: Final = words_in("all latest recent last first new my current")
_MAKING: Final = words_in("create add insert register save put upsert store")
_REMOVING: Final = words_in("delete remove")


@dataclass(frozen=True, slots=True)
class _Parameter:
    """A parameter: its words, its default, and its place in the text."""

    words: tuple[str, ...]
    default: str
    start: int
    end: int
    text: str

    @property
    def of(self) -> tuple[str, ...]:
        """Return the nouns of the item that it identifies; () for other parameters."""
        is_id = len(self.words) > 1 and self.words[-1] in {"id", "uuid"} and self.words[-2] not in ID_KINDS
        return self.words[:-1] if is_id else ()


def signature(draft: Draft) -> int | None:
    """Read a signature that begins a line; return the token after it, None if there is none that is understood."""
    found = _SIGNATURE.match(draft.text)
    if found is None:
        return None
    *front, name = found["name"].split(".")
    humps = [one.lower() for part in name.split("_") for one in _HUMP.findall(part)]
    args = _parameters(found["args"] or "", found.start("args"))
    is_typed = found["type"] is not None
    verb = humps[0] if humps[0] in VERBS else ""
    if not args or (not verb and not is_typed) or (not verb and front):
        return None
    made = _Signature(draft, found, verb, humps[1:] if verb else humps, args, front)
    if not made.fill():
        return None
    at = next((place for place, one in enumerate(draft.tokens) if one.start >= found.end()), len(draft.tokens))
    draft.read(range(at))
    return at


def _parameters(text: str, start: int) -> list[_Parameter]:
    made = []
    for found in re.finditer(r"[^,]+", text):
        said, _, default = found.group().partition("=")
        bare = said.partition(":")[0] if ":" in said else said.strip().split(" ")[-1]
        bare = bare.strip().rstrip("?").lstrip("$@")
        if re.fullmatch(r"[A-Za-z_]\w*", bare):
            at = start + found.start() + found.group().index(bare)
            made.append(_Parameter(words_of(bare), default.strip(), at, at + len(bare), bare))
    return made


class _Signature:
    """A signature while its slots are filled."""

    def __init__(
        self, draft: Draft, found: re.Match[str], verb: str, noun: list[str], args: list[_Parameter], front: list[str]
    ) -> None:
        self.draft, self.found, self.verb, self.args = draft, found, verb, args
        joint = next((at for at, one in enumerate(noun) if one in _JOINTS), len(noun))
        self.noun, self.joint = tuple(noun[:joint]), noun[joint] if joint < len(noun) else ""
        self.rest = tuple(noun[joint + 1 :])
        self.type, self.is_several = _type(found["type"] or "")
        if not self.noun and front and not self.type:
            self.type = words_of(re.sub(r"(?i)(repository|service|dao|store|client|api)$", "", front[0]))

    def fill(self) -> bool:
        """Fill the slots; return whether the signature was understood."""
        if not self.verb or self.verb in READING:
            return self._read()
        if self.verb in _MAKING:
            return self._made()
        if self.verb in EDITING | {"patch"}:
            return self._edited()
        return self.verb in _REMOVING and self._removed()

    def _at(self, start: int, end: int) -> range:
        """Return the tokens of some characters."""
        inside = [at for at, one in enumerate(self.draft.tokens) if start <= one.start and one.end <= end]
        return range(inside[0], inside[-1] + 1) if inside else range(0)

    def _of(self, one: _Parameter) -> range:
        return self._at(one.start, one.end)

    def _named(self) -> range:
        return self._at(self.found.start("name"), self.found.end("name"))

    def _read(self) -> bool:
        noun = self.noun
        states = noun[:1] if noun[:1] and noun[0] in STATES and (len(noun) > 1 or self.type) else ()
        noun = noun[len(states) :]
        if set(noun[:1]) & _ADJECTIVES or (not noun and not self.type):
            return False
        if len(noun) > 1 and noun[-1] in {"count", "total"}:
            return False
        for one in self.args:
            if one.of and len(noun) > len(one.of) and tuple(map(singular, noun[: len(one.of)])) == one.of:
                noun = noun[len(one.of) :]  # getTournamentTickets(tournamentId)
        if not noun:
            noun, several = self.type, self.is_several
        else:
            several = is_plural(noun[-1]) or (self.is_several and singular(noun[-1]) == noun[-1])
        is_count = self.verb == "count"
        entity = self.draft.entity(noun)
        if not self.verb and not (self.type and self.draft.entity(self.type) == entity) and not several:
            return False
        self.draft.fill("operation", Act.LIST if several or is_count else Act.GET, self._named())
        self.draft.fill("entities", entity, self._named())
        if is_count:
            self.draft.fill("returned", Returned(Aggregate.COUNT), self._named())
        for state in states:
            state_condition(self.draft, state, self._named())
        self._by(entity)
        self._parameters(entity)
        return True

    def _by(self, entity: str) -> None:
        """Fill what the name itself gives, where no parameter does: getOrdersByCustomerAndStatus."""
        if self.joint not in {"by", "for", "of", "in"}:
            return
        text = " ".join(self.rest)
        for part in text.split(" and "):
            words = tuple(part.split())
            if not words or words[-1] in {"range", "between"} or words == ("date",):
                continue
            is_passed = any({*words} & {*one.words} for one in self.args if one.words[-1] != "id" or one.of)
            if is_passed or words == ("id",):
                continue
            of = words[:-1] if words[-1] == "id" and len(words) > 1 else words
            if len(self.args) == 1 and self.args[0].words == ("id",) and words[-1] not in TRAITS:
                self.draft.fill("given", self.draft.reference(self.draft.entity(of)), self._of(self.args[0]))

    def _parameters(self, entity: str) -> None:
        ranges: list[Range] = []
        # fromDate and toDate bound a date (`bound`); "from" and startDate name no attribute.
        start = next((one for one in self.args if one.words[0] in _STARTS and _is_moment(one)), None)
        end = next((one for one in self.args if one.words[0] in _ENDS and _is_moment(one)), None)
        if start is not None and end is not None:
            time_range(self.draft, Comparator.BETWEEN, (), range(self._of(start).start, self._of(end).stop))
        for one in self.args:
            low, at = one.text.lower(), self._of(one)
            if one in (start, end) and start is not None and end is not None:
                continue
            limited = bound(one.text, "")
            if low in LIMITS | PAGES | {"first"}:
                number = re.fullmatch(r"\d+", one.default)
                if number is not None:
                    self.draft.fill("limit", Limit(int(one.default), low in PAGES), at)
            elif limited is not None:
                ranges.append(limited)
                self.draft.read(at, "range")
            elif low in _BODY or is_presenting(one.text):
                continue
            else:
                self._give(one, entity, at)
        for wanted in paired(ranges):
            self.draft.fill("range", wanted)

    def _give(self, one: _Parameter, entity: str, at: range) -> None:
        had = {given.of for given in self.draft.value("given") or ()}
        if one.of:
            self.draft.fill("given", self.draft.reference(self.draft.entity(one.of)), at)
        elif one.words == ("id",):
            if not had:
                self.draft.fill("given", self.draft.reference(entity), at)
        else:
            self.draft.fill("given", Given(self.draft.attribute(one.words)), at)

    def _made(self) -> bool:
        if not self.noun:
            return False
        entity = self.draft.entity(self.noun)
        act = Act.SAVE if self.verb in {"save", "put", "upsert"} else Act.CREATE
        self.draft.fill("operation", act, self._named())
        self.draft.fill("entities", entity, self._named())
        self.draft.verb = self.verb
        for one in self.args:
            if one.of and self.draft.entity(one.of) != entity:
                self.draft.fill("given", self.draft.reference(self.draft.entity(one.of)), self._of(one))
        return True

    def _edited(self) -> bool:
        noun, first = self.noun, self.args[0]
        if not noun or not (first.of or first.words == ("id",)):
            return False
        changed: tuple[str, ...] = ()
        if len(noun) > 1 and noun[-1] in TRAITS and (first.words == ("id",) or first.of == noun[:-1]):
            noun, changed = noun[:-1], noun[-1:]
        if first.of and self.draft.entity(first.of) != self.draft.entity(noun):
            return False
        self._item(noun, first, Act.UPDATE)
        names = [(changed, self._named())] if changed else []
        names += [(one.words, self._of(one)) for one in self.args[1:] if not {one.text.lower(), *one.words} & _BODY]
        for words, at in names:
            self.draft.fill("changes", AttributeChange(Edit.SET, self.draft.attribute(words)), at)
        return True

    def _removed(self) -> bool:
        first = self.args[0]
        is_own = first.words == ("id",) or self.draft.entity(first.of or ("",)) == self.draft.entity(self.noun or ("",))
        if not self.noun or not is_own:
            return False
        self._item(self.noun, first, Act.DELETE)
        return True

    def _item(self, noun: tuple[str, ...], first: _Parameter, act: Act) -> None:
        entity = self.draft.entity(noun)
        self.draft.verb, self.draft.is_single = self.verb, True
        self.draft.fill("operation", act, self._named())
        self.draft.fill("entities", entity, self._named())
        self.draft.fill("given", self.draft.reference(entity), self._of(first))


_SEVERAL: Final = re.compile(r"\b(?:list|set|array|iterable|page)\s*[<\[]|connection\b", re.IGNORECASE)


def _is_moment(one: _Parameter) -> bool:
    return len(one.words) == 1 or (one.words[0] in {"start", "end", "begin"} and set(one.words[1:]) <= _DATES)


def _type(text: str) -> tuple[tuple[str, ...], bool]:
    """Return the words of the entity in a type, and whether there are several: Promise<Order[]>, [Order!]!."""
    is_several = "[" in text or _SEVERAL.search(text) is not None
    names = re.findall(r"[A-Za-z_]\w*", re.sub(r"(?i)connection\b", "", text))
    own = [one for one in names if one.lower() not in _WRAPPERS]
    return (words_of(own[-1]) if own else ()), is_several
