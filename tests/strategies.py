"""Hypothesis strategies: designs as parts, and logs of edits that follow from one another."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from modeler.core.design.parts import CHILDREN, ROOT, Part, PartKind
from modeler.core.edits.changes import Change, Delta, apply, birth, removal, set_field
from tests.fields import stored_fields

NAMES = st.sampled_from(["Order", "Customer", "id", "status", "ünï", "a b", "GSI1", "x" * 40])
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)
TEMPLATES = st.sampled_from(["ORDER#{@id}", "CUST#{half", "{{", "PROFILE", "{@a:pad(6)}#{@b}", ""])
NUMBERS = st.one_of(st.integers(0, 10**9), st.floats(0, 1e9, allow_nan=False))

CHOSEN: dict[PartKind, dict[str, st.SearchStrategy[Any]]] = {
    PartKind.DESIGN: {"name": NAMES, "description": TEXTS, "settings.currency": TEXTS},
    PartKind.TABLE: {"name": NAMES, "description": TEXTS, "settings.point_in_time_recovery": st.booleans()},
    PartKind.INDEX: {"name": NAMES, "kind": st.sampled_from(["GSI", "LSI"]), "description": TEXTS},
    PartKind.ENTITY: {"name": NAMES, "count": st.integers(0, 10**12), "description": TEXTS},
    PartKind.ATTRIBUTE: {"name": NAMES, "type": st.sampled_from(["S", "M"]), "description": TEXTS},
    PartKind.OVERLOAD: {"keys.PK": TEMPLATES, "keys.SK": TEMPLATES, "when": st.sampled_from(["@s = 'OPEN'", "@q <"])},
    PartKind.RELATION: {"parent": NAMES, "child": NAMES, "name": NAMES},
    PartKind.PATTERN: {"name": NAMES, "code": NAMES, "operation": st.sampled_from(["Query", "GetItem"])},
    PartKind.ITEM: {"values.a": TEXTS, "values.b": TEXTS},
}
"""Fields with values that are more likely to make trouble than any."""

FIELDS = {kind: {**stored_fields(kind), **CHOSEN[kind]} for kind in PartKind}
"""Every field of every kind of part, from the table of fields."""

NEEDED = {
    PartKind.ENTITY: {"name": "Entity"},
    PartKind.TABLE: {"name": "table"},
    PartKind.INDEX: {"name": "index"},
    PartKind.ATTRIBUTE: {"name": "attribute", "type": "S"},
    PartKind.RELATION: {"parent": "Customer", "child": "Order"},
    PartKind.PATTERN: {"operation": "Query"},
}


@dataclass
class Log:
    """A design from nothing, and the changes that were made of it, each valid on what the ones before it made."""

    changes: list[Change]
    parts: dict[str, Part]


@st.composite
def edit_logs(draw: st.DrawFn, most: int = 12) -> Log:
    """Births, edits, removals and restorations of parts of every kind, several at a time now and then."""
    parts = {ROOT: Part(ROOT, PartKind.DESIGN, "", {"name": "Generated"})}
    changes: list[Change] = []
    for _ in range(draw(st.integers(0, most))):
        change: Change = ()
        for _ in range(draw(st.integers(1, 3))):
            one = draw(single_changes(parts, f"n{len(changes)}-{len(change)}"))
            parts = apply(parts, one)
            change += one
        if change:
            changes.append(change)
    return Log(changes, parts)


@st.composite
def single_changes(draw: st.DrawFn, parts: dict[str, Part], fresh: str) -> Change:
    """One thing a person can do to a design as it is."""
    living = [part for part in parts.values() if not buried(part, parts)]
    match draw(st.sampled_from(["birth", "birth", "field", "field", "field", "removal", "restore"])):
        case "birth":
            parent = draw(st.sampled_from([part for part in living if part.kind in CHILDREN]))
            kind = draw(st.sampled_from(sorted(set(CHILDREN[parent.kind].values()))))
            fields = {**NEEDED.get(kind, {}), "position": draw(st.sampled_from("123456789"))}
            return (birth(Part(fresh, kind, parent.id, fields)),)
        case "field":
            part = draw(st.sampled_from(living))
            field = draw(st.sampled_from(sorted(FIELDS[part.kind])))
            values = FIELDS[part.kind][field]
            if field.startswith("keys."):
                attributes = [p.id for p in parts.values() if p.kind is PartKind.ATTRIBUTE]
                values = st.one_of(values, st.sampled_from([f"A#{{@{one}}}" for one in attributes] or ["A#"]))
            return set_field(parts, part.id, field, draw(values))
        case "removal":
            part = draw(st.sampled_from(living))
            return () if part.id == ROOT else removal(parts, part.id)
    gone = [part for part in parts.values() if part.is_removed and not buried(parts[part.parent], parts)]
    return (Delta(draw(st.sampled_from(gone)).id, "removed", True, None),) if gone else ()


def buried(part: Part, parts: dict[str, Part]) -> bool:
    """Is it removed, or does it hang on something that is?"""
    return part.is_removed or bool(part.parent and buried(parts[part.parent], parts))
