"""Links that open one design: the page that lists them, and the page that they open."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer import links
from designer.access import DesignRequest, allows, has_account, open_to_all
from designer.accounts.sessions import session_begin
from designer.forms import LinkForm
from designer.links import link_create, link_enter
from designer.selectors import is_known_at, link_by_token, links_open_of
from designer.throttle import LINK, counted_address
from designer.views.design.pages import page_context
from modeler.core.errors import Invalid
from modeler.permissions import Action, Role

TOO_OFTEN = "Too many attempts from this address. Wait 15 minutes, then try again."
MEANS = {
    Role.GUEST_READER: "can read it",
    Role.GUEST_COMMENTER: "can read it and comment on it",
    Role.GUEST_EDITOR: "can edit it and comment on it",
}


@allows(Action.SHARE)
@never_cache
@require_GET
def share(request: DesignRequest) -> HttpResponse:
    """Show the links of this design, their users and expiry."""
    return render(request, "designer/design/share.html", _context(request))


@allows(Action.SHARE)
@never_cache
@require_POST
def link_new(request: DesignRequest) -> HttpResponse:
    """Create a link. It is shown once, because only its hash is stored."""
    form = LinkForm(request.POST)
    if not form.is_valid():
        return render(request, "designer/design/share.html", _context(request, form=form), status=422)
    link, token = link_create(design_id=request.design.pk, by=request.user, **form.cleaned_data)
    address = request.build_absolute_uri(reverse("link", args=[token]))
    made = {"made": link, "made_means": MEANS[Role(link.role)], "address": address}
    return render(request, "designer/design/share.html", _context(request, **made))


@allows(Action.SHARE)
@require_POST
def link_revoke(request: DesignRequest, link_id: UUID) -> HttpResponse:
    """Revoke a link, and disconnect the people who used it immediately."""
    links.link_revoke(design_id=request.design.pk, link_id=link_id, by=request.user)
    return redirect("design-share", request.design.pk)


def _context(request: DesignRequest, **more: object) -> dict[str, object]:
    links = [(link, MEANS[Role(link.role)]) for link in links_open_of(request.design)]
    return page_context(request, links=links, tab="share", **{"form": LinkForm(), **more})


@open_to_all
@never_cache
@require_GET
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a link: the design if the person can already see it, else a page that describes the design."""
    found = link_by_token(token)
    if is_known_at(found, request.user):
        return redirect("design-open", found.design_id)
    return render(request, "designer/accounts/link.html", _door(request, token))


@open_to_all
@never_cache
@require_POST
def link_come(request: HttpRequest, token: str) -> HttpResponse:
    """Enter: with the name of one's account, else with the name in the form."""
    if not LINK.admits(counted_address(request)):
        return render(request, "designer/accounts/link.html", _door(request, token, refusal=TOO_OFTEN), status=429)
    try:
        person, found = link_enter(token=token, by=request.user, name=request.POST.get("name", ""))
    except Invalid as error:
        given = {"refusal": error.message, "name": request.POST.get("name", "")}
        return render(request, "designer/accounts/link.html", _door(request, token, **given), status=422)
    if not request.user.is_authenticated:
        session_begin(request, person, how="link")
    return redirect("design-open", found.design_id)


def _door(request: HttpRequest, token: str, **more: object) -> dict[str, object]:
    found = link_by_token(token)
    return {
        "link": found,
        "means": MEANS[Role(found.role)],
        "token": token,
        "has_account": has_account(request.user),
        "here": reverse("link", args=[token]),
        **more,
    }
