"""Statements of SQL: "SELECT * FROM orders WHERE customer_id = ? ORDER BY created_at DESC LIMIT 20"."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import ID_KINDS
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Condition,
    Edit,
    Given,
    Limit,
    Range,
    RequestedOrder,
    Returned,
)

_NAME: Final = r"[`\"\[]?[A-Za-z_][\w.]*[`\"\]]?"
_STATEMENT: Final = re.compile(
    rf"\s*(?:select\s+(?P<columns>.+?)\s+from\s+(?P<read>{_NAME})|insert\s+into\s+(?P<made>{_NAME})(?:\s*\(.*|\s+values.*)?"
    rf"|update\s+(?P<changed>{_NAME})\s+set\s+(?P<sets>.+?)|delete\s+from\s+(?P<gone>{_NAME}))"
    r"(?:\s+(?:as\s+)?[a-z]{1,2})?(?:\s+where\s+(?P<where>.+?))?(?:\s+group\s+by\s+(?P<group>.+?))?(?:\s+order\s+by\s+(?P<order>.+?))?"
    r"(?:\s+(?:limit|fetch\s+first)\s+(?P<limit>\d+).*?)?\s*;?\s*$",
    re.IGNORECASE,
)
_PART: Final = re.compile(
    rf"(?P<name>{_NAME})\s*(?P<sign>=|<>|!=|<=|>=|<|>|between|like|in)\s*(?P<value>.+)", re.IGNORECASE
)
_PASSED: Final = re.compile(r"\?|[:$@%][\w()]*|\{\w+\}|'?<\w+>'?")
_SIGNS: Final = {"<": Comparator.LESS, "<=": Comparator.AT_MOST, ">": Comparator.GREATER, ">=": Comparator.AT_LEAST,
                 "between": Comparator.BETWEEN, "like": Comparator.BEGINS_WITH}  # fmt: skip


def statement(draft: Draft) -> int | None:
    """Read a statement that is the whole line; return the token after it, None if the line is none."""
    found = _STATEMENT.fullmatch(draft.text)
    if found is None or (found["sets"] is not None and "=" not in found["sets"]):
        return None
    table = next(one for one in (found["read"], found["made"], found["changed"], found["gone"]) if one)
    entity = draft.entity(words_of(_bare(table)))
    parts = _parts(found["where"])
    if parts is None:
        return None
    draft.fill("entities", entity)
    draft.fill("operation", _act(found, parts, entity, draft))
    for name, sign, value in parts:
        _restrict(draft, entity, name, sign, value, is_read=found["read"] is not None)
    for one in _split(found["sets"] or ""):
        name, _, value = (part.strip() for part in one.partition("="))
        said = "" if _PASSED.fullmatch(value) else value.strip("'\"")
        draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(words_of(_bare(name))), said))
    for one in _split(found["order"] or ""):
        words = one.split()
        is_down = words[-1].lower() == "desc"
        draft.fill("order", RequestedOrder(draft.attribute(words_of(_bare(words[0]))), is_down))
    if found["limit"]:
        draft.fill("limit", Limit(int(found["limit"])))
    _columns(draft, found["columns"] or "*", found["group"] or "")
    draft.read(range(len(draft.tokens)), "operation")
    return len(draft.tokens)


def _bare(name: str) -> str:
    return re.sub(r"[`\"\[\]]", "", name).split(".")[-1]


def _split(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _parts(where: str | None) -> list[tuple[str, str, str]] | None:
    """Return the comparisons of a condition; None if it has others than such joined by "and"."""
    if not where:
        return []
    if re.search(r"\bor\b", where, re.IGNORECASE):
        return None
    joined = re.sub(r"(?i)(between\s+\S+)\s+and\s+", r"\1 & ", where)
    found = [_PART.fullmatch(one.strip()) for one in re.split(r"(?i)\s+and\s+", joined)]
    if not all(found):
        return None
    return [(_bare(one["name"]), one["sign"].lower(), one["value"].strip()) for one in found if one is not None]


def _act(found: re.Match[str], parts: list[tuple[str, str, str]], entity: str, draft: Draft) -> Act:
    if found["made"]:
        return Act.CREATE
    if found["changed"]:
        return Act.UPDATE
    if found["gone"]:
        return Act.DELETE
    own = draft.reference(entity).attribute.lower()
    is_one = any(sign == "=" and "".join(words_of(name)) in {"id", own} for name, sign, _ in parts)
    is_listed = re.match(r"\s*count\s*\(", found["columns"] or "", re.IGNORECASE) is not None
    return Act.GET if is_one and not is_listed else Act.LIST


def _restrict(draft: Draft, entity: str, name: str, sign: str, value: str, *, is_read: bool) -> None:
    words = words_of(name)
    is_passed = _PASSED.fullmatch(value) is not None
    attribute = draft.attribute(words)
    if sign == "=" and words == ("id",):
        draft.fill("given", draft.reference(entity))
    elif sign == "=" and len(words) > 1 and words[-1] == "id" and words[-2] not in ID_KINDS:
        draft.fill("given", draft.reference(draft.entity(words[:-1])))
    elif sign == "=" and is_passed:
        draft.fill("given", Given(attribute))
    elif sign in _SIGNS and is_read:
        values = tuple(one.strip().strip("'\"") for one in value.split("&") if not _PASSED.fullmatch(one.strip()))
        draft.fill("range", Range(attribute, _SIGNS[sign], values))
    elif sign in {"=", "<>", "!="} or sign in _SIGNS:
        comparison = _SIGNS.get(sign, Comparator.EQUAL if sign == "=" else Comparator.UNEQUAL)
        draft.fill("condition", Condition(attribute, comparison, "" if is_passed else value.strip("'\"")))


def _columns(draft: Draft, columns: str, group: str) -> None:
    """Fill what is computed or returned."""
    by = tuple(draft.attribute(words_of(_bare(one))) for one in _split(group))
    columns = ", ".join(one for one in _split(columns) if not group or one not in _split(group))
    computed = re.fullmatch(r"\s*(count|sum|avg|max|min)\s*\(\s*(\*|[\w.]+)\s*\).*", columns, re.IGNORECASE)
    if computed is not None:
        what = _COMPUTED[computed[1].lower()]
        computed_of = () if what is Aggregate.COUNT else (draft.attribute(words_of(_bare(computed[2]))),)
        draft.fill("returned", Returned(what, computed_of, by))
    elif all(re.fullmatch(_NAME, one) for one in _split(columns)):
        names = tuple(draft.attribute(words_of(_bare(one))) for one in _split(columns))
        draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names))


_COMPUTED: Final = {"count": Aggregate.COUNT, "sum": Aggregate.SUM, "avg": Aggregate.AVERAGE,
                    "max": Aggregate.MAXIMUM, "min": Aggregate.MINIMUM}  # fmt: skip
