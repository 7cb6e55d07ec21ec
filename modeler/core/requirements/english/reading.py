"""Reads English sentences as rows: understood words fill slots; the rest stays visible or becomes a question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from modeler.core.requirements.english import canonical
from modeler.core.requirements.english.acts.writes import write
from modeler.core.requirements.english.clauses import (
    COMPOUNDING,
    clause,
    compound,
    doubt,
    either,
    is_either,
    is_looked_through,
    is_made_or_read,
    is_noun_too,
    unsure,
)
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.frames import question
from modeler.core.requirements.english.gate import follows_unknown, is_apart, is_far
from modeler.core.requirements.english.imperatives import is_made, separated, verb_at
from modeler.core.requirements.english.licensing import keep_licensed
from modeler.core.requirements.english.lines import is_foreign, is_heading, reason_at, spelled, without_markup
from modeler.core.requirements.english.openings import after_title, occasion, opening
from modeler.core.requirements.english.passives import passive_act
from modeler.core.requirements.english.paths import is_of_server, path_row
from modeler.core.requirements.english.restrictions import ask_restrictions
from modeler.core.requirements.english.rules import apply_rules, words_at
from modeler.core.requirements.english.settling import settle
from modeler.core.requirements.english.shapes.asked import asked, what_does, which_does, who_did
from modeler.core.requirements.english.shapes.fleets import fleet
from modeler.core.requirements.english.shapes.kept import kept
from modeler.core.requirements.english.shapes.loads import load
from modeler.core.requirements.english.shapes.notations import after_colon, arrow, call
from modeler.core.requirements.english.shapes.several import joined, parts_of
from modeler.core.requirements.english.shapes.wholes import whole
from modeler.core.requirements.english.slots import (
    amounts,
    bounds,
    comparisons,
    conditions,
    dates,
    idioms,
    latest,
    relations,
    shown,
    usage,
)
from modeler.core.requirements.english.slots.aggregates import aggregate, for_each, grouped
from modeler.core.requirements.english.slots.subjects import checked, counted, sort, subject
from modeler.core.requirements.english.statements import note_at, stated, told
from modeler.core.requirements.english.tails import relative_states, superlatives
from modeler.core.requirements.english.tails.condition_tails import condition_tail
from modeler.core.requirements.english.tails.limits import limit_tail
from modeler.core.requirements.english.volumes import volume_line
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken, tokens
from modeler.core.requirements.english.words.verbs import (
    AMBIGUOUS,
    READING,
    TRANSITIONS,
)
from modeler.core.requirements.rows import Row, TextReading, Volume
from modeler.core.requirements.slots import Act, Certainty
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, Vocabulary

LINE_MAX: Final = 400
LINES_MAX: Final = 500
_CODE: Final = re.compile(
    r"^\s*(?:[-*•]\s+)?(?:([A-Za-z]{1,4}-?\d{1,4}|\d{1,4})\s*[.):\-–]\s+|([A-Z]{1,4}-?\d{1,4})\s+(?=[A-Za-z]))?"
)
_TIMES: Final = (*dates.RULES, *bounds.RULES)
_CONDITIONS: Final = (*conditions.RULES[:4], *relative_states.RULES, *conditions.RULES[4:], *idioms.RULES)
_BASE: Final = (
    *canonical.RULES, *usage.RULES, *shown.RULES, *_CONDITIONS[:4], *_TIMES, *comparisons.RULES,
    *latest.RULES, *superlatives.RULES, *amounts.RULES, *_CONDITIONS[4:]
)  # fmt: skip
_LATER: Final = tuple(one for one in _BASE if one not in _TIMES)
_OBJECTS: Final = frozenset({"a", "an", "the", "its", "their", "one", "all"})
_PARTICLES: Final = words_in("out off up down back away")


def read(text: str, known: Vocabulary = NOTHING_KNOWN) -> TextReading:
    """Return the rows of a text, one requirement per line. Lines beyond `LINES_MAX` and text beyond `LINE_MAX` are
    reported as not understood.
    """
    return read_numbered(enumerate(text.splitlines(), 1), known)


def read_numbered(lines: Iterable[tuple[int, str]], known: Vocabulary = NOTHING_KNOWN) -> TextReading:
    """Return the rows of numbered lines, as `read` does."""
    rows: list[Row] = []
    left: list[tuple[int, str]] = []
    volumes: list[Volume] = []
    wanted = ((number, line) for number, line in lines if re.search(r"[^\W\d_]", line))
    for place, (number, line) in enumerate(wanted):
        is_read = place < LINES_MAX and len(line) <= LINE_MAX
        counted, rest = volume_line(_plain(line), known, line=number) if is_read else ((), ())
        volumes.extend(counted)
        left.extend((number, one) for one in rest)
        made = read_line(line, known, line=number) if is_read and not counted else ()
        rows.extend(made)
        if not (made or counted):
            left.append((number, line.strip()[:LINE_MAX]))
    return TextReading(tuple(rows), tuple(left), tuple(volumes))


def _plain(line: str) -> str:
    """Return a line without its number or bullet, its markup, and the mark at its end."""
    found = _CODE.match(line)
    return without_markup(line[found.end() :] if found else line).strip().rstrip(" .;")


def read_line(text: str, known: Vocabulary = NOTHING_KNOWN, *, line: int = 1) -> tuple[Row, ...]:
    """Return the rows of one line: none if neither an operation nor an entity was understood, several if it speaks of
    several writes.
    """
    found = _CODE.match(text)
    code = ((found[1] or found[2] or "") if found else "").upper()
    said = _plain(text)
    address = path_row(said, known, line=line, code=code)
    if address is not None:
        return () if is_of_server(said) else (address,)
    all_tokens = spelled(tokens(said))
    if is_heading(text if found is None else text[found.end() :]) or is_foreign(all_tokens):
        return ()
    parts = parts_of(all_tokens)
    rows = [_row(said, part, known, line=line, code=code) for part in parts]
    kept = tuple(row for row in rows if row.entities.value or row.operation.question or row.entities.question)
    return joined(kept) if len(kept) > 1 else tuple(row for row in kept if not _is_bare(row))


def _is_bare(row: Row) -> bool:
    """Return whether a row is one noun without anything about it: "hello" asks for nothing."""
    told = {name for name, slot in row.slots if slot.certainty is not Certainty.EMPTY} - {"restriction"}
    is_noun = told <= {"operation", "entities", "given"} and row.operation.value is Act.GET
    is_alone = is_noun and not row.operation.spans and not row.given.spans
    return is_alone and re.match(r"(?:the|an?|one)\s", row.text, re.IGNORECASE) is None


def _row(text: str, part: tuple[WordToken, ...], known: Vocabulary, *, line: int, code: str) -> Row:
    draft = Draft(text, part, known, line=line, code=code, end=min(reason_at(part), note_at(part)))
    idioms.skip_set_phrases(draft)
    at = _skipped(draft, opening(draft, _leading(draft)))
    if stated(draft, at):
        return draft.row()
    end = _begun(draft, after_title(draft, at))
    if end is not None:
        after_colon(draft)
        _rest(draft, condition_tail(draft, 0) or occasion(draft))
        doubt(draft)
        settle(draft)
        keep_licensed(draft)
        ask_restrictions(draft)
    return draft.row()


def _leading(draft: Draft) -> int:
    """Read what comes before the request, as far as the grammar knows it: "Twice a day, ..."."""
    end = apply_rules(draft, 0, usage.RULES) or for_each(draft)
    start = _skipped(draft, end or occasion(draft))
    while draft.low(start) in {"only", "just", "simply", "then", "also"} and group_at(draft.tokens, start + 1):
        draft.read(range(start, start + 1))
        start += 1
    return start


def _skipped(draft: Draft, at: int) -> int:
    """Return the place after punctuation."""
    while at < len(draft.tokens) and draft.tokens[at].kind == "mark":
        at += 1
    return at


def _begun(draft: Draft, at: int) -> int | None:
    """Read the verb and the object; return where they ended, None if nothing begins here."""
    for attempt in (
        fleet,
        load,
        arrow,
        call,
        kept,
        whole,
        which_does,
        what_does,
        question,
        asked,
        aggregate,
        _act,
        clause,
    ):
        end = attempt(draft, at)
        if end is not None:
            return end
    # The verb is not what the request is about when its object is unknown.
    return None if verb_at(draft, at)[0] else told(draft, at) or subject(draft, at)


def _act(draft: Draft, at: int) -> int | None:
    """Read a verb in the imperative, and its object."""
    verb, end = verb_at(draft, at)
    if not verb:
        return _told_of(draft, at) or passive_act(draft, at)
    verb = "create" if is_made(draft, verb, end) else verb
    if is_made_or_read(draft, verb, at, end):
        return either(draft, verb, at, end)
    if is_either(draft, verb, end) and draft.low(end) not in {"me", "us", "on", "about", "of", "for"}:
        return either(draft, verb, at, end)
    if verb == "sort":
        return sort(draft, at, end)
    whole, particle = separated(draft, verb, end)
    if whole:
        draft.read(range(particle, particle + 1), "operation")
        return write(draft, whole, at, end)
    if verb in TRANSITIONS and draft.low(end) in _PARTICLES and draft.low(end + 1) in _OBJECTS:
        draft.read(range(end, end + 1), "operation")
        return write(draft, verb, at, end + 1)
    if is_noun_too(draft, verb, end):
        return unsure(draft, at, end)
    is_write = (verb not in READING or verb in AMBIGUOUS) and not is_looked_through(draft, verb, end)
    if is_write or (verb in {"scan", "return"} and draft.low(end) in {"a", "an"}):
        return write(draft, verb, at, end)
    return _read_act(draft, verb, at, end)


def _read_act(draft: Draft, verb: str, at: int, end: int) -> int | None:
    """Read what a verb of reading asks for."""
    if verb == "count":
        return counted(draft, at, end)
    end += draft.low(end) in {"me", "us", "for", "up", "of", "only", "just"}
    while draft.low(end) in {"please", "kindly"}:
        end += 1
    if (inquired := who_did(draft, end)) is not None:
        draft.read(range(at, end), "operation")
        return inquired
    if draft.low(end) in {"which", "what", "how", "who"} and (asked := question(draft, end)) is not None:
        draft.read(range(at, end), "operation")
        return asked
    if draft.low(end) in {"out", "whether", "if"} and verb in {"check", "know", "see", "find", "get"}:
        start = end + 3 if words_at(draft, end + 1, ("there", "is")) else end + 1
        return checked(draft, at, start)
    if verb in {"check", "report", "open"} and group_at(draft.tokens, end) is None:
        return None
    draft.reading = verb
    reached = aggregate(draft, end) or subject(draft, end)
    if reached is None:
        return None
    draft.read(range(at, end), "operation")
    if verb in COMPOUNDING:
        compound(draft, verb, end)
    return reached


def _told_of(draft: Draft, at: int) -> int | None:
    """Read "I want to be warned of accessions whose rate is below 85": the items are listed."""
    is_told = draft.is_wish and draft.low(at) in _TOLD and draft.low(at + 1) in {"of", "about"}
    group = group_at(draft.tokens, at + 2) if is_told else None
    if group is None or not group.is_plural:
        return None
    draft.fill("operation", Act.LIST, range(at, at + 2))
    return subject(draft, at + 2)


_TOLD: Final = frozenset({"warned", "notified", "alerted", "informed", "told"})


def _rest(draft: Draft, at: int) -> None:
    """Read the clauses after the object, each by the first rule that fits."""
    is_known = draft.has("entities") or draft.value("operation") is not None
    rules = _BASE if is_known else _CONDITIONS
    while at < len(draft.tokens):
        if draft.used[at] or (draft.tokens[at].kind in {"mark", "possessive"} and draft.low(at) not in {"~"}):
            at += 1
            continue
        fitting = _LATER if rules is _BASE and (follows_unknown(draft, at) or is_far(draft, at)) else rules
        end = apply_rules(draft, at, usage.RULES) or grouped(draft, at) or apply_rules(draft, at, fitting)
        if end is None and is_known and not is_apart(draft, at):
            end = apply_rules(draft, at, relations.RULES)
        at = end or condition_tail(draft, at) or limit_tail(draft, at) or at + 1
