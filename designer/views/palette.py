"""The palette: every place of a design, and search over all designs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows, signed_in
from designer.page.places import place_of_part, places
from designer.page.scenes import scene_of
from modeler import search as service
from modeler.core.design.parts import PartKind
from modeler.permissions import Action


@allows(Action.SEE)
@never_cache
@require_GET
def design_places(request: DesignRequest) -> HttpResponse:
    """Every place of a design, for the palette: ``{"revision", "places": [{"label", "kind", "where", "href"}]}``."""
    scene = scene_of(request.design.pk)
    return JsonResponse({"revision": scene.revision, "places": list(places(scene, request.design.role))})


@signed_in
@never_cache
@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """The places that match a name in any design that the person can see, in the shape of the places of one design."""
    found = service.search(request.user, request.GET.get("q", ""))
    return JsonResponse(
        {
            "places": [
                {
                    "label": " ".join(filter(None, (hit.code, hit.name))),
                    "kind": str(hit.kind),
                    "where": "" if hit.kind is PartKind.DESIGN else hit.design_name,
                    "href": reverse("design", args=[hit.design]) + place_of_part(hit.kind, hit.part),
                }
                for hit in found
            ]
        }
    )
