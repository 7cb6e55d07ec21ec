"""One change to many parts, after a look at it: texts replaced in key templates, types of attributes."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.page.bulk.attribute_types import shared_attributes
from designer.page.bulk.replaced_templates import replaced_templates
from designer.page.editors.fields import TYPES
from designer.page.scenes import scene_of
from modeler.permissions import Action

TEXT_MAX: Final = 2048


@allows(Action.EDIT)
@never_cache
@require_GET
def templates_replace(request: DesignRequest) -> HttpResponse:
    """The dialog of find and replace; with ``find`` the places that contain it, before and after."""
    find, put = (request.GET.get(name, "")[:TEXT_MAX] for name in ("find", "with"))
    found, count = replaced_templates(scene_of(request.design.pk), find, put)
    page = "designer/parts/bulk/replace.html"
    context = {"element": "template-replace", "find": find, "with": put, "found": found, "count": count}
    return render(request, f"{page}#found" if "find" in request.GET else page, context)


@allows(Action.EDIT)
@never_cache
@require_GET
def attribute_types(request: DesignRequest) -> HttpResponse:
    """The dialog that gives several attributes another type."""
    shared = shared_attributes(scene_of(request.design.pk))
    context = {"element": "attribute-types", "attributes": shared, "types": TYPES}
    return render(request, "designer/parts/bulk/types.html", context)
