"""The board of a text: its rows with the answers of a person, and the nouns that somebody has still to confirm.

Nothing is kept between two looks at a text: it is read again, and answers are applied by row and slot. A row is known
by its words, so an answer never reaches another row when lines are added or removed.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from modeler.core.arithmetic import number_of
from modeler.core.phrases import and_list
from modeler.core.requirements.answers import filled, with_slots
from modeler.core.requirements.asked import ProposedRow, SlotAnswer, is_left_out, proposed_row, row_by_hand
from modeler.core.requirements.english.reading import read
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.time_names import is_name_of_time
from modeler.core.requirements.morphology import id_name, words_of
from modeler.core.requirements.nouns import AttributeNoun, Nouns, Sort, nouns
from modeler.core.requirements.proposed_slots import with_proposals
from modeler.core.requirements.renaming import NewName, described_anew, renamed, renamed_attribute
from modeler.core.requirements.rows import EntityDescription, Row, TextReading, Volume
from modeler.core.requirements.slots import SEPARATE
from modeler.core.requirements.vocabulary import Vocabulary

_MEASURES: Final = words_in(
    "price amount total balance quantity stock count score rank rating points age size cost fee fare weight distance "
    "revenue turnover income spending"
)


@dataclass(frozen=True, slots=True)
class Decisions:
    """What a person decided so far: answers by row and slot, rows that are left out, new names of entities by the name
    that was proposed, types of attributes, and the nouns that are not confirmed: an entity by its name, an attribute as
    ``Order.price``, a relation as ``Customer>Order>via``, a volume as `volume_label` has it. `by_hand` are the keys of
    lines in which nothing was understood and that the person fills in.
    """

    answers: Mapping[tuple[str, str], SlotAnswer] = field(default_factory=dict)
    out: frozenset[str] = frozenset()
    names: Mapping[str, NewName] = field(default_factory=dict)
    sorts: Mapping[str, Sort] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()
    by_hand: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line in which nothing was understood."""

    key: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """The proposals of a text, the lines in which nothing was understood, and the nouns of the rows that are not left
    out, as they were read. `volumes` are those of entities that the rows or the design name, `unplaced` the others.
    `digest` differs where the text or what the design knows makes other rows.
    """

    proposals: tuple[ProposedRow, ...]
    not_understood: tuple[UnreadLine, ...]
    nouns: Nouns
    digest: str
    volumes: tuple[Volume, ...] = ()
    unplaced: tuple[Volume, ...] = ()
    descriptions: tuple[EntityDescription, ...] = ()


def board(text: str, known: Vocabulary, decisions: Decisions, model: TextReading | None = None) -> Board:
    """Return the board of a text; `model` are the rows that a language model proposes for it."""
    reading = read(text, known)
    if model is not None:
        reading = with_proposals(reading, text, model)
    rows, unread = _keyed(reading, decisions.by_hand)
    names = {one.name: one.identity[-1] for one in known.entities}
    for row in reading.rows:
        said = (*(row.entities.value or ()), *(one.of for one in row.given.value or () if one.of))
        names |= {name: id_name(name) for name in said if name not in names}
    proposals: list[ProposedRow] = []
    for _, line in groupby(rows, key=lambda keyed: keyed[1].line):
        proposals.extend(_of_line(list(line), decisions, names))
    kept = [one.row for one in proposals if not one.is_out]
    digest = hashlib.blake2b(repr(reading).encode(), digest_size=8).hexdigest()
    found = nouns(kept, known, reading.descriptions)
    placed = placed_volumes(reading, found, known)
    unplaced = tuple(one for one in reading.volumes if one not in placed)
    told = reading.descriptions
    return Board(tuple(proposals), unread, found, digest, placed, unplaced, told)


def _keyed(reading: TextReading, by_hand: frozenset[str]) -> tuple[list[tuple[str, Row]], tuple[UnreadLine, ...]]:
    """Return the rows with their keys, among them empty ones for the lines that are filled in by hand, and the other
    lines in which nothing was understood.
    """
    rows, unread = list(reading.rows), []
    seen: Counter[str] = Counter()
    for number, text in reading.not_understood:
        key = _next_key(text, seen)
        if key in by_hand:
            rows.append(row_by_hand(text, number))
        else:
            unread.append(UnreadLine(key, number, text))
    seen.clear()
    rows.sort(key=lambda row: row.line)
    return [(_next_key(row.text, seen), row) for row in rows], tuple(unread)


def _next_key(text: str, seen: Counter[str]) -> str:
    words = f"{zlib.crc32(text.encode()):08x}"
    seen[words] += 1
    return f"{words}-{seen[words] - 1}"


def placed_volumes(reading: TextReading, found: Nouns, known: Vocabulary) -> tuple[Volume, ...]:
    """Return the volumes whose entities the rows or the design name."""
    names = {one.name for one in found.entities} | {one.name for one in known.entities}
    return tuple(one for one in reading.volumes if one.entity in names and (not one.parent or one.parent in names))


def volume_text(one: Volume, *, is_first: bool = False) -> str:
    """Return a volume as a sentence without its period; `is_first`: nothing precedes it."""
    if not one.parent:
        return f"{one.entity}: {number_of(one.count, 'item')}"
    amount = "at most" if one.is_most else "on average"
    return f"{'Each' if is_first else 'each'} {one.parent} has {number_of(one.count, f'{one.entity} item')} {amount}"


def description_text(one: EntityDescription) -> str:
    """Return what a line says of an entity, as a sentence without its period."""
    values = {each.attribute: f" ({', '.join(each.values)})" for each in one.values}
    values |= dict.fromkeys(one.flags, " (true or false)")
    attributes = (f"{'a unique ' * (name in one.unique)}{name}{values.get(name, '')}" for name in one.attributes)
    has = [*attributes, *(f"several {name} items" for name in one.has_several)]
    belongs = [each.entity for each in one.belongs_to]
    said = [f"has {and_list(has)}"] if has else []
    said += [f"belongs to {and_list(belongs)}"] if belongs else []
    return f"{one.entity} {', and '.join(said) or 'is an entity'}"


def volume_label(one: Volume) -> str:
    """Return how decisions call a volume."""
    return f"{one.entity}/{one.parent}/{'most' if one.is_most else 'average'}"


def _of_line(keyed: list[tuple[str, Row]], decisions: Decisions, names: Mapping[str, str]) -> Iterator[ProposedRow]:
    """Yield the proposals of one line. One question asks if its rows happen together; none if a row is left out."""
    out = {key for key, _ in keyed if key in decisions.out or is_left_out(key, decisions.answers)}
    if len(keyed) > 1 and out:
        keyed = [(key, filled(row, "joined", SEPARATE)) for key, row in keyed]
    first, *others = [proposed_row(key, row, decisions.answers, names, is_out=key in out) for key, row in keyed]
    yield first
    for one in others:
        rest = tuple(asked for asked in one.asked if asked.slot != "joined")
        yield replace(one, row=with_slots(one.row, joined=first.row.joined), asked=rest)


def attributes_to_confirm(found: Nouns) -> Iterator[AttributeNoun]:
    """Yield the proposed attributes, each with the sort that its words or its name say; identities of proposed entities
    are confirmed with their entity.
    """
    entities = {one.name for one in found.proposed.entities}
    for one in found.proposed.attributes:
        if one.entity in entities and one.name == id_name(one.entity):
            continue
        yield replace(one, sort=one.sort or _sort(one.name))


def _sort(name: str) -> Sort:
    words = words_of(name) or ("",)
    if words[-1] in _MEASURES:
        return Sort.NUMBER
    return Sort.TIME if is_name_of_time(name) else Sort.UNSAID


def attribute_label(one: AttributeNoun) -> str:
    """Return how decisions call an attribute."""
    return f"{one.entity}.{one.name}"


def relation_label(parent: str, child: str, via: str) -> str:
    """Return how decisions call a relation."""
    return f"{parent}>{child}>{via}"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The rows under their final names, with the nouns that the person confirmed."""

    rows: tuple[tuple[str, Row], ...]
    nouns: Nouns
    identities: Mapping[str, str]
    volumes: tuple[Volume, ...] = ()
    descriptions: tuple[EntityDescription, ...] = ()


def confirmed(seen: Board, known: Vocabulary, decisions: Decisions) -> Confirmed:
    """Return what the person confirmed: rows with their keys, and nouns; refused ones stay proposed."""
    kept = [one for one in seen.proposals if not one.is_out]
    rows = renamed((one.row for one in kept), decisions.names)
    refused = {_new_label(label, seen.nouns, decisions.names) for label in decisions.refused if "/" not in label}
    sorts = {_new_label(label, seen.nouns, decisions.names): sort for label, sort in decisions.sorts.items()}
    told = tuple(described_anew(one, decisions.names) for one in seen.descriptions)
    found = nouns(rows, known, told)
    whole = found.confirmed()

    def with_sort(noun: AttributeNoun) -> AttributeNoun:
        return replace(noun, sort=sorts.get(attribute_label(noun), noun.sort or _sort(noun.name)))

    final = Nouns(
        tuple(old if old.name in refused else new for old, new in zip(found.entities, whole.entities, strict=True)),
        tuple(
            old if attribute_label(old) in refused else with_sort(new)
            for old, new in zip(found.attributes, whole.attributes, strict=True)
        ),
        tuple(
            old if relation_label(old.parent, old.child, old.via) in refused else new
            for old, new in zip(found.relations, whole.relations, strict=True)
        ),
    )
    identities = {new.name: new.identity for new in decisions.names.values()}
    said = (one for one in seen.volumes if volume_label(one) not in decisions.refused)
    volumes = tuple(
        replace(one, entity=_new_name(one.entity, decisions.names), parent=_new_name(one.parent, decisions.names))
        for one in said
    )
    return Confirmed(tuple(zip((one.key for one in kept), rows, strict=True)), final, identities, volumes, told)


def unconfirmed_label(noun: str, seen: Board, decisions: Decisions) -> str:
    """Return how decisions call a noun that the person has not confirmed; '' if they do not name it."""
    labels = (one for one in sorted(decisions.refused) if "/" not in one)
    return next((one for one in labels if _new_label(one, seen.nouns, decisions.names) == noun), "")


def _new_name(entity: str, names: Mapping[str, NewName]) -> str:
    return names[entity].name if entity in names else entity


def _new_label(label: str, found: Nouns, names: Mapping[str, NewName]) -> str:
    """Return what a noun is called after entities were renamed."""
    if ">" in label:
        parent, child, via = label.split(">", 2)
        return relation_label(_new_name(parent, names), _new_name(child, names), via)
    if "." in label:
        entity, attribute = label.split(".", 1)
        refers = next((one.refers_to for one in found.attributes if attribute_label(one) == label), "")
        return f"{_new_name(entity, names)}.{renamed_attribute(attribute, refers, names)}"
    return _new_name(label, names)
