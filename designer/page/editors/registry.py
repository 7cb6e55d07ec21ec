"""The editors of each kind of part, and where the other fields are edited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from designer.page.editors.attribute_fields import ATTRIBUTE
from designer.page.editors.design_fields import DESIGN
from designer.page.editors.entity_fields import ENTITY
from designer.page.editors.fields import EditorField, FieldGroup
from designer.page.editors.index_fields import INDEX
from designer.page.editors.pattern_fields import PATTERN
from designer.page.editors.relation_fields import RELATION
from designer.page.editors.table_fields import TABLE
from modeler.core.design.parts import PartKind

GROUPS: Final[Mapping[PartKind, tuple[FieldGroup, ...]]] = {
    PartKind.DESIGN: DESIGN,
    PartKind.TABLE: TABLE,
    PartKind.INDEX: INDEX,
    PartKind.ENTITY: ENTITY,
    PartKind.ATTRIBUTE: ATTRIBUTE,
    PartKind.RELATION: RELATION,
    PartKind.PATTERN: PATTERN,
}

ELSEWHERE: Final[Mapping[tuple[PartKind, str], str]] = {
    (PartKind.DESIGN, "mutes"): "the findings page mutes with a reason, and unmutes",
    (PartKind.DESIGN, "settings.scenarios"): "the cost page keeps assumptions by name, and deletes them",
    (PartKind.TABLE, "unassigned"): "the grid",
    (PartKind.OVERLOAD, "index"): "the column of the key sheet that the cell is in",
    (PartKind.OVERLOAD, "when"): "the cell of the key sheet",
    (PartKind.OVERLOAD, "keys"): "the cell of the key sheet",
    (
        PartKind.OVERLOAD,
        "provenance",
    ): "an edit of the cell clears it; the origin of the entity covers all of its cells",
    (PartKind.ITEM, "values"): "the grid",
    (PartKind.ITEM, "stored_keys"): "written by an import; a finding offers to remove them",
    (PartKind.PATTERN, "key"): "a separate control in the inspector, by the key of the chosen index",
    (PartKind.PATTERN, "set"): "a separate control in the inspector",
    (PartKind.PATTERN, "parameters"): "a separate control in the inspector, picked from the sample items",
}
"""Fields that are not edited in the inspector, and where they are edited. Children of a part are added and removed as
parts.
"""


def fields_of(kind: PartKind) -> tuple[EditorField, ...]:
    """Every field of a kind of part that the inspector edits."""
    return tuple(field for group in GROUPS.get(kind, ()) for field in group.fields)
