"""Adding and removing parts of a design."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from designer.access import DesignRequest, allows
from designer.htmx import saved
from designer.page.duplicates import duplicates
from designer.page.new_parts import new_part
from modeler import services
from modeler.core.design.parts import PartKind
from modeler.core.errors import Invalid, Missing
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.services import design_change

REMOVABLE: Final = (
    PartKind.TABLE,
    PartKind.ENTITY,
    PartKind.ATTRIBUTE,
    PartKind.INDEX,
    PartKind.OVERLOAD,
    PartKind.RELATION,
    PartKind.PATTERN,
)


@allows(Action.EDIT)
@require_POST
def part_add(request: DesignRequest) -> HttpResponse:
    """A new table, index, entity, attribute or access pattern; the answer's header `Keysheet-Part` is its id. An entity
    has the posted `name`, if it is not taken.
    """
    parts = read_current(request.design.pk, request.design).parts
    part, change = new_part(
        parts, request.POST.get("kind", ""), request.POST.get("parent", ""), request.POST.get("name", "")
    )
    revision = design_change(design_id=request.design.pk, deltas=change, by=request.user)
    answer = saved(revision.number)
    answer["Keysheet-Part"] = part
    return answer


@allows(Action.EDIT)
@require_POST
def part_duplicate(request: DesignRequest) -> HttpResponse:
    """Duplicates of entities, indexes, attributes or access patterns, one for each posted `part`, as one change; the
    answer's header `Keysheet-Part` is the id of the first.
    """
    parts = read_current(request.design.pk, request.design).parts
    asked = request.POST.getlist("part")
    made, change = duplicates(parts, asked)
    label = f"duplicated {parts[asked[0]].name if len(asked) == 1 else f'{len(asked)} parts'}"
    revision = design_change(design_id=request.design.pk, deltas=change, by=request.user, label=label)
    answer = saved(revision.number)
    answer["Keysheet-Part"] = made[0]
    return answer


@allows(Action.EDIT)
@require_POST
def part_remove(request: DesignRequest) -> HttpResponse:
    """Remove a part with everything that depends on it; undo restores it."""
    part = request.POST.get("part", "")
    found = read_current(request.design.pk, request.design).parts.get(part)
    if found is None:
        raise Missing("this part of the design no longer exists", path=part)
    if found.kind not in REMOVABLE:
        raise Invalid(f"a {found.kind} cannot be removed here", path=part)
    if found.kind is PartKind.OVERLOAD and found.fields.get("index") is None:
        raise Invalid("an entity needs a key in its table; remove the entity instead", path=part)
    return saved(services.part_remove(design_id=request.design.pk, part=part, by=request.user).number)
