"""A person's API tokens: created, shown once, revoked."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import signed_in
from designer.forms import TokenForm
from designer.models import User
from exporter.services import tokens as service
from exporter.services.tokens import DAYS_DEFAULT, token_create, tokens_of
from modeler.core.errors import Invalid


@signed_in
@never_cache
@require_GET
def tokens(request: HttpRequest) -> HttpResponse:
    """List active and expired tokens, without their secrets."""
    return render(request, "designer/accounts/tokens.html", _context(request))


@signed_in
@never_cache
@require_POST
def token_new(request: HttpRequest) -> HttpResponse:
    """Create a token. Its secret is shown once, because only its hash is stored."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return render(request, "designer/accounts/tokens.html", _context(request, form=form), status=422)
    try:
        token, secret = token_create(by=cast(User, request.user), **form.cleaned_data)
    except Invalid as error:
        form.refuse(error)
        return render(request, "designer/accounts/tokens.html", _context(request, form=form), status=422)
    return render(request, "designer/accounts/tokens.html", _context(request, made=token, secret=secret))


@signed_in
@require_POST
def token_revoke(request: HttpRequest, token_id: UUID) -> HttpResponse:
    """Revoke a token."""
    service.token_revoke(by=request.user, token_id=token_id)
    return redirect("tokens")


def _context(request: HttpRequest, **more: object) -> dict[str, object]:
    return {"tokens": tokens_of(request.user), "form": TokenForm(initial={"days": DAYS_DEFAULT}), **more}
