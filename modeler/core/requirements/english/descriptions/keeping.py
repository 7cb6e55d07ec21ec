"""What "we" keep: "we store the amount and the currency of each payment", "of every score we own several copies"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun, listed_noun, many_at, parts_of_list
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.words.lexicon import BE, UNITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.morphology import entity_name

_WE: Final = words_in("we i")
KEPT: Final = words_in("keep store record track save need remember log note")
_OWNED: Final = words_in("own have keep hold stock need store offer")
_EACH: Final = words_in("each every")
_FRONTS: Final = words_in("of on in at for during with")


def kept(said: Sequence[WordToken], text: str, line: int, about: str) -> SaidOfEntity | None:
    """Return what "we store the amount and the currency of each payment" says; of `about` if it names no items."""
    at = 1 + (len(said) > 1 and said[1].low in {"just", "only", "also"})
    if len(said) < at + 2 or said[0].low not in _WE or said[at].low not in KEPT:
        return None
    end = next((one for one in range(at, len(said) - 1) if said[one].low in {"for", "of", "per"}
                and (said[one].low == "per" or said[one + 1].low in _EACH)), len(said))  # fmt: skip
    group = group_at(said, end + 1) if end < len(said) else None
    name = _name_of(said, group) if group is not None else ""
    # "we only need the name" says what a read returns.
    if not name and (not about or end < len(said) or (at > 1 and said[at].low == "need")):
        return None
    listed = [listed_noun(one, text) for one in parts_of_list(said[at + 1 : end])]
    sure = [one for one in listed if one is not None and (one.has_article or one.is_property)]
    if not sure or len(sure) < len(listed):
        return None
    return SaidOfEntity(line, name or about, has=tuple(sure), is_short=bool(name))


def _name_of(said: Sequence[WordToken], group: NounGroup) -> str:
    """Return the entity after "for each": Payment, or RecipeIngredient for "every ingredient in a recipe"."""
    if group.end == len(said):
        return entity_name(group.words)
    whole = group_at(said, group.end + 1) if said[group.end].low in {"in", "of", "on"} else None
    is_whole = whole is not None and whole.end == len(said) and whole.is_one and not whole.owner
    return entity_name((*whole.words, *group.words)) if whole is not None and is_whole else ""


def of_each(said: Sequence[WordToken], line: int) -> tuple[SaidOfEntity, Sequence[WordToken]] | None:
    """Return what "of every score we own several copies" and "on each tour many customers are served" say, and the
    sentence after them.
    """
    is_each = len(said) > 3 and said[0].low in _FRONTS and said[1].low in _EACH
    whose = group_at(said, 1) if is_each else None
    if whose is None or whose.end + 1 >= len(said) or whose.words[-1] in UNITS:
        return None
    at = whose.end + (said[whose.end].low == ",")
    is_owned = at + 1 < len(said) and said[at].low in _WE and said[at + 1].low in _OWNED
    at += 2 * is_owned
    many = many_at(said, at)
    items = group_at(said, at + many, before_verb=True) if many else None
    if items is None or not items.is_plural or items.is_trait or items.determiner or items.states:
        return None
    end = items.end
    is_done = end + 1 < len(said) and said[end].low in BE and is_participle(said[end + 1].low)
    end += 2 * is_done
    if is_owned == is_done or (end < len(said) and said[end].low not in {",", "and", ";"}):
        return None
    while end < len(said) and said[end].low in {",", "and", ";"}:
        end += 1
    noun = ListedNoun(items.words, said[items.start].start, " ".join(items.words), is_plural=True, is_sure=True)
    return SaidOfEntity(line, entity_name(replace(whose, owner=None).words), has=(noun,)), said[end:]
