"""To the provider of single sign-on, and back."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from designer.access import AccountRequest, open_to_all, signed_in
from designer.accounts.id_token import UNREADABLE, IdentityRefused
from designer.accounts.identities import identities_of, identity_disconnect, identity_of
from designer.accounts.saml import saml_answer_keep, saml_metadata
from designer.accounts.sign_in_steps import ask_who_one_is
from designer.accounts.single_sign_on import is_connected, is_saml, provider_name, sign_on_begin, sign_on_finish
from designer.services import identity_refused
from designer.throttle import SIGN_IN_ADDRESS, counted_address
from designer.views.accounts.sign_in import TOO_OFTEN, sign_in_page
from designer.views.refusals import refusal_shown
from modeler.core.errors import Missing

POST_MAX: Final = 300_000
"""Bytes of the form in which a browser brings a provider's answer."""


@open_to_all
@never_cache
@require_POST
def single_sign_on(request: HttpRequest) -> HttpResponse:
    """Show the way to the provider. It is a page and no redirect, because forms may lead nowhere but to us (CSP)."""
    next_page = request.POST.get("next", "")
    if not SIGN_IN_ADDRESS.admits(counted_address(request)):
        return sign_in_page(request, 429, next=next_page, refusal=TOO_OFTEN)
    try:
        address = sign_on_begin(request, next_page=next_page)
    except IdentityRefused as error:
        identity_refused(error.reason)
        return sign_in_page(request, 422, next=next_page, refusal=error.sentence)
    return render(request, "designer/accounts/to_provider.html", {"address": address, "provider": provider_name()})


@signed_in
@never_cache
@require_POST
def single_sign_on_connect(request: AccountRequest) -> HttpResponse:
    """The same, to add the identity to one's account."""
    ask_who_one_is(request)
    try:
        address = sign_on_begin(request, next_page="", connect=True)
    except IdentityRefused as error:
        messages.error(request, error.sentence)
        return redirect("identities")
    return render(request, "designer/accounts/to_provider.html", {"address": address, "provider": provider_name()})


@signed_in
@never_cache
@require_GET
def identities(request: AccountRequest) -> HttpResponse:
    """List the identities by which one signs in."""
    context = {
        "identities": identities_of(request.user),
        "provider": provider_name(),
        "is_connected": is_connected(request.user),
    }
    return render(request, "designer/accounts/identities.html", context)


@signed_in
@never_cache
@require_POST
def identity_remove(request: AccountRequest, identity_id: int) -> HttpResponse:
    """Disconnect one of them."""
    found = identity_of(request.user, identity_id)
    ask_who_one_is(request)
    with refusal_shown(request, "Not disconnected"):
        identity_disconnect(by=request.user, identity_id=found.id, session=request.session.session_key)
        messages.success(request, "The identity is disconnected. Your other sessions have ended.")
    return redirect("identities")


@open_to_all
@never_cache
@require_GET
def single_sign_on_back(request: HttpRequest) -> HttpResponseBase:
    """The provider sends the browser here."""
    try:
        return sign_on_finish(request)
    except IdentityRefused as error:
        if not SIGN_IN_ADDRESS.admits(counted_address(request)):
            return sign_in_page(request, 429, refusal=TOO_OFTEN)
        identity_refused(error.reason)
        if request.user.is_authenticated:
            messages.error(request, error.sentence)
            return redirect("identities")
        return sign_in_page(request, 422, refusal=error.sentence)


@csrf_exempt
@open_to_all
@never_cache
@require_POST
def single_sign_on_assertion(request: HttpRequest) -> HttpResponse:
    """The provider's page makes the browser post its signed answer here, without our cookies, because it is another
    site. What was checked waits until the browser comes to the next page with them.
    """
    _require_saml()
    try:
        if int(request.META.get("CONTENT_LENGTH") or 0) > POST_MAX:
            raise IdentityRefused(UNREADABLE, "SAML: the answer is too long")
        sign_in = saml_answer_keep(request, request.POST.get("SAMLResponse", ""))
    except IdentityRefused as error:
        if not SIGN_IN_ADDRESS.admits(counted_address(request)):
            return sign_in_page(request, 429, refusal=TOO_OFTEN)
        identity_refused(error.reason)
        return sign_in_page(request, 422, refusal=error.sentence)
    return redirect(f"{reverse('single-sign-on-back')}?{urlencode({'state': sign_in})}")


@open_to_all
@never_cache
@require_GET
def single_sign_on_metadata(request: HttpRequest) -> HttpResponse:
    """What a SAML provider must know of this server."""
    _require_saml()
    return HttpResponse(saml_metadata(request), content_type="application/samlmetadata+xml")


def _require_saml() -> None:
    if not is_saml():
        raise Missing("this server has no single sign-on by SAML", code="single_sign_on.missing")
