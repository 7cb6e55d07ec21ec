"""The sentences with the slots that an expert fills, and how much of that a reading has.

One sentence per line: ``text | act Entity; given Customer, email; cond open``. Facts are separated by ";", alternatives
by " // ", rows by " && "; "none" is a line that asks for nothing. A fact after "~"
may be missing. A fact after "!" is a known fault: the reading says it and is wrong, which counts against precision.
A capital after "given" is an entity; "time" is a time that the text implies and does not name, and "cond open" a state
without its attribute. Without a design, the reading may name both (phrasing/test_proposing.py says how). A line
``entities: Song(songId, title); Favorite(singerId, songId)`` after a heading says what the design of its lines has: the
first attribute identifies, and a name that ends like a date is a time. After a name, "#" is a number, "?" a flag, and
"*" a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path

from modeler.core.design.items import Attribute, Entity
from modeler.core.requirements.english import reading
from modeler.core.requirements.rows import Row
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary
from modeler.core.values.attribute_values import AttributeType

TYPES = {"#": AttributeType.N, "?": AttributeType.BOOL, "*": AttributeType.L}
FOLDER = Path(__file__).parent / "sentences"
HELD_OUT = "held_out"
"""Lists that nobody tuned for begin so."""
BLIND = "blind"
"""A list that was written, with its slots, before the parser was changed, and read once to mend the causes."""
TUNED = "tuned"


@dataclass(frozen=True)
class Wanted:
    """One thing that an expert says about a row, in one or several ways."""

    ways: tuple[str, ...]
    is_optional: bool
    is_fault: bool = False


@dataclass(frozen=True)
class Sentence:
    """A sentence, and for each of its rows what is wanted."""

    text: str
    rows: tuple[tuple[Wanted, ...], ...]
    domain: str
    source: str
    entities: str = ""


@dataclass
class Score:
    """Facts filled, of these right; facts wanted, of these found; facts that name what nobody wanted, but the known."""

    filled: int = 0
    right: int = 0
    wanted: int = 0
    found: int = 0
    invented: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / max(self.filled, 1)

    @property
    def recall(self) -> float:
        return self.found / max(self.wanted, 1)


def sentences(kind: str) -> Iterator[Sentence]:
    """Yield the sentences of one kind of list."""
    for path in sorted(FOLDER.glob("*.txt")):
        if next((one for one in (HELD_OUT, BLIND) if path.stem.startswith(one)), TUNED) != kind:
            continue
        domain = entities = ""
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("#"):
                domain, entities = line[2:], ""
            elif line.startswith("entities: "):
                entities = line.removeprefix("entities: ")
            elif line.strip():
                text, _, facts = line.partition(" | ")
                rows = () if facts == "none" else tuple(tuple(wanted(one)) for one in facts.split(" && "))
                yield Sentence(text, rows, domain, path.stem, entities)


def wanted(text: str, *, has_act: bool = True) -> Iterator[Wanted]:
    """Yield what a list of facts wants. `has_act`: it begins with an operation and its entity."""
    for number, part in enumerate(text.split(";")):
        bare = part.strip()
        is_optional = bare.startswith("~")
        if bare.startswith("!"):
            yield Wanted((_fact(bare.removeprefix("!")),), is_optional=True, is_fault=True)
            continue
        ways = [one.strip() for one in bare.removeprefix("~").split(" // ")]
        if number == 0 and has_act:
            acts = tuple(dict.fromkeys(f"operation {one.split()[0]}" for one in ways))
            names = tuple(dict.fromkeys(f"entities {one.split()[1]}" for one in ways))
            yield Wanted(acts, is_optional)
            yield Wanted(names, is_optional)
            continue
        several = [[_fact(one) for one in _split(way)] for way in ways]
        if len(several) == 1:
            for fact in several[0]:
                yield Wanted(_by_clock((fact,)), is_optional)
        else:
            yield from _alternatives(several, is_optional)


def _alternatives(several: list[list[str]], is_optional: bool) -> Iterator[Wanted]:
    for place in range(max(map(len, several))):
        ways = tuple(dict.fromkeys(one[place] for one in several if place < len(one)))
        yield Wanted(_by_clock(ways), is_optional)


def _by_clock(ways: tuple[str, ...]) -> tuple[str, ...]:
    """A comparison with now that lists call a condition bounds what a read returns, too."""
    bounds = (one.replace("cond ", "range ", 1) for one in ways if re.fullmatch(r"cond \w+ [<>]=? now", one))
    return tuple(dict.fromkeys((*ways, *bounds)))


def _split(way: str) -> list[str]:
    """given A, b is two facts."""
    head, _, rest = way.partition(" ")
    return [f"given {one.strip()}" for one in rest.split(",")] if head == "given" else [way]


def _fact(text: str) -> str:
    if text.startswith(("rate ", "peak ")):
        name, number = text.split()
        return f"{name} {float(Fraction(number)):.6g}"
    if text in {"strong", "eventual"}:
        return f"consistency {text}"
    if text == "repeated":
        return "delivery at_least_once"
    if text.startswith("fresh "):
        value = text.split()[1]
        return f"freshness {0.0 if value == 'ryw' else float(value):g}"
    if text.startswith("keep "):
        return f"retention {float(text.split()[1]):g}"
    return re.sub(r"\ba (day|week|month|year|hour)\b", r"\1", text)


def facts(row: Row) -> list[str]:
    """Return what a row says, as the facts of the sentences. What is only asked is no fact."""
    said = []
    if row.operation.value is not None:
        said.append(f"operation {row.operation.value}")
    if row.entities.value:
        said.append(f"entities {'+'.join(row.entities.value)}")
    said += [_given(one) for one in row.given.value or ()]
    for one in row.range.value or ():
        values = " ".join(one.values)
        text = f"range {one.attribute or 'time'} {one.comparison} {values}".strip()
        said.append(re.sub(r"\ba (day|week|month|year|hour)\b", r"\1", text))
    for order in row.order.value or ():
        named = f"{order.by}({order.attribute})" if order.by else order.attribute or "time"
        said.append(f"order {named}{' desc' if order.descending else ''}")
    if row.limit.value is not None:
        said.append(f"{'page' if row.limit.value.is_page else 'limit'} {row.limit.value.count}")
    said += _returned(row)
    said += [_condition(one) for one in row.condition.value or ()]
    said += [_change(one) for one in row.changes.value or ()]
    if row.consistency.value:
        said.append(f"consistency {row.consistency.value}")
    for name in ("freshness", "retention"):
        value = getattr(row, name).value
        if value is not None:
            said.append(f"{name} {value:g}")
    for name in ("rate", "peak"):
        value = getattr(row, name).value
        if value is not None:
            said.append(f"{name} {value:.6g}")
    if row.delivery.value:
        said.append(f"delivery {row.delivery.value}")
    return said


def _given(one) -> str:
    via = f" via {one.via}" if one.via else ""
    return f"given {one.of}{via}" if one.of else f"given {one.attribute}"


def _returned(row: Row) -> list[str]:
    made = row.returned.value
    if made is None:
        return []
    if made.what == "attributes":
        return [f"returns {', '.join(made.attributes)}"]
    text = f"returns {made.what}" + (f"({', '.join(made.attributes)})" if made.attributes else "")
    text += f" by {', '.join(made.group)}" if made.group else ""
    return [text + (f" per {made.period}" if made.period else "")]


def _condition(one) -> str:
    if not one.attribute:
        return f"cond {one.value}" if one.comparison == "=" else f"cond time {one.comparison} {one.value}"
    if one.comparison == "unique":
        return f"cond {one.attribute} unique"
    return f"cond {one.attribute} {one.comparison} {one.value}".strip()


def _change(one) -> str:
    if not one.attribute:
        return f"set = {one.value}"
    if one.edit == "set":
        return f"set {one.attribute}" + (f" = {one.value}" if one.value else "")
    return f"{one.edit} {one.attribute} {one.value}".strip()


STATES_OF_TIMES = {
    "expired": "expiresAt < now", "not expired": "expiresAt > now", "overdue": "dueAt < now",
    "upcoming": "startsAt > now",
}  # fmt: skip


def proposed_ways(fact: str) -> Iterator[str]:
    """Yield what a fact with a proposed attribute says without it: "range time ..." of "range postedAt ..."."""
    slot, _, rest = fact.partition(" ")
    name, _, told = rest.partition(" ")
    if slot in {"range", "order", "cond"} and re.search(r"(?:At|For|Date|Time)$", name):
        yield f"{slot} time {told}".strip()
    if slot == "range" and (found := re.match(r"last([A-Z]\w+)At$", name)):
        yield f"cond not {found[1].lower()}"
    if slot in {"cond", "range"}:
        yield from (f"cond {way}" for way, means in STATES_OF_TIMES.items() if means == rest)
    if slot not in {"cond", "set"}:
        return
    sign, _, value = told.partition(" ")
    front = "set = " if slot == "set" else "cond "
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    said = value.lower().replace("_", " ")
    if name == "status":
        yield f"{front}{'not ' * (sign == '<>')}{said}"
    elif value in {"true", "false"}:
        yield from (f"{front}{way}" for way in _flagged(words, is_not=value == "false"))


def _flagged(words: str, *, is_not: bool) -> tuple[str, ...]:
    """The ways in which a flag is said: unpaid, not paid, inactive."""
    opposites = (words.replace("active", "deactivated"), words.replace("enabled", "disabled"))
    negative = (f"not {words}", f"un{words}", f"in{words}", *(one for one in opposites if one != words))
    positive = (words, f"not un{words}", words.replace("active", "activated"))
    return negative if is_not else positive


def matches(fact: str, way: str) -> bool:
    """A relation's verb counts only where the sentence wants one; PAID and paid are one value. The words of a state
    have no order ("not slot taken"), and a value that the caller gives can be called a date.
    """
    if fact.startswith("cond ") and way.startswith("cond ") and sorted(fact.split()) == sorted(way.split()):
        return True
    if fact.startswith("range ") and fact.split()[-1] in {"<", ">", "<=", ">=", "="} and way == f"{fact} date":
        return True
    if fact == way or (fact.startswith(("range ", "cond ", "set ")) and fact.lower() == way.lower()):
        return True
    if fact.startswith("cond ") and fact.endswith(" unique") and way == f"cond unique {fact[5:-7]}":
        return True
    if fact.startswith("given ") and way.startswith("given "):
        entity, _, via = fact[6:].partition(" via ")
        wanted, _, verb = way[6:].partition(" via ")
        return entity == wanted and (not verb or bool(via))
    return False


@cache
def vocabulary(entities: str) -> Vocabulary:
    """Return the design that a list declares."""
    made = []
    for name, listed in re.findall(r"(\w+)\(([^)]*)\)", entities):
        names = [one.strip() for one in listed.split(",")]
        attributes = tuple(_attribute(name, one) for one in names)
        made.append(KnownEntity(Entity(name, name, identity=(names[0],), attributes=attributes)))
    return Vocabulary(tuple(made))


def _attribute(entity: str, name: str) -> Attribute:
    is_time = name.endswith(("At", "Date", "date"))
    if name[-1] in TYPES:
        return Attribute(f"{entity}.{name[:-1]}", name[:-1], TYPES[name[-1]])
    return Attribute(f"{entity}.{name}", name, AttributeType.S, format="iso" if is_time else "")


@cache
def read_line(text: str, entities: str = "") -> tuple[Row, ...]:
    """Read a line, once for all tests of its list."""
    return reading.read_line(text, vocabulary(entities))


def score(sentence: Sentence, total: Score) -> None:
    """Add one sentence."""
    rows = read_line(sentence.text, sentence.entities)
    for place, asked in enumerate(sentence.rows):
        said = facts(rows[place]) if place < len(rows) else []
        ways = [way for one in asked for way in one.ways]
        if not sentence.entities:
            said = [as_wanted(fact, ways) for fact in said]
        _row(sentence, said, asked, total)
    for row in rows[len(sentence.rows) :]:
        _row(sentence, facts(row), (), total)


def with_proposed(said: Iterable[str]) -> set[str]:
    """Return facts, and those with a proposed attribute without it too."""
    return {way for fact in said for way in (fact, *proposed_ways(fact))}


def as_wanted(fact: str, ways: Iterable[str]) -> str:
    """Return a fact as those who name no attribute say it, if they say it so."""
    if any(matches(fact, way) for way in ways):
        return fact
    return next((one for one in proposed_ways(fact) if any(matches(one, way) for way in ways)), fact)


def _row(sentence: Sentence, said: list[str], asked: tuple[Wanted, ...], total: Score) -> None:
    ways = {way for one in asked if not one.is_fault for way in one.ways}
    faults = {way for one in asked if one.is_fault for way in one.ways}
    for fact in said:
        total.filled += 1
        if any(matches(fact, way) for way in ways):
            total.right += 1
        elif fact in faults:
            total.known.append(f"{sentence.text}: {fact}")
        else:
            total.wrong.append(f"{sentence.text}: {fact}")
            if fact.split()[0] in {"entities", "given", "range", "order", "cond", "set", "add", "remove", "returns"}:
                total.invented.append(f"{sentence.text}: {fact}")
    for one in asked:
        if one.is_optional:
            continue
        total.wanted += 1
        if any(matches(fact, way) for fact in said for way in one.ways):
            total.found += 1
        else:
            total.missing.append(f"{sentence.text}: {' // '.join(one.ways)}")
