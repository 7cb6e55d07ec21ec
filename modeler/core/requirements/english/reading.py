"""Reads English sentences as rows: understood words fill slots; the rest stays visible or becomes a question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from modeler.core.requirements.answers import with_slots
from modeler.core.requirements.english import canonical
from modeler.core.requirements.english.clauses import (
    clause,
    doubt,
)
from modeler.core.requirements.english.commands import act
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.frames import question
from modeler.core.requirements.english.gate import follows_unknown, is_apart, is_far
from modeler.core.requirements.english.imperatives import verb_at
from modeler.core.requirements.english.learned import is_better, is_open, learned
from modeler.core.requirements.english.licensing import keep_licensed
from modeler.core.requirements.english.lines import is_foreign, is_heading, reason_at, spelled, without_markup
from modeler.core.requirements.english.notation.cells import celled
from modeler.core.requirements.english.notation.signatures import signature
from modeler.core.requirements.english.notation.sql import statement
from modeler.core.requirements.english.openings import after_title, occasion, opening
from modeler.core.requirements.english.paths import is_of_server, path_row
from modeler.core.requirements.english.phrasing import passed, said_bounds, said_orders, said_states, said_usage
from modeler.core.requirements.english.phrasing.fronted import fronted
from modeler.core.requirements.english.phrasing.labels import remark_at, without_label
from modeler.core.requirements.english.phrasing.same import reworded
from modeler.core.requirements.english.restrictions import ask_restrictions
from modeler.core.requirements.english.rules import apply_rules
from modeler.core.requirements.english.settling import settle
from modeler.core.requirements.english.shapes.asked import asked, what_does, which_does
from modeler.core.requirements.english.shapes.fleets import fleet
from modeler.core.requirements.english.shapes.kept import kept
from modeler.core.requirements.english.shapes.loads import load
from modeler.core.requirements.english.shapes.notations import after_colon, arrow, call
from modeler.core.requirements.english.shapes.several import joined, parts_of
from modeler.core.requirements.english.shapes.together import together, with_parts
from modeler.core.requirements.english.shapes.uniqueness import unique
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
from modeler.core.requirements.english.slots.subjects import subject
from modeler.core.requirements.english.statements import note_at, stated, told
from modeler.core.requirements.english.tails import relative_states, superlatives
from modeler.core.requirements.english.tails.condition_tails import condition_tail
from modeler.core.requirements.english.tails.limits import limit_tail
from modeler.core.requirements.english.volumes import volume_line
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken, tokens
from modeler.core.requirements.rows import Row, TextReading, Volume
from modeler.core.requirements.slots import Act, Certainty
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, Vocabulary

LINE_MAX: Final = 400
LINES_MAX: Final = 500
_UNKNOWN_MAX: Final = 24
"""Words of a line that nobody understood, after which the rest decides nothing."""
_CODE: Final = re.compile(
    r"^\s*(?:[-*•]\s+)?(?:([A-Za-z]{1,4}-?\d{1,4}|\d{1,4})\s*[.):\-–]\s+|([A-Z]{1,4}-?\d{1,4})\s+(?=[A-Za-z])"
    r"|#(\d{1,6})\s*[.):\-–]?\s+)?"
)
_USAGE: Final = (*said_usage.RULES, *usage.RULES)
_TIMES: Final = (*dates.RULES, *bounds.RULES)
_CONDITIONS: Final = (*conditions.RULES[:4], *relative_states.RULES, *conditions.RULES[4:], *idioms.RULES)
_BASE: Final = (
    *said_states.RULES[:5], *said_bounds.RULES, *canonical.RULES, *_USAGE, *shown.RULES, *_CONDITIONS[:4], *_TIMES,
    *comparisons.RULES,
    *said_orders.RULES[:14], *latest.RULES, *superlatives.RULES, *amounts.RULES, *_CONDITIONS[4:],
    *said_orders.RULES[14:], *said_states.RULES[5:]
)  # fmt: skip
_RELATIONS: Final = (*passed.RULES, *relations.RULES)
_LATER: Final = tuple(one for one in _BASE if one not in _TIMES)


def read(text: str, known: Vocabulary = NOTHING_KNOWN) -> TextReading:
    """Return the rows of a text, one requirement per line. Lines beyond `LINES_MAX` and text beyond `LINE_MAX` are
    reported as not understood.
    """
    return read_numbered(enumerate(text.splitlines(), 1), known)


def read_numbered(lines: Iterable[tuple[int, str]], known: Vocabulary = NOTHING_KNOWN) -> TextReading:
    """Return the rows of numbered lines, as `read` does."""
    read_lines: list[tuple[int, str, tuple[Row, ...], bool]] = []
    left: list[tuple[int, str]] = []
    volumes: list[Volume] = []
    wanted = ((number, line) for number, line in lines if re.search(r"[^\W\d_]", line))
    for place, (number, line) in enumerate(wanted):
        is_read = place < LINES_MAX and len(line) <= LINE_MAX
        counted, rest = volume_line(_plain(line), known, line=number) if is_read else ((), ())
        volumes.extend(counted)
        left.extend((number, one) for one in rest)
        made = read_line(line, known, line=number) if is_read and not counted else ()
        read_lines.append((number, line, made, is_read and not counted))
        if not (made or counted):
            left.append((number, line.strip()[:LINE_MAX]))
    return TextReading(*_again(read_lines, left, known), tuple(volumes))


def _again(
    lines: list[tuple[int, str, tuple[Row, ...], bool]], left: list[tuple[int, str]], known: Vocabulary
) -> tuple[tuple[Row, ...], tuple[tuple[int, str], ...]]:
    """Read open lines once more with the entities that the other lines are sure of; return all rows, and what is left
    of the lines in which nothing was understood.
    """
    more = learned((row for _, _, made, _ in lines for row in made), known)
    rows: list[Row] = []
    understood: set[int] = set()
    for number, line, made, is_read in lines:
        again = read_line(line, more, line=number) if is_read and more != known and is_open(made) else ()
        if is_better(again, made):
            rows.extend(again)
            understood.add(number)
        else:
            rows.extend(made)
    return tuple(rows), tuple((number, line) for number, line in left if number not in understood)


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
    said = without_label(_plain(text))
    address = path_row(said, known, line=line, code=code)
    if address is not None:
        return () if is_of_server(said) else (_with_usage(address, known),)
    if (written := _code_row(said, known, line=line, code=code)) is not None:
        return (written,)
    all_tokens = fronted(celled(reworded(spelled(tokens(said)))))
    if is_heading(text if found is None else text[found.end() :]) or is_foreign(all_tokens):
        return ()
    at_once = together(said)
    if at_once is not None:
        all_tokens = tuple(one for one in all_tokens if not at_once.start <= one.start < at_once.end)
    parts = [part for one in parts_of(all_tokens) for part in with_parts(one)]
    rows = [_row(said, part, known, line=line, code=code) for part in parts]
    kept = tuple(row for row in rows if row.entities.value or row.operation.question or row.entities.question)
    return joined(kept, at_once) if len(kept) > 1 else tuple(row for row in kept if not _is_bare(row))


def _with_usage(row: Row, known: Vocabulary) -> Row:
    """Return the row of an address with what the words after it say about its load and its freshness."""
    rest = row.unread[-1] if row.unread and row.unread[-1].end == len(row.text) else None
    if rest is None:
        return row
    draft = Draft(row.text, tokens(row.text), known)
    at = next((place for place, one in enumerate(draft.tokens) if one.start >= rest.start), len(draft.tokens))
    draft.read(range(at))
    while at < len(draft.tokens):
        at = apply_rules(draft, at, _USAGE) or at + 1
    said = draft.row()
    told = {name: slot for name, slot in said.slots if slot.certainty is not Certainty.EMPTY}
    return with_slots(replace(row, unread=(*row.unread[:-1], *said.unread)), **told) if told else row


def _code_row(text: str, known: Vocabulary, *, line: int, code: str) -> Row | None:
    """Return the row of a signature or a statement of SQL, with what the line says after it; None if it is none."""
    draft = Draft(text, tokens(text), known, line=line, code=code)
    end = statement(draft)
    end = signature(draft) if end is None else end
    if end is None:
        return None
    _rest(draft, end)
    return draft.row()


def _is_bare(row: Row) -> bool:
    """Return whether a row is one noun without anything about it: "hello" asks for nothing."""
    told = {name for name, slot in row.slots if slot.certainty is not Certainty.EMPTY} - {"restriction"}
    is_noun = told <= {"operation", "entities", "given"} and row.operation.value is Act.GET
    is_alone = is_noun and not row.operation.spans and not row.given.spans
    is_whole = re.search(r"\b(?:details?|info|information)$", row.text, re.IGNORECASE) is not None
    return is_alone and not is_whole and re.match(r"(?:the|an?|one)\s", row.text, re.IGNORECASE) is None


def _row(text: str, part: tuple[WordToken, ...], known: Vocabulary, *, line: int, code: str) -> Row:
    draft = Draft(text, part, known, line=line, code=code, end=min(reason_at(part), note_at(part), remark_at(part)))
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
    end = apply_rules(draft, 0, _USAGE) or for_each(draft)
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
        unique,
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
        act,
        clause,
    ):
        end = attempt(draft, at)
        if end is not None:
            return end
    # The verb is not what the request is about when its object is unknown.
    return None if verb_at(draft, at)[0] else told(draft, at) or subject(draft, at)


def _rest(draft: Draft, at: int) -> None:
    """Read the clauses after the object, each by the first rule that fits."""
    is_known = draft.has("entities") or draft.value("operation") is not None
    rules = _BASE if is_known else _CONDITIONS
    unknown = 0
    while at < len(draft.tokens) and unknown < _UNKNOWN_MAX:
        if draft.used[at] or (draft.tokens[at].kind in {"mark", "possessive"} and draft.low(at) not in {"~"}):
            at += 1
            continue
        fitting = _LATER if rules is _BASE and (follows_unknown(draft, at) or is_far(draft, at)) else rules
        end = apply_rules(draft, at, _USAGE) or grouped(draft, at) or apply_rules(draft, at, fitting)
        if end is None and is_known and not is_apart(draft, at):
            end = apply_rules(draft, at, _RELATIONS)
        end = end or condition_tail(draft, at) or limit_tail(draft, at)
        unknown += end is None
        at = end or at + 1
