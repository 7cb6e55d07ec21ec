"""Acts of a clause whose verb no list has, or that an event brings about: "a debtor can dispute or acknowledge a
claim", "when a pallet arrives we put it in a slot", "the stock goes up".

The object of such an act is an item that is there, and the act changes it; which attribute says so is a question.
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.acts.changing import BEGETTING
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.edits import set_state
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.syntax.clauses import Clause, clause_at, second_predicate
from modeler.core.requirements.english.syntax.scenes import LineScene, scene_at
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import (
    CREATING,
    LINKING,
    READING,
    REMOVING,
    TRANSITIONS,
    VERBS,
    participle,
)
from modeler.core.requirements.slots import Act, AttributeChange, Choice, Edit, Question

_PEOPLE: Final = words_in("i we they people he she")
_NO_ACTS: Final = words_in(
    "have be like love hate prefer want need know think believe hope feel mean cost stay remain live work run look "
    "seem sound depend belong mind trust understand enjoy expect worry care matter happen exist rely fear dislike wish "
    "use see hear read visit meet call phone talk speak chat ask tell bring wear eat drink walk drive come go wait "
    "sit stand travel help try get do make let keep"
)
"""Verbs that tell of no change of an item by themselves."""
_MAKING: Final = words_in("book report raise lodge file request propose")
"""Verbs after which an item is there that was not: "report a defect", "book an appointment"."""


def acted(draft: Draft) -> int | None:
    """Read the act of a clause; return where its object ended, None if it is none that changes items."""
    scene = scene_at(draft, 0)
    if (moved := _amount(draft, scene)) is not None:
        return moved
    first = clause_at(draft.tokens, scene.end)
    second = second_predicate(draft.tokens, first) if first is not None else None
    for clause in (one for one in (first, second) if one is not None and not one.is_negated):
        for attempt in (_coming_in, _undergone, _alternatives, _made, _changed):
            end = attempt(draft, clause, scene)
            if end is not None:
                return end
    return None


def _is_actor(clause: Clause) -> bool:
    return clause.pronoun in _PEOPLE or (clause.subject is not None and is_agent(clause.subject))


def _object(clause: Clause, scene: LineScene) -> NounGroup | None:
    """Return what an act is done to; a pronoun means what the event was about."""
    if clause.object is not None:
        return clause.object
    return scene.things[0] if clause.object_pronoun and scene.things else None


def _is_item(group: NounGroup | None) -> bool:
    if group is None or group.is_trait or group.rank or group.is_exact or group.is_plural:
        return False
    return group.determiner not in {"every", "each", "any", "all", ""} and group.count is None


def _alternatives(draft: Draft, clause: Clause, scene: LineScene) -> int | None:
    """Read "accept or decline a job offer": what can become of an item."""
    group = _object(clause, scene)
    if len(clause.verbs) < 2 or clause.is_passive or not _is_item(group) or group is None:
        return None
    bases = {one.base for one in clause.verbs}
    if bases & (_NO_ACTS | READING | CREATING | REMOVING | LINKING) or not _is_actor(clause):
        return None
    if any(draft.low(one.start - 1) == "and" for one in clause.verbs[1:]):
        return None
    _update(draft, group, clause, scene)
    states = [participle(one.base) for one in clause.verbs]
    said = " or ".join(states)
    values = [one.replace(" ", "_").upper() for one in states]
    choices = tuple(
        Choice(f"status becomes '{one}'", {"changes": [{"edit": "set", "attribute": "status", "value": one}]})
        for one in values
    )
    draft.ask("changes", Question(f'Which attribute says "{said}"?', choices))
    return clause.end


def _changed(draft: Draft, clause: Clause, scene: LineScene) -> int | None:
    """Read "a customer can rotate the signing secret": a verb that no list has changes its object."""
    group, verb = _object(clause, scene), clause.verbs[0].base
    is_told = bool(clause.modal) or scene.is_event or " " in verb
    if clause.is_passive or not is_told or not _is_actor(clause) or group is None:
        return None
    if not _is_item(group) and (not group.is_trait or _whole_of(draft, group) is None):
        return None
    is_open = verb not in VERBS or bool(clause.object_pronoun)
    if not is_open or verb in _NO_ACTS | READING | BEGETTING | CREATING or draft.low(clause.verbs[-1].end) == "to":
        return None
    _update(draft, group, clause, scene)
    _ask_state(draft, participle(verb))
    return clause.end


def _made(draft: Draft, clause: Clause, scene: LineScene) -> int | None:
    """Read "a tenant can report a defect": an item comes into being."""
    group, verb = clause.object, clause.verbs[0].base
    if clause.is_passive or verb not in _MAKING or len(clause.verbs) > 1 or not _is_actor(clause) or group is None:
        return None
    if group.determiner != "a" or group.is_plural or group.is_trait or draft.low(clause.end) in {"as", "to", "from"}:
        return None
    draft.fill("operation", Act.CREATE, places(clause.start, group.start))
    draft.verb = "create"
    if verb == "book":
        name = draft.entity(group.words)
        choices = tuple(Choice(f"an entity {one}", {"entities": [one]}) for one in (name, "Booking"))
        draft.ask("entities", Question(f'"book {" ".join(group.words)}": what is created?', choices), group.read)
    else:
        written(draft, group, Act.CREATE)
    return clause.end


def _undergone(draft: Draft, clause: Clause, scene: LineScene) -> int | None:
    """Read what happens to an item by itself or at an event: "an endpoint gets disabled after 20 failures"."""
    group, verb = clause.subject, clause.verbs[0].base
    lows = {draft.low(one) for one in range(clause.start, len(draft.tokens))}
    is_told = scene.is_event or "automatically" in lows or draft.low(clause.verbs[0].start - 1) in _BECOMING
    if not clause.is_passive or not is_told or not _is_item(group) or group is None or is_agent(group):
        return None
    if verb not in TRANSITIONS and not (scene.is_event and verb in _HANDED):
        return None
    _update(draft, group, clause, scene)
    if verb in _HANDED:
        _ask_state(draft, participle(verb))
        return clause.verbs[0].end
    set_state(draft, participle(verb), places(clause.verbs[0].start, clause.verbs[0].end))
    return clause.verbs[0].end


_HANDED: Final = words_in("assign reassign move transfer switch hand put link unlink flag reset replace change update")
_BECOMING: Final = words_in("gets get becomes automatically")


def _coming_in(draft: Draft, clause: Clause, scene: LineScene) -> int | None:
    """Read "the correlator writes 4 million samples per hour", "we get some 90 swipes a second": items come in."""
    is_got = clause.pronoun == "we" and clause.verbs[0].base in _GETTING
    if clause.is_passive or len(clause.verbs) > 1 or not (is_got or clause.verbs[0].base in _SENDING):
        return None
    at = clause.verbs[0].end
    while draft.low(at) in _ROUGHLY:
        at += 1
    number = number_of(draft.tokens[at]) if at < len(draft.tokens) else None
    scale = _SCALES.get(draft.low(at + 1), 1)
    group = group_at(draft.tokens, at + 1 + (scale > 1)) if number is not None else None
    if number is None or group is None or not group.is_plural or group.determiner or group.is_trait:
        return None
    found = match(draft.tokens, group.end, "/|per|a|an|each|every UNIT")
    if found is None:
        return None
    draft.fill("operation", Act.CREATE, places(clause.start, group.start))
    draft.verb = "create"
    written(draft, group, Act.CREATE)
    if not draft.has("rate"):
        draft.fill("rate", number * scale / found[1][-1], places(at, found[0]))
    return found[0]


_GETTING: Final = words_in("get receive see have expect handle process ingest")
_SENDING: Final = words_in("write send report produce emit record log push upload generate post deliver publish submit")
_ROUGHLY: Final = words_in("some about around roughly up to over almost nearly ~ on average")
_SCALES: Final = {"thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}


def _amount(draft: Draft, scene: LineScene) -> int | None:
    """Read "the stock of an article goes down by the quantity": an amount changes; whose it is can be a question."""
    found = _rising(draft, scene.end)
    if found is None:
        return None
    group, owner, verb = found
    end = verb + 1
    end += draft.low(end) in {"up", "down"}
    sign = _WAYS[draft.low(verb)]
    if not sign:
        sign = "-" if "down" in {draft.low(one) for one in range(verb, end)} else "+"
    value, last = _by(draft, end)
    if group.is_plural or group.count is not None or (not scene.is_event and not value):
        return None
    draft.fill("operation", Act.UPDATE, places(verb, end))
    draft.verb, draft.about = "update", group
    if value:
        changed = AttributeChange(Edit.ADD, draft.attribute(group.words[-1:]), value if sign == "+" else f"-{value}")
        draft.fill("changes", changed, places(group.start, last))
    else:
        draft.ask("changes", Question("By how much does it change?"), places(group.start, end))
    if owner is not None and owner.is_one and not owner.is_trait:
        written(draft, owner, Act.UPDATE)
    else:
        names = [draft.entity(one.words) for one in scene.things]
        choices = tuple(Choice(f"an entity {one}", {"entities": [one]}) for one in names)
        draft.ask("entities", Question(f'"{" ".join(group.words)}": of which items?', choices), group.read)
    return max(last, end)


def _rising(draft: Draft, at: int) -> tuple[NounGroup, NounGroup | None, int] | None:
    """Return the amount that a clause is about, whose it is, and the verb by which it changes."""
    for verb in range(at + 1, min(at + 9, len(draft.tokens))):
        if draft.low(verb) not in _WAYS:
            continue
        start = verb
        while start > at and draft.low(start - 1) in _BEFORE:
            start -= 1
        is_done = draft.low(verb).endswith("ed")
        if is_done and not {draft.low(one) for one in range(start, verb)} & {"is", "are", "be"}:
            continue
        group = group_at(draft.tokens[:start], at)
        owner = group.owner if group is not None else None
        if group is not None and group.end < start and draft.low(group.end) == "of":
            owner = group_at(draft.tokens[:start], group.end + 1)
        reached = max(group.end, owner.end if owner is not None else 0) if group is not None else 0
        return (group, owner, verb) if group is not None and reached == start and group.is_trait else None
    return None


def _by(draft: Draft, at: int) -> tuple[str, int]:
    """Return the amount after "by", and where it ends."""
    if draft.low(at) != "by" or at + 1 >= len(draft.tokens):
        return "", at
    number = number_of(draft.tokens[at + 1])
    if number is not None:
        return f"{number:g}", at + 2
    group = group_at(draft.tokens, at + 1)
    return (draft.attribute(group.words[-1:]), group.end) if group is not None and group.is_trait else ("", at)


_BEFORE: Final = words_in("must should has needs will shall to is are be also then automatically")
_WAYS: Final = {
    **dict.fromkeys(("goes", "go"), ""),
    **dict.fromkeys(("rises", "rise", "grows", "grow", "increased", "raised", "incremented"), "+"),
    **dict.fromkeys(("drops", "drop", "falls", "fall", "shrinks", "shrink"), "-"),
    **dict.fromkeys(("reduced", "lowered", "decreased", "decremented"), "-"),
}


def _update(draft: Draft, group: NounGroup, clause: Clause, scene: LineScene) -> None:
    draft.fill("operation", Act.UPDATE, places(clause.start, max(clause.verbs[-1].end, clause.start)))
    draft.verb = clause.verbs[0].base
    owner = _whole_of(draft, group)
    if owner is not None and group.is_trait:
        written(draft, owner, Act.UPDATE)
        draft.read(places(group.start, owner.end), "changes")
        return
    if owner is not None:
        give(draft, owner, places(group.end, owner.end))
        name, of = draft.entity(group.words), draft.entity(owner.words)
        said = " ".join(group.words)
        changed = [{"edit": "set", "attribute": draft.attribute(group.words)}]
        choices = (
            Choice(f"an item {name}", {"entities": [name]}),
            Choice(f"the attribute {draft.attribute(group.words)} of {of}", {"entities": [of], "changes": changed}),
        )
        draft.ask("entities", Question(f'"{said}": an item of its own, or an attribute?', choices), group.read)
        return
    written(draft, group, Act.UPDATE)


def _whole_of(draft: Draft, group: NounGroup) -> NounGroup | None:
    """Return the one thing that an object is a part of: "the balance of their child"."""
    owner = group_at(draft.tokens, group.end + 1) if draft.low(group.end) == "of" else None
    is_part = group.determiner == "the" and not group.is_plural
    return owner if owner is not None and is_part and owner.is_one and not owner.is_trait else None


def _ask_state(draft: Draft, said: str) -> None:
    value = said.replace(" ", "_").upper()
    changed = [{"edit": "set", "attribute": "status", "value": value}]
    draft.ask(
        "changes",
        Question(f'Which attribute says "{said}"?', (Choice(f"status becomes '{value}'", {"changes": changed}),)),
    )
