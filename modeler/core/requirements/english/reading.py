"""Reads English sentences as rows: understood words fill slots; the rest stays visible or becomes a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.after_address import with_rest
from modeler.core.requirements.english.after_colon import row_of_part
from modeler.core.requirements.english.canonical.inverse import written
from modeler.core.requirements.english.composed.choice import describe, is_clearer, is_sure, with_facts
from modeler.core.requirements.english.composed.composing import composed
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.constructions.created_beside import created_beside
from modeler.core.requirements.english.descriptions.blocks import joined_lists
from modeler.core.requirements.english.descriptions.keeping_time import kept_rows
from modeler.core.requirements.english.descriptions.predicates import is_subject
from modeler.core.requirements.english.descriptions.resolving import described
from modeler.core.requirements.english.descriptions.restated import restated
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.descriptions.sentence import said_of_entities
from modeler.core.requirements.english.inside import clauses
from modeler.core.requirements.english.learned import is_better, is_open, learned, with_described
from modeler.core.requirements.english.line_rows import code_row
from modeler.core.requirements.english.lines import (
    is_foreign,
    is_heading,
    offers,
    spelled,
    states_usual,
    without_markup,
)
from modeler.core.requirements.english.notation.cells import celled
from modeler.core.requirements.english.notation.paths import is_of_server, path_row
from modeler.core.requirements.english.phrasing.fronted import fronted
from modeler.core.requirements.english.phrasing.labels import without_label
from modeler.core.requirements.english.phrasing.plainly import plainly
from modeler.core.requirements.english.phrasing.same import reworded
from modeler.core.requirements.english.proposing.agreeing import agreed
from modeler.core.requirements.english.shapes.bulk import then_each
from modeler.core.requirements.english.shapes.several import joined, parts_of
from modeler.core.requirements.english.shapes.together import together, with_parts
from modeler.core.requirements.english.volumes import volume_line
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import tokens
from modeler.core.requirements.morphology import entity_name
from modeler.core.requirements.rows import EntityDescription, Row, Size, TextReading, Volume
from modeler.core.requirements.slots import Act, Certainty
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, Vocabulary

LINE_MAX: Final = 400
LINES_MAX: Final = 500
_CODE: Final = re.compile(
    r"^\s*(?:[-*•]\s+)?(?:([A-Za-z]{1,4}-?\d{1,4}|\d{1,4})\s*[.):\-–]\s+|([A-Z]{1,4}-?\d{1,4})\s+(?=[A-Za-z])"
    r"|#(\d{1,6})\s*[.):\-–]?\s+)?"
)


def read(text: str, known: Vocabulary = NOTHING_KNOWN) -> TextReading:
    """Return the rows of a text, one requirement per line. Lines beyond `LINES_MAX` and text beyond `LINE_MAX` are
    reported as not understood.
    """
    return read_numbered(enumerate(joined_lists(text).splitlines(), 1), known)


def read_numbered(lines: Iterable[tuple[int, str]], known: Vocabulary = NOTHING_KNOWN) -> TextReading:
    """Return the rows of numbered lines, as `read` does."""
    wanted = ((number, line) for number, line in lines if re.search(r"[^\W\d_]", line))
    found = _Lines(known)
    for place, (number, line, is_part) in enumerate(one for each in wanted for one in _sentences(*each, known)):
        found.add(number, line, is_read=place < LINES_MAX and len(line) <= LINE_MAX, is_part=is_part)
    whole = _whole(found.read, found.left, known, found.volumes, found.said)
    return replace(whole, sizes=tuple(found.sizes))


class _Lines:
    """What the sentences of a text say, before all of them were read."""

    def __init__(self, known: Vocabulary) -> None:
        self.known = known
        self.read: list[tuple[int, str, tuple[Row, ...], bool]] = []
        self.left: list[tuple[int, str]] = []
        self.volumes: list[Volume] = []
        self.said: list[SaidOfEntity] = []
        self.sizes: list[Size] = []
        self.about = ""
        self.state: State | None = None
        self.line = 0

    def add(self, number: int, line: str, *, is_read: bool, is_part: bool = False) -> None:
        """Read a sentence of a line; one that is not to be read is left. `is_part`: it is one of several, and
        one of these describes an entity.
        """
        if is_read:
            self.state = composed(_plain(line), line=number, before=self.state if number == self.line else None)
            self.line = number
        if is_read and (kept := kept_rows(_plain(line), self.known, line=number)):
            self.read.append((number, line, kept, False))
            return
        is_told = is_read and self._describe(number, line)
        made = read_line(line, self.known, line=number) if is_read and not is_told else ()
        # Beside a sentence that describes an entity, a request says what it wants.
        is_unsure = is_part and all(row.operation.value is None or row.operation.question for row in made)
        made = () if is_unsure else made
        self.read.append((number, line, made, is_read and not (is_told or is_unsure)))
        if not (made or is_told):
            self.left.append((number, line.strip()[:LINE_MAX]))

    def _describe(self, number: int, line: str) -> bool:
        """Read what a sentence says of entities; return whether it says anything."""
        counted, told, rest = _statement(_plain(line), self.known, number, self.about)
        is_told = bool(counted or told)
        if self.state is not None and is_clearer(facts := self.state.facts, counted, told, rest):
            counted, told, rest = with_facts(facts)
            self.sizes.extend(facts.sizes)
            self.read.extend((number, line, (row,), False) for row in facts.rows)
            is_told = True
        self.volumes.extend((*counted, *(one for each in told for one in each.volumes)))
        self.left.extend((number, one) for one in rest)
        self.about = told[-1].entity if told else _named(line[:LINE_MAX])
        self.said.extend(told)
        return is_told


_STOP: Final = re.compile(
    r"(?<=[^\W_])(?<!e\.g)(?<!i\.e)(?:[.!]\s+(?=[A-Z])|;\s+(?=\w))|(?<=[)\]])(?:\.\s+(?=[A-Z])|;\s+)"
)


def _sentences(number: int, line: str, known: Vocabulary) -> Iterator[tuple[int, str, bool]]:
    """Yield the sentences of a line if one of them describes an entity; otherwise the line as it is: "newest first"
    belongs to the sentence before it. The last value is set for sentences.
    """
    parts = _STOP.split(line) if len(line) <= LINE_MAX else [line]
    plain = _plain(line)
    if len(parts) > 1 and restated(plain)[0] != (plain,) and _statement(plain, known, 1, "Item")[1]:
        parts = [line]  # "60,000 copies per branch; the largest one has 400,000"
    is_told = len(parts) > 1 and (any(_describes(_plain(one), known) for one in parts) or describe(map(_plain, parts)))
    yield from ((number, one, True) for one in parts) if is_told else ((number, line, False),)


def _statement(
    text: str, known: Vocabulary, line: int, about: str
) -> tuple[tuple[Volume, ...], tuple[SaidOfEntity, ...], tuple[str, ...]]:
    """Return what a sentence says of numbers and of entities, as it is or in plainer words, and what it leaves."""
    sentences, beside = restated(text)
    for listed, more in (
        (((text,), ()), (sentences, beside)) if sentences == (text,) else ((sentences, beside), ((text,), ()))
    ):
        volumes: list[Volume] = []
        told: list[SaidOfEntity] = []
        rest: list[str] = list(more)
        for one in listed:
            counted, others = volume_line(one, known, line=line)
            volumes.extend(counted)
            rest.extend(others)
            made = () if counted else said_of_entities(one, known, line=line, about=about)
            told.extend(made)
            if not (counted or made):
                break
        else:
            return tuple(volumes), tuple(told), tuple(rest)
    return (), (), ()


def describes(text: str, known: Vocabulary = NOTHING_KNOWN) -> bool:
    """Return whether a line says what an entity has or belongs to, or how many items there are. Text beyond
    `LINE_MAX` is not read.
    """
    return any(_describes(_plain(one), known) for one in _STOP.split(text[:LINE_MAX]))


def _describes(text: str, known: Vocabulary) -> bool:
    volumes, told, _ = _statement(text, known, 1, "Item")
    return bool(volumes or told) or is_sure(composed(text, line=1).facts)


def _named(text: str) -> str:
    """Return the entity that a sentence leaves for "it": the last thing with an article, else what it is about."""
    said = tokens(_plain(text))
    articles = [at for at, one in enumerate(said) if at and one.low in {"a", "an"}]
    last = group_at(said, articles[-1]) if articles else None
    group = last if last is not None and last.end == len(said) else group_at(said, 0, before_verb=True)
    return entity_name(group.words) if group is not None and is_subject(group) else ""


def _whole(
    lines: list[tuple[int, str, tuple[Row, ...], bool]],
    left: list[tuple[int, str]],
    known: Vocabulary,
    volumes: list[Volume],
    said: list[SaidOfEntity],
) -> TextReading:
    """Return the reading of all lines: what some are sure of helps to read the others."""
    more = learned((row for _, _, made, _ in lines for row in made), known)
    counted = {name for one in volumes for name in (one.entity, one.parent) if name}
    told, unsure = described(said, {one.name for one in more.entities} | counted)
    told = (*told, *_both_ways(volumes, told))
    left.extend(unsure)
    more = with_described(more, told)
    rows, kept = _again(lines, left, known, more, told)
    return TextReading(agreed(rows, told, known), kept, tuple(volumes), told)


def _both_ways(volumes: list[Volume], told: tuple[EntityDescription, ...]) -> tuple[EntityDescription, ...]:
    """Return that each vet has several clinics, if lines count them and say that a clinic has several vets."""
    several = {(one.entity, name) for one in told for name in one.has_several}
    counted = {(one.parent, one.entity): one.line for one in volumes if one.parent and one.count > 1}
    more = {pair: line for pair, line in counted.items() if pair[::-1] in several | counted.keys() - {pair}}
    return tuple(
        EntityDescription(line, parent, has_several=(entity,))
        for (parent, entity), line in more.items()
        if (parent, entity) not in several and parent != entity
    )


def _again(
    lines: list[tuple[int, str, tuple[Row, ...], bool]],
    left: list[tuple[int, str]],
    known: Vocabulary,
    more: Vocabulary,
    told: tuple[EntityDescription, ...],
) -> tuple[tuple[Row, ...], tuple[tuple[int, str], ...]]:
    """Read open lines once more with the entities that the other lines are sure of, and lines about what others
    describe; return all rows, and what is left of the lines in which nothing was understood.
    """
    names = {one.entity for one in told if one.attributes}
    rows: list[Row] = []
    understood: set[int] = set()
    for number, line, made, is_read in lines:
        is_told = any(names.intersection(row.entities.value or ()) for row in made)
        is_asked = is_read and more != known and (is_open(made) or is_told)
        again = read_line(line, more, line=number) if is_asked else ()
        if is_better(again, made):
            rows.extend(again)
            understood.add(number)
        else:
            rows.extend(made)
    kept = sorted((one for one in left if one[0] not in understood), key=lambda one: one[0])
    return tuple(rows), tuple(kept)


def _plain(line: str) -> str:
    """Return a line without its number or bullet, its markup, and the mark at its end."""
    found = _CODE.match(line)
    return without_markup(line[found.end() :] if found else line).strip().rstrip(" .;")


def read_line(text: str, known: Vocabulary = NOTHING_KNOWN, *, line: int = 1) -> tuple[Row, ...]:
    """Return the rows of one line: none if neither an operation nor an entity was understood, several if it speaks of
    several writes.
    """
    found = _CODE.match(text)
    code = ((found[1] or found[2] or found[3] or "") if found else "").upper()
    if (exact := written(_plain(text), known, line=line, code=code)) is not None:
        return (exact,)
    said = without_label(_plain(text))
    address = path_row(said, known, line=line, code=code)
    if address is not None:
        return () if is_of_server(said) else (with_rest(address, known),)
    if (in_code := code_row(said, known, line=line, code=code)) is not None:
        return (in_code,)
    all_tokens = fronted(celled(reworded(plainly(spelled(tokens(said))))))
    if is_heading(text if found is None else text[found.end() :]) or is_foreign(all_tokens):
        return ()
    if offers(all_tokens) or states_usual(all_tokens):
        return ()
    at_once = together(said)
    if at_once is not None:
        all_tokens = tuple(one for one in all_tokens if not at_once.start <= one.start < at_once.end)
    divided = then_each(all_tokens)
    divided = parts_of(all_tokens) if len(divided) == 1 else divided
    divided = clauses.divided(said, divided[0], known) if len(divided) == 1 else divided
    divided = created_beside(said, divided[0], known) if len(divided) == 1 else divided
    parts = [part for one in divided for part in with_parts(one)]
    rows = [row_of_part(said, part, known, line=line, code=code) for part in parts]
    kept = tuple(row for row in rows if row.entities.value or row.operation.question or row.entities.question)
    return joined(kept, at_once) if len(kept) > 1 else tuple(row for row in kept if not _is_bare(row))


def _is_bare(row: Row) -> bool:
    """Return whether a row is one noun without anything about it: "hello" asks for nothing."""
    told = {name for name, slot in row.slots if slot.certainty is not Certainty.EMPTY} - {"restriction"}
    is_unknown = row.operation.value is None and not (row.entities.value or row.given.value or row.unread)
    is_noun = told <= {"operation", "entities", "given"} and (row.operation.value is Act.GET or is_unknown)
    is_alone = is_noun and not row.operation.spans and not row.given.spans
    is_whole = re.search(r"\b(?:details?|info|information)$", row.text, re.IGNORECASE) is not None
    return is_alone and not is_whole and re.match(r"(?:the|an?|one)\s", row.text, re.IGNORECASE) is None
