"""What follows for a row from everything that was read in its line."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.clauses import WHAT_DOES_IT_DO
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.slots.objects import series
from modeler.core.requirements.english.slots.orders import is_aggregate
from modeler.core.requirements.english.slots.parts.makers import give_maker
from modeler.core.requirements.english.words.lexicon import (
    BE,
    MODALS,
    NEGATIONS,
    OFTEN,
    PRONOUNS,
    RELATIVES,
    UNITS,
    words_in,
)
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.speech import is_act, is_hardly_noun
from modeler.core.requirements.english.words.verbs import REMOVING, base_form, is_participle
from modeler.core.requirements.morphology import is_plural
from modeler.core.requirements.slots import Act, Aggregate, Limit, Question


def _without_self(draft: Draft, act: Act | None) -> None:
    """A write to a range of items gives no identity: "delete logs older than a year"; a new item is given its maker."""
    give_maker(draft)
    entity = (draft.value("entities") or ("",))[0]
    is_range = draft.value("range") and not draft.is_single
    if act in {Act.UPDATE, Act.DELETE} and is_range and draft.value("given"):
        others = tuple(one for one in draft.value("given") if one.of != entity)
        draft.drop("given")
        if others:
            draft.fill("given", others)


def _is_rule(draft: Draft, at: int) -> bool:
    """Return whether a modal at a token is of the line itself, and not of a relative clause."""
    if draft.is_titled or draft.low(at) not in MODALS or any(draft.low(one) in RELATIVES for one in (at - 1, at - 2)):
        return False
    said = [draft.low(one) for one in range(draft.about.end if draft.about is not None else 0, at)]
    if said[:1] == [","] and said[-1:] == [","]:
        said = []  # "a deed, once sealed, shall not be amended"
    return said.count("(") == said.count(")") and not _SUBORDINATE & set(said)


_SUBORDINATE: Final = words_in("where before until once while")
"""Words with which a clause begins whose modal is not that of the line: "partners where points can be redeemed"."""


def _doubt_view(draft: Draft) -> None:
    """Ask what "a map of all chargers" reads: what it is of was not understood."""
    group, act = draft.about, draft.value("operation")
    if (
        group is None
        or group.is_plural
        or act not in {Act.GET, Act.LIST}
        or draft.low(group.end) != "of"
        or draft.used[group.end]
    ):
        return
    name = (draft.value("entities") or ("",))[0]
    if name and draft.known.entity(name) is None:
        for slot in ("operation", "entities", "given"):
            draft.drop(slot)
        draft.ask("entities", Question(f"{' '.join(group.words)}: which items are read?"))


def _doubt_statement(draft: Draft) -> None:
    """Ask what "recordings are to be removed" does: a noun with a verb of its own reads nothing."""
    group = draft.about
    if group is None or draft.is_told("operation") or draft.value("operation") not in {Act.GET, Act.LIST}:
        return
    for place in range(group.end, len(draft.tokens)):
        low = draft.low(place)
        if low in RELATIVES | PRONOUNS | {"whose", "where", ",", "("}:
            return
        is_verb = (base_form(low) == low != "" or is_act(low)) and is_plural(draft.low(place - 1))
        is_verb = is_verb and starts(draft.tokens[place - 1])
        if not draft.used[place] and (is_verb or low in BE - {"be", "been", "being"}):
            # "recordings are to be removed", "files are deleted 14 days after upload"
            is_purpose = draft.low(place + 1) == "to" or base_form(draft.low(place + 1)) in REMOVING
            for slot in ("operation", "condition") if is_purpose else _OF_ITEMS:
                draft.forget(slot)
            draft.ask("operation", WHAT_DOES_IT_DO)
            return


def _doubt_number(draft: Draft) -> None:
    """Ask whether one or several are read of what has no article: "compensation paid to a passenger"."""
    group = draft.about
    if group is None or draft.is_told("operation") or draft.value("operation") is not Act.GET:
        return
    is_bare = not (group.determiner or group.rank or group.owner or group.states or group.is_plural)
    if is_bare and is_participle(draft.low(group.end)) and draft.known_entity(group.words) is None:
        draft.drop("operation")
        draft.ask("operation", WHAT_DOES_IT_DO)


def _doubt_end(draft: Draft) -> None:
    """Ask what "prizes that are not claimed lapse" does: a last word that nobody understood can be its verb. Keep
    nothing of "an alias must be unique": a rule about an attribute reads no items.
    """
    group, last = draft.about, len(draft.tokens) - 1
    while last > 0 and draft.tokens[last].kind == "mark":
        last -= 1
    if group is None or draft.is_told("operation") or draft.value("operation") not in {Act.GET, Act.LIST}:
        return
    low = draft.low(last)
    is_verb = (base_form(low) or is_act(low) or low in {"lapse"}) and not (is_participle(low) or low.endswith("ing"))
    is_apart = draft.used[last - 1] or draft.low(last - 1) in UNITS
    is_after = last > group.end and is_apart and not draft.used[last]
    if group.is_plural and is_after and is_verb and not is_hardly_noun(low):
        draft.drop("operation")
        draft.ask("operation", WHAT_DOES_IT_DO)
    if low == "unique" and draft.low(last - 1) == "be":
        for slot in ("operation", "entities", "given"):
            draft.drop(slot)
        draft.ask("operation", WHAT_DOES_IT_DO)


def _doubt_often(draft: Draft) -> None:
    """Ask about "weight of a hive, hourly": one attribute, or the items of a series."""
    if draft.traits is None or draft.value("operation") is not Act.GET or draft.is_told("operation"):
        return
    if any(draft.low(one) in OFTEN for one in range(draft.traits[1].end, len(draft.tokens))):
        draft.drop("operation")
        draft.ask("operation", WHAT_DOES_IT_DO)


def _doubt_list(draft: Draft) -> None:
    """Return nothing of a list that was understood in part: "an actor's hat size, shoe size and inseam"."""
    returned = draft.value("returned")
    if returned is None or returned.what is not Aggregate.ATTRIBUTES or not draft.is_told("returned"):
        return
    after = draft.last_of("returned") + 1
    while draft.low(after) in {",", "and"}:
        after += 1
    is_more = draft.low(after - 1) in {",", "and"} and after < len(draft.tokens) and not draft.used[after]
    if is_more and starts(draft.tokens[after]):
        draft.forget("returned")


def _doubt_name(draft: Draft) -> None:
    """Keep no entity of the first word of a longer name: "SMS log of a customer", "GPS fix per wagon"."""
    group = draft.about
    if group is None or draft.value("operation") or group.determiner or group.owner is not None:
        return
    token = draft.tokens[group.noun]
    if group.is_plural and not draft.text[token.start : token.end].isupper():
        return
    low, is_unread = draft.low(group.end), group.end < len(draft.tokens) and not draft.used[group.end]
    # A bare verb agrees with no singular: it is a noun here.
    is_cut = is_unread and (starts(draft.tokens[group.end]) or base_form(low) == low != "")
    if is_cut and draft.known_entity(group.words) is None:
        draft.forget("entities")


def _ask_of_rule(draft: Draft) -> None:
    """Ask what "a member may not book twice" does; keep no item of what only binds an actor."""
    after = draft.about.end if draft.about is not None else 0
    is_actor = draft.low(after) in MODALS and draft.low(after + 1) != "be"
    is_rule = draft.low(after) in MODALS and draft.low(after + 1) in NEGATIONS
    for slot in _OF_ITEMS if is_actor or is_rule else ("operation",):
        draft.drop(slot)
    draft.ask("operation", WHAT_DOES_IT_DO)


_OF_ITEMS: Final = ("operation", "entities", "given", "range", "order", "limit", "returned", "condition", "changes")


def _doubt_repeated(draft: Draft, act: Act | None) -> bool:
    """Ask what "reports can arrive more than once" does: it tells of a write without its name."""
    is_repeated = act in {Act.GET, Act.LIST} and not draft.is_told("operation") and draft.value("delivery") is not None
    if is_repeated:
        draft.drop("operation")
        draft.ask("operation", WHAT_DOES_IT_DO)
    return is_repeated


_DOUBTS: Final = (_doubt_view, _doubt_number, _doubt_end, _doubt_statement, _doubt_often, _doubt_list, _doubt_name)


def settle(draft: Draft) -> None:
    """Fill what follows from everything that was read."""
    for doubt in _DOUBTS:
        doubt(draft)
    act = draft.value("operation")
    if draft.value("order") or (draft.value("range") and not draft.known.entities):
        series(draft)
        act = draft.value("operation")
    _give_whole(draft, act)
    if act is Act.GET and not _is_whole(draft) and (draft.value("order") or _is_paged(draft)):
        draft.fill("operation", Act.LIST)
        act = Act.LIST
    if act is Act.GET and draft.value("range"):
        if draft.traits is not None or draft.has("returned"):
            draft.drop("operation")
            draft.ask("operation", WHAT_DOES_IT_DO)
            return
        draft.fill("operation", Act.LIST)
        act = Act.LIST
    _without_self(draft, act)
    is_expiry = draft.verb == "expire" or act in {Act.LIST, Act.GET}
    if draft.value("retention") is not None and is_expiry:
        draft.fill("operation", Act.DELETE)
        draft.drop("given")
        draft.drop("changes")
        return
    if act in {Act.GET, Act.LIST} and any(_is_rule(draft, one) for one, used in enumerate(draft.used) if not used):
        _ask_of_rule(draft)
        return
    if _doubt_repeated(draft, act):
        return
    if act is Act.DELETE and draft.value("retention") is not None:
        draft.drop("given")
    if act is Act.GET and not draft.has("returned") and _has_per(draft):
        draft.fill("operation", act := Act.LIST)  # "see the rent received per building" reads several
    entity = (draft.value("entities") or ("",))[0]
    is_open = not any(draft.has(one) for one in ("given", "range", "condition", "order", "limit"))
    if act is Act.GET and entity and is_open and not is_aggregate(draft):
        draft.fill("given", draft.reference(entity))


def _is_paged(draft: Draft) -> bool:
    limit: Limit | None = draft.value("limit")
    return limit is not None and limit.is_page


def _is_whole(draft: Draft) -> bool:
    """Return whether one item is read together with others, so that an order and a limit are about these."""
    return len(draft.value("entities") or ()) > 1 and not draft.value("range")


def _give_whole(draft: Draft, act: Act | None) -> None:
    if act is Act.GET and _is_whole(draft) and not draft.has("given"):
        draft.fill("given", draft.reference(draft.value("entities")[0]))


def _has_per(draft: Draft) -> bool:
    """Return whether "per" and a thing stayed unread."""
    return any(
        token.low == "per"
        and not draft.used[at]
        and (group := group_at(draft.tokens, at + 1)) is not None
        and group.words[-1] not in UNITS
        for at, token in enumerate(draft.tokens)
    )
