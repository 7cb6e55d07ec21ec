"""Applies fixes: from a design, or from its parts, to the result of a fix."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from modeler.core.design.model import Design
from modeler.core.design.parts import INFERRED, ROOT, PartKind, Parts, confirms
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import Change
from modeler.core.edits.differences import differences
from modeler.core.errors import Missing
from modeler.core.fixes import Add, Edit, Fix, Put, Remove

_LISTS = (
    *("tables", "relations", "access_patterns"),
    *("indexes", "entities", "attributes", "overloads", "items", "unassigned", "steps"),
)
_MAPPINGS = frozenset({"keys", "settings", "values", "key", "set", "add", "parameters", "names"})

_TELLING = {PartKind.OVERLOAD: "keys", PartKind.INDEX: "projection", PartKind.PATTERN: "operation"}
"""A member by which a part of this kind is recognized in a document. A pattern with a projection counts as both."""

type _Document = dict[str, Any]


def fixed(design: Design, fix: Fix) -> Design:
    """The design after a fix. Raises Missing if a part that it changes does not exist."""
    return from_document(_fixed(to_document(design), fix))


def fix_change(parts: Parts, fix: Fix) -> Change:
    """The change that a fix makes on the current parts. Raises Missing like `fixed`."""
    after = from_document(_fixed(to_document(design_of(parts)), fix))
    return differences(parts, take_apart(to_document(after)))


def _fixed(document: _Document, fix: Fix) -> _Document:
    made = deepcopy(document)
    for edit in fix.edits:
        _apply(made, edit)
    return made


def _apply(document: _Document, edit: Edit) -> None:
    match edit:
        case Put(part, field, value):
            holder = _found(document, part)
            _put(holder, field, value)
            if holder.get("provenance") == INFERRED and any(confirms(kind, field) for kind in _kinds(holder)):
                del holder["provenance"]
        case Add(parent, where, fields):
            _found(document, parent).setdefault(where, []).append(deepcopy(dict(fields)))
        case Remove(part):
            for holder in _all(document):
                for where in _LISTS:
                    listed = holder.get(where, ())
                    # The entities of a pattern are names.
                    if any(isinstance(one, dict) and one.get("id") == part for one in listed):
                        holder[where] = [one for one in listed if one.get("id") != part]
                        return
            raise Missing("the part this fix would change no longer exists", path=part)


def _kinds(holder: _Document) -> Iterator[PartKind]:
    """The kind of a part in a document that an edit of a field can confirm."""
    for kind, member in _TELLING.items():
        if member in holder:
            yield kind


def _put(holder: _Document, field: str, value: Any) -> None:
    mapping, dot, member = field.partition(".")
    if dot and mapping in _MAPPINGS:
        holder, field = holder.setdefault(mapping, {}), member
    if value is None:
        holder.pop(field, None)
    else:
        holder[field] = deepcopy(value)


def _found(document: _Document, part: str) -> _Document:
    if part == ROOT:
        return document
    for one in _all(document):
        if one.get("id") == part:
            return one
    raise Missing("the part this fix would change no longer exists", path=part)


def _all(document: _Document) -> Iterator[_Document]:
    """The document and every part below it, including steps of patterns; sample items contain no lists of parts."""
    waiting = [document]
    while waiting:
        one = waiting.pop()
        yield one
        for where in _LISTS:
            waiting.extend(member for member in one.get(where, ()) if isinstance(member, dict))
