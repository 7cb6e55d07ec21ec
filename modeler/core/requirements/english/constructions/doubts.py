"""What a row does not keep because other words of its line say something else: better nothing than a wrong slot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import LINKING, base_form
from modeler.core.requirements.slots import Act, Given

_KEYS: Final = words_in("by via using")
_LINKS: Final = LINKING | words_in("watch like join upvote downvote star share")


_AUDIENCES: Final = words_in(
    "lead manager team staff desk clerk officer operator admin administrator dispatcher supervisor moderator support "
    "office dashboard department management accountant auditor report newsletter website"
)


def audience_at(tokens: Sequence[WordToken]) -> int:
    """Return where a line says at its end only for whom it is: "unpaid orders, for the warehouse lead"."""
    end = len(tokens)
    while end > 0 and tokens[end - 1].kind == "mark":
        end -= 1
    for at in range(max(end - 5, 2), end - 2):
        is_said = tokens[at].low == "for" and tokens[at - 1].low == "," and tokens[at + 1].low in {"the", "our"}
        if is_said and tokens[end - 1].low in _AUDIENCES:
            return at
    return len(tokens)


def keep_sure(draft: Draft) -> None:
    """Take back what words that were not understood make doubtful."""
    _other_key(draft)
    _part_of_list(draft)
    _link(draft)


def _other_key(draft: Draft) -> None:
    """Give no identity of an item that a line finds by something else: "a vehicle by its plate or by VIN"."""
    names: tuple[str, ...] = draft.value("entities") or ()
    given: tuple[Given, ...] = draft.value("given") or ()
    if draft.value("operation") is not Act.GET or len(names) != 1 or len(given) != 1 or given[0].of != names[0]:
        return
    after = draft.last_of("entities")
    is_other = any(draft.low(at) in _KEYS and not draft.used[at] for at in range(after, len(draft.tokens)))
    if is_other and draft.places("given") <= draft.places("entities"):
        draft.drop("given")


def _part_of_list(draft: Draft) -> None:
    """Set no first attribute of a list that was not read: "files a bug with title, severity and component"."""
    if draft.value("operation") is not Act.CREATE or not draft.places("changes"):
        return
    after = draft.last_of("changes") + 1
    is_more = draft.low(after) in {",", "and"} and after + 1 < len(draft.tokens) and not draft.used[after + 1]
    if is_more and all(not one.value for one in draft.value("changes") or ()):
        draft.forget("changes")


def _link(draft: Draft) -> None:
    """Name no entity if a question is open about "watch a bug": it writes the bug, or that somebody watches it."""
    question = draft.question("operation")
    if question is None or draft.value("operation") is not None or not question.text.endswith("what is written?"):
        return
    said = question.text.removeprefix('"').split()
    names: tuple[str, ...] = draft.value("entities") or ()
    is_other = bool(names) and any(one.of in names for one in draft.value("given") or ())
    if said and (base_form(said[0]) or said[0]) in _LINKS and is_other:
        draft.unfill("entities")
