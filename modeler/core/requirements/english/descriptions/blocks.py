"""Lists under the name of an entity, joined to one line: "Member:" with a bullet for each property."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.descriptions.brackets import apart, said_of_values
from modeler.core.requirements.english.descriptions.heads import headed
from modeler.core.requirements.english.descriptions.listed_nouns import SUBJECTS, is_plain, listed_noun
from modeler.core.requirements.english.descriptions.predicates import predicates
from modeler.core.requirements.english.descriptions.titled import TITLES
from modeler.core.requirements.english.lines import without_markup
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import tokens
from modeler.core.requirements.english.words.verbs import READING, VERBS
from modeler.core.requirements.morphology import singular

_LINE: Final = re.compile(r"(\s*)(#{1,6}\s+|[-*+•]\s+|\d{1,3}[.)]\s+)?(.*?)\s*")
_ITEMS_LEAST: Final = 2
_WORDS_MAX: Final = 3
_TITLE_MAX: Final = 200
"""A title is shorter."""

_EXPLAINED: Final = re.compile(r"\s+(?:-|–|—)\s+|\s*:\s*")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its indentation, its bullet and its markup."""

    depth: int
    mark: str
    text: str

    @property
    def is_bullet(self) -> bool:
        return bool(self.mark) and not self.mark.startswith("#")


def joined_lists(text: str) -> str:
    """Return a text in which each list under the name of an entity is one line, in the place of the name; the lines of
    the list are empty then.
    """
    lines = text.splitlines()
    for head, (joined, places) in lists_of(text).items():
        lines[head - 1] = joined
        for one in places:
            lines[one - 1] = ""
    return "\n".join(lines)


def lists_of(text: str) -> Mapping[int, tuple[str, tuple[int, ...]]]:
    """Return the lists under names of entities: by the number of the line with the name, the list as one line, and the
    numbers of its lines.
    """
    lines = [_line(one) for one in text.splitlines()]
    found: dict[int, tuple[str, tuple[int, ...]]] = {}
    taken: set[int] = set()
    for at, one in enumerate(lines):
        if at in taken or not (name := _name(one.text)):
            continue
        places = list(_below(lines, at))
        if len(places) >= _ITEMS_LEAST and (joined := _joined(name, one, [lines[place].text for place in places])):
            found[at + 1] = joined, tuple(place + 1 for place in places)
            taken.update(places)
    return found


def _line(text: str) -> _Line:
    found = _LINE.fullmatch(text)
    assert found is not None, "the pattern takes any line"
    return _Line(len(found[1].expandtabs(4)), (found[2] or "").strip(), without_markup(found[3]).rstrip(" .;,"))


def _name(text: str) -> str:
    """Return what a title names, without its colon; '' for other lines."""
    if len(text) > _TITLE_MAX:
        return ""
    bare = text.rstrip(":").strip()
    if text.endswith(":") and (told := headed(bare)):
        return f"{told} fields"
    said = tokens(bare)
    group = group_at(said, 0)
    if (
        group is None
        or group.end != len(said)
        or len(group.words) > _WORDS_MAX
        or not (is_plain(group) or group.is_exact)
    ):
        return ""
    is_title = len(said) == 1 and said[0].low in TITLES
    is_act = group.words[0] in VERBS and len(group.words) > 1
    name = " ".join(one.text for one in said[group.noun :])
    return bare if is_title else "" if is_act or group.determiner not in {"", *SUBJECTS} else name


def _below(lines: Sequence[_Line], at: int) -> Iterator[int]:
    """Yield the places of the bullets right below a line: deeper than it, or any below a line without a bullet."""
    head = lines[at]
    depth = -1
    for place in range(at + 1, len(lines)):
        one = lines[place]
        if not one.text and place == at + 1:
            continue
        is_below = one.is_bullet and (not head.is_bullet or one.depth > head.depth)
        if not is_below or (depth >= 0 and one.depth != depth):
            return
        depth = one.depth
        yield place


def _joined(name: str, head: _Line, items: Sequence[str]) -> str:
    """Return a list as one line; '' if an item is neither a property nor says what the entity has."""
    entity = name.removesuffix(" fields")
    said = [_item(entity, one) for one in items]
    if not all(said):
        return ""
    nouns = [text for text, is_noun in filter(None, said) if is_noun]
    verbs = [text for text, is_noun in filter(None, said) if not is_noun]
    front = f"{head.mark} " if head.is_bullet else ""
    if not verbs:
        return f"{front}{name}: {', '.join(nouns)}"
    has = [f"has {', '.join(f'a {one}' for one in nouns)}"] if nouns else []
    return f"{front}Each {singular(entity.lower())} {', and '.join([*has, *verbs])}"


def _item(name: str, text: str) -> tuple[str, bool] | None:
    """Return an item as a part of a list, and whether it is a noun; None if it is something else."""
    said = tokens(text)
    noun = listed_noun(said, text) or (None if _is_act(text) else listed_noun(said, text, is_titled=True))
    if noun is not None and not (noun.rest and ":" in text):
        return _bracketed(text), True
    front, *rest = _EXPLAINED.split(text, maxsplit=1)
    if rest and listed_noun(tokens(front), front) is not None and not _is_act(front):
        return f"{front} ({rest[0].replace(',', ' /') if _is_values(front, rest[0]) else rest[0]})", True
    if predicates(tokens(f"each {singular(name.lower())} {text}")):
        return text, False
    return None


def _bracketed(text: str) -> str:
    """Return "kind: a, b or c" as "kind (a, b or c)": a list keeps it whole."""
    _, inside = apart(tokens(text))
    return f"{text.partition(':')[0]} ({text.partition(':')[2].strip()})" if inside and ":" in text else text


def _is_values(noun: str, text: str) -> bool:
    return said_of_values(noun.split()[-1].lower(), tokens(text)) is not None


def _is_act(text: str) -> bool:
    return text.split()[0].lower() in READING | VERBS and len(text.split()) > 1
