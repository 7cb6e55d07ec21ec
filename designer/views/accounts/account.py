"""One's own account: the password, the open sessions, and what happened to it."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from designer.access import AccountRequest, signed_in
from designer.accounts import passwords
from designer.accounts.second_step import has_second_step
from designer.accounts.sessions import session_end, sessions_end_others, sessions_of
from designer.accounts.single_sign_on import is_connected, provider_name
from designer.forms import PasswordForm
from designer.throttle import PASSWORD
from designer.views.refusals import refusal_shown
from modeler.auditing.reading import events_of_account
from modeler.core.errors import Invalid, Missing

EVENTS_SHOWN = 30
TOO_OFTEN = "Too many attempts. Wait 15 minutes, then try again."


@signed_in
@never_cache
@require_GET
def account(request: AccountRequest) -> HttpResponse:
    """Show them."""
    return render(request, "designer/accounts/account.html", _context(request))


@signed_in
@never_cache
@sensitive_post_parameters("old", "new")
@require_POST
def password_change(request: AccountRequest) -> HttpResponse:
    """Set another password. A person who finds an open browser has few attempts at the current one."""
    form = PasswordForm(request.POST)
    if not PASSWORD.admits(str(request.user.pk)):
        context = _context(request, form=PasswordForm(), refusal=TOO_OFTEN)
        return render(request, "designer/accounts/account.html", context, status=429)
    if form.is_valid():
        try:
            session = request.session.session_key
            passwords.password_change(by=request.user, session=session, **form.cleaned_data)
        except Invalid as error:
            form.refuse(error)
    if form.errors:
        return render(request, "designer/accounts/account.html", _context(request, form=form), status=422)
    PASSWORD.forget(str(request.user.pk))
    update_session_auth_hash(request, request.user)
    messages.success(request, "Your password is changed. Your other sessions have ended; API tokens stay valid.")
    return redirect("account")


@signed_in
@require_POST
def session_close(request: AccountRequest) -> HttpResponse:
    """End one session, or all others."""
    handle = request.POST.get("session", "")
    with refusal_shown(request, "Not ended", Missing):
        ended = 1 if handle else sessions_end_others(request.user, request.session.session_key)
        if handle:
            session_end(request.user, handle)
        messages.success(request, f"{ended} {'session' if ended == 1 else 'sessions'} ended.")
    return redirect("account")


def _context(request: AccountRequest, **more: object) -> dict[str, object]:
    return {
        "sessions": sessions_of(request.user, request.session.session_key),
        "events": events_of_account(request.user)[:EVENTS_SHOWN],
        "form": PasswordForm(),
        "has_password": settings.PASSWORDS and request.user.has_usable_password(),
        "has_second_step": has_second_step(request.user),
        "provider": provider_name(),
        "is_connected": is_connected(request.user),
        **more,
    }
