"""What follows when somebody gives a part another name.

References to parts are kept by id and follow by themselves. Two kinds of texts do not: those that were written before
the part was there (or before they were kept by id), which get the id first, and an attribute that is a key by its own
name, whose key is renamed with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from modeler.core.design.ordering import between
from modeler.core.design.parts import Part, PartKind, Parts, children, part_id
from modeler.core.documents.scopes import NameScope
from modeler.core.documents.shown import label_of
from modeler.core.edits.changes import Delta, birth
from modeler.core.edits.key_renames import follow_attribute, key_names
from modeler.core.edits.rewriting import rewritten
from modeler.core.fields.references import Ref
from modeler.core.keys.templates import Reference, parse, print_template


def renamed_part(parts: Parts, part: Part, scope_of: Callable[[Part], NameScope], new: str) -> Iterator[Delta]:
    """The deltas that come before a part gets the name `new`, so that everything that speaks of it follows. `scope_of`
    says what names mean in the fields of a part.
    """
    old = label_of(part)
    if not old or not new or old == new:
        return
    yield from _adopted(parts, scope_of, old)
    if part.kind is PartKind.ATTRIBUTE:
        yield from _keys_of(parts, part, old, new)


@dataclass(frozen=True, slots=True)
class _Adopting:
    """A name as an id, where a stored text has the name; everything else stays."""

    scope: NameScope
    name: str

    def one(self, reference: Ref) -> Callable[[str], str]:
        """What a text of that kind becomes."""
        convert = self.scope.one(reference)
        if reference in _BARE:
            return lambda text: convert(self.name) if text == f"={self.name}" else text
        if reference in _WITHIN:
            return lambda text: convert(text) if self.name in text else text
        return lambda text: convert(text) if self.name in text and not text.startswith("@") else text

    def many(self, reference: Ref) -> Callable[[str], list[str]]:
        """The same for a member of a list."""
        convert = self.one(reference)
        return lambda text: [convert(text)]


_BARE: Final = frozenset({Ref.TABLE, Ref.INDEX, Ref.ENTITY})
_WITHIN: Final = frozenset({Ref.TEMPLATE, Ref.EXPRESSION})


def _adopted(parts: Parts, scope_of: Callable[[Part], NameScope], name: str) -> Iterator[Delta]:
    """Texts that speak of a part by its name, with its id instead."""
    for one in list(parts.values()):
        if not one.is_removed and _may_mention(one, name):
            yield from rewritten(one, _Adopting(scope_of(one).only(name), name))


def _may_mention(part: Part, name: str) -> bool:
    """May a field speak of something of that name? Sample items may be many, and name attributes only."""
    if part.kind is PartKind.ITEM:
        return f"values.{name}" in part.fields
    return any(name in field or name in str(value) for field, value in part.fields.items())


def _keys_of(parts: Parts, attribute: Part, old: str, new: str) -> Iterator[Delta]:
    """The key that an attribute is by its own name goes with it, unless other entities are that key by the same name:
    then the entity says by a template which attribute its key is.
    """
    entity = parts[attribute.parent]
    table = parts[entity.parent]
    holders = [one for one in (table, *children(parts, table.id, PartKind.INDEX)) if old in key_names(one)]
    if not any(_is_its_own(parts, entity, one, old) for one in holders):
        return
    others = [one for one in children(parts, table.id, PartKind.ENTITY) if one.id != entity.id]
    if any(_is_its_own(parts, one, held, old) for one in others for held in holders):
        for held in holders:
            if held is table or old not in key_names(table):
                yield from _template_for(parts, entity, held, attribute, old)
    elif not any(new in key_names(one) for one in holders):
        yield from follow_attribute(parts, table, old, new)


def _overloads(parts: Parts, entity: Part, holder: Part) -> list[Part]:
    index = holder.id if holder.kind is PartKind.INDEX else None
    return [one for one in children(parts, entity.id, PartKind.OVERLOAD) if one.fields.get("index") == index]


def _is_its_own(parts: Parts, entity: Part, holder: Part, name: str) -> bool:
    """Is a key attribute the entity's attribute of that name, as a template says it is or none says otherwise?"""
    named = [one for one in children(parts, entity.id, PartKind.ATTRIBUTE) if one.name == name]
    templates = [one.fields.get(f"keys.{name}") for one in _overloads(parts, entity, holder)] or [None]
    own = {f"@{one.id}" for one in named}
    return bool(named) and any(one is None or parse(str(one)).own_attribute in own for one in templates)


def _template_for(parts: Parts, entity: Part, holder: Part, attribute: Part, key: str) -> Iterator[Delta]:
    template = print_template((Reference(f"@{attribute.id}"),))
    listed = _overloads(parts, entity, holder)
    for one in listed:
        if f"keys.{key}" not in one.fields:
            yield Delta(one.id, f"keys.{key}", None, template)
    if not listed:
        siblings = children(parts, entity.id, PartKind.OVERLOAD)
        place = {"position": between(siblings[-1].position if siblings else "", "")}
        index = {"index": holder.id} if holder.kind is PartKind.INDEX else {}
        identity = part_id(entity.id, "overload", f"{holder.id} {key}")
        yield birth(Part(identity, PartKind.OVERLOAD, entity.id, {**index, f"keys.{key}": template, **place}))
