"""Questions whose verb is an entity of the design: "what has a bidder bid on" reads bids."""

from __future__ import annotations

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.grounding.links import of_verb, refers
from modeler.core.requirements.slots import Act


def own_verb(draft: Draft, at: int) -> int | None:
    """Read "what has a bidder bid on"; return where its words ended."""
    if not draft.known.own or draft.low(at) != "what":
        return None
    found = match(draft.tokens, at, "what has|have|had|did|does|do ONE already|ever? VERB on|for|in|at|to|with?")
    found = found or match(draft.tokens, at, "what has|have|had|did|does|do ONE already|ever? been? WORD on|for|in|at?")
    if found is None:
        return None
    end, (owner, verb) = found
    link, parent = of_verb(draft.known, str(verb)), draft.known_entity(owner.words)
    if link is None or parent is None or not refers(draft.known, link, parent):
        return None
    draft.fill("operation", Act.LIST, range(at, owner.start))
    draft.fill("entities", link.name, range(owner.end, end))
    draft.fill("given", draft.reference(parent.name), range(owner.start, owner.end))
    return end
