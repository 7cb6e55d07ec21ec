"""Requirements read from text, as the page proposes them, and what its form says that a person decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from django.http import QueryDict

from modeler.core.requirements.asked import LEAVE_OUT, LEFT_OPEN, NAMED, Asked, ProposedRow, SlotAnswer
from modeler.core.requirements.board import (
    Board,
    Decisions,
    attribute_label,
    attributes_to_confirm,
    relation_label,
    unconfirmed_label,
    volume_label,
    volume_text,
)
from modeler.core.requirements.morphology import id_name
from modeler.core.requirements.nouns import Sort
from modeler.core.requirements.patterns import Left
from modeler.core.requirements.renaming import NewName
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import ANY_TIME
from modeler.wording.slot_words import SLOT_LABELS, slot_words

SORTS: Final = (
    (Sort.UNSAID.value, "text"),
    (Sort.NUMBER.value, "a number"),
    (Sort.TIME.value, "a time"),
    (Sort.ID.value, "an id"),
    (Sort.FLAG.value, "true or false"),
)
_CHOICE: Final = "="
_NAMING: Final = {
    "entities": "another entity",
    "restriction": "those with one value of the attribute",
    "given": "those with one value of another attribute",
}
_NOUNS: Final = ("entity", "attribute", "relation", "volume")


def form_of(posted: QueryDict) -> QueryDict:
    """The form of the page, which is sent as one field: a long text has more fields than a request may have."""
    made = QueryDict(mutable=True)
    for name, value in parse_qsl(posted.get("form", ""), keep_blank_values=True):
        made.appendlist(name, value)
    return made


def decisions_of(said: QueryDict) -> Decisions:
    """What the form of the page says. What it did not show yet is neither left out nor refused."""
    refused = {one for noun in _NOUNS for one in set(said.getlist(f"{noun}-seen")) - set(said.getlist(noun))}
    sorts = {one: said.get(f"sort:{one}", "") for one in said.getlist("attribute-seen")}
    return Decisions(
        answers=dict(_answers(said)),
        out=frozenset(said.getlist("row")) - frozenset(said.getlist("kept")),
        names={one: _new_name(said, one) for one in said.getlist("entity-seen")},
        sorts={one: Sort(sort) for one, sort in sorts.items() if sort in set(Sort)},
        refused=frozenset(refused),
        by_hand=frozenset(said.getlist("by-hand")),
    )


def _answers(said: QueryDict) -> Iterator[tuple[tuple[str, str], SlotAnswer]]:
    for field, value in said.items():
        what, _, place = field.partition(":")
        if what == "answer":
            key, _, slot = place.partition(":")
            name = said.get(f"named:{place}", "").strip()
            yield (key, slot), SlotAnswer(str(value).removeprefix(_CHOICE), name)


def _new_name(said: QueryDict, label: str) -> NewName:
    name = said.get(f"name:{label}", "").strip()
    return NewName(name or label, said.get(f"identity:{label}", id_name(label)).strip())


def proposed_requirements(seen: Board, reasons: Mapping[str, Left], decisions: Decisions) -> dict[str, Any]:
    """Context of the proposals."""
    found = seen.nouns.proposed
    kept = [one for one in seen.proposals if not one.is_out]
    asking = [(row, asked) for row in kept for asked in row.asked if asked.answer is None]
    return {
        "digest": seen.digest,
        "rows": [_row(one, reasons.get(one.key), seen, decisions) for one in seen.proposals],
        "ready": sum(one.key not in reasons for one in kept),
        "asking": len({row.key for row, _ in asking}),
        "next_question": _first_control(*asking[0]) if asking else "",
        "suggested": sum(is_suggested(row.row, asked) for row, asked in asking),
        "not_understood": seen.not_understood,
        "entities": [_entity(one.name, one.lines, decisions) for one in found.entities],
        "attributes": [
            {
                **_noun(attribute_label(one), one.lines, decisions),
                "entity": one.entity,
                "name": one.name,
                "sort": decisions.sorts.get(attribute_label(one), one.sort).value,
                "values": ", ".join(one.values),
            }
            for one in attributes_to_confirm(seen.nouns)
        ],
        "relations": [
            {
                **_noun(relation_label(one.parent, one.child, one.via), one.lines, decisions),
                "sentence": _relation(one.parent, one.child, one.via),
            }
            for one in found.relations
        ],
        "volumes": [
            {**_noun(volume_label(one), (one.line,), decisions), "sentence": volume_text(one, is_first=True)}
            for one in seen.volumes
        ],
        "unplaced": [(one.line, volume_text(one, is_first=True)) for one in seen.unplaced],
        "sorts": SORTS,
        "kept_nouns": list(_kept_nouns(seen, decisions)),
        "can_add": bool(seen.proposals or found.entities or found.attributes or found.relations or seen.volumes),
    }


def is_suggested(row: Row, asked: Asked) -> bool:
    """Does a question only ask for the name of an attribute, and is its first choice what the words of the line name?
    Such questions can be answered together. `ANY_TIME` fits only where the newest come first.
    """
    if not asked.takes_name or not asked.question.choices:
        return False
    first = asked.question.choices[0].label
    match asked.slot:
        case "condition" | "changes":
            return True
        case "range":
            return first != ANY_TIME
        case "order":
            return first != ANY_TIME or any(one.descending for one in row.order.value or ())
    return False


def _noun(label: str, lines: tuple[int, ...], decisions: Decisions) -> dict[str, Any]:
    told = ", ".join(map(str, lines))
    return {"label": label, "lines": told, "is_confirmed": label not in decisions.refused}


def _entity(name: str, lines: tuple[int, ...], decisions: Decisions) -> dict[str, Any]:
    new = decisions.names.get(name, NewName(name, id_name(name)))
    return {**_noun(name, lines, decisions), "name": new.name, "identity": new.identity}


def _kept_nouns(seen: Board, decisions: Decisions) -> Iterator[tuple[str, str]]:
    """Hidden fields for what was decided about nouns that no kept line names for now, as a line may be kept again."""
    found = seen.nouns.proposed
    entities = {one.name for one in found.entities}
    attributes = {attribute_label(one) for one in attributes_to_confirm(seen.nouns)}
    relations = {relation_label(one.parent, one.child, one.via) for one in found.relations}
    shown = entities | attributes | relations | {volume_label(one) for one in seen.volumes}
    for label, new in decisions.names.items():
        if label not in entities:
            yield from _kept_noun("entity", label, decisions)
            yield f"name:{label}", new.name
            yield f"identity:{label}", new.identity
    for label, sort in decisions.sorts.items():
        if label not in attributes:
            yield from _kept_noun("attribute", label, decisions)
            yield f"sort:{label}", sort.value
    # Of relations and numbers of items, only a refusal is decided, and a refusal of any noun is read in the same way.
    for label in sorted(decisions.refused - shown - decisions.names.keys() - decisions.sorts.keys()):
        yield "relation-seen", label


def _kept_noun(noun: str, label: str, decisions: Decisions) -> Iterator[tuple[str, str]]:
    yield f"{noun}-seen", label
    if label not in decisions.refused:
        yield noun, label


def _relation(parent: str, child: str, via: str) -> str:
    if via:
        return f'{parent} "{via}" {child}: many to many'
    return f"One {parent} has several {child} items"


def _row(one: ProposedRow, left: Left | None, seen: Board, decisions: Decisions) -> dict[str, Any]:
    is_asked = any(asked.answer is None for asked in one.asked)
    noun = unconfirmed_label(left.noun, seen, decisions) if left is not None and left.noun else ""
    return {
        "key": one.key,
        "is_out": one.is_out,
        "is_by_hand": one.key in decisions.by_hand,
        "segments": list(_segments(one.row)),
        "unread": ", ".join(f'"{word}"' for word in one.row.unread_words),
        "slots": list(slot_words(one.row)),
        "asked": [_asked(one, asked) for asked in one.asked],
        "kept_answers": list(_kept_answers(one, decisions)),
        "reason": "" if is_asked or left is None else _sentence(left.reason),
        "noun": noun,
        "noun_control": f"{'attribute' if '.' in noun else 'entity'}-{noun}" if noun else "",
    }


def _kept_answers(row: ProposedRow, decisions: Decisions) -> Iterator[tuple[str, str]]:
    """The fields of earlier answers to questions that the row does not have now, because it is left out or because of
    another answer. The form keeps them, except for the one that leaves the line out.
    """
    asked = set() if row.is_out else {one.slot for one in row.asked}
    for slot in SLOT_LABELS:
        answer = decisions.answers.get((row.key, slot))
        if answer is None or slot in asked or answer.choice == LEAVE_OUT.label:
            continue
        is_choice = answer.choice not in {NAMED, LEFT_OPEN}
        yield f"answer:{row.key}:{slot}", f"{_CHOICE if is_choice else ''}{answer.choice}"
        if answer.name:
            yield f"named:{row.key}:{slot}", answer.name


def _naming(asked: Asked) -> str:
    """What a name answers: another one than those that are offered, if some are."""
    said = _NAMING.get(asked.slot, "another attribute")
    return said if asked.question.choices else said.replace("another", "an")


def _sentence(reason: str) -> str:
    """What a row lacks, a sentence, without the name of the slot before a question."""
    slot, _, rest = reason.partition(": ")
    told = rest if slot in SLOT_LABELS else reason
    return told if not told or told.endswith("?") else f"{told}."


def _segments(row: Row) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether its words filled no slot."""
    at = 0
    for span in sorted(row.unread):
        yield row.text[at : span.start], False
        yield span.of(row.text), True
        at = span.end
    yield row.text[at:], False


def _first_control(row: ProposedRow, asked: Asked) -> str:
    """The id of the first control that answers a question."""
    way = "1" if asked.question.choices else "named" if asked.takes_name else "leave"
    return f"asked-{row.key}-{asked.slot}-{way}"


def _asked(row: ProposedRow, one: Asked) -> dict[str, Any]:
    answer, key = one.answer or SlotAnswer(""), row.key
    labels = [choice.label for choice in one.question.choices]
    return {
        "id": f"asked-{key}-{one.slot}",
        "name": f"{key}:{one.slot}",
        "text": one.question.text,
        "is_suggested": is_suggested(row.row, one),
        "choices": [
            {"label": label, "value": f"{_CHOICE}{label}", "is_chosen": label == answer.choice} for label in labels
        ],
        "takes_name": one.takes_name,
        "naming": _naming(one),
        "is_named": answer.choice == NAMED,
        "typed": answer.name,
        "may_stay_open": one.may_stay_open,
        # A radio button that is alone cannot be cleared.
        "control": "radio" if len(labels) + one.takes_name + one.may_stay_open > 1 else "checkbox",
        "is_left": answer.choice == LEFT_OPEN,
    }
