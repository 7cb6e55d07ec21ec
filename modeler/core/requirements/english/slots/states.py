"""States as conditions: "open" is a value of an enum or a flag of the design, else a question."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.morphology import attribute_name
from modeler.core.requirements.slots import Choice, Comparator, Condition, Question

_STATUS: Final = "status"


def state_condition(draft: Draft, said: str, at: range) -> None:
    """Require a state ("open", "not expired"): the design's value of an enum or a flag, else a question."""
    negated = said.startswith("not ")
    word = said.removeprefix("not ")
    known = known_state(draft, word, negated=negated)
    if known is not None:
        draft.fill("condition", known, at)
        return
    draft.fill("condition", Condition("", value=said), at)
    draft.ask("condition", Question(f'Which attribute says "{said}"?', _choices(draft, word, negated=negated)))


def known_state(draft: Draft, word: str, *, negated: bool) -> Condition | None:
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    if held is None:
        return None
    found = list(held.states(word))
    if len(found) == 1:
        attribute, value = found[0]
        return Condition(attribute.name, Comparator.UNEQUAL if negated else Comparator.EQUAL, value)
    flag = held.flag(word)
    if flag is not None:
        return Condition(flag.name, value="false" if negated else "true")
    if word.startswith("un") and (flag := held.flag(word[2:])) is not None:
        return Condition(flag.name, value="true" if negated else "false")
    return None


def _choices(draft: Draft, word: str, *, negated: bool) -> tuple[Choice, ...]:
    """Offer a status and a flag, in place of the open condition among those that are there."""
    others = [one for one in draft.value("condition") or () if one.attribute]
    plain = [{"attribute": one.attribute, "comparison": str(one.comparison), "value": one.value} for one in others]
    value = word.replace(" ", "_").upper()
    status = {"attribute": _STATUS, "value": value, **({"comparison": "<>"} if negated else {})}
    flag = attribute_name(word.replace("-", " ").split())
    said = {"attribute": flag, "value": "false" if negated else "true"}
    sign = "<>" if negated else "="
    return (
        Choice(f"{_STATUS} {sign} '{value}'", {"condition": [*plain, status]}),
        Choice(f"{flag} = {said['value']}", {"condition": [*plain, said]}),
    )
