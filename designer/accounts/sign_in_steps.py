"""The steps of signing in, on django-allauth: a password or an identity, then a one-time code, then the session."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.utils import perform_login
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.http import url_has_allowed_host_and_scheme

from designer.accounts.session_store import ORIGIN
from designer.accounts.sessions import session_begin
from designer.models import User
from designer.throttle import counted_address, remember
from modeler.core.errors import Forbidden, Invalid


def sign_in_begin(request: HttpRequest, person: User, next_page: str) -> HttpResponseBase:
    """After a right password: the session, or the page that asks for a one-time code. Leads to `next_page` if that is
    ours.
    """
    answer: HttpResponseBase = perform_login(request, person, email_verification="none", redirect_url=next_page)
    return answer


def ask_who_one_is(request: HttpRequest) -> None:
    """For what changes how one signs in, or where data goes: if the sign-in was not a short time ago, the browser goes
    to a page that confirms who one is, and then back to what it asked for.
    """
    raise_if_reauthentication_required(request, app="socialaccount")


class SignInAdapter(DefaultAccountAdapter):
    """How django-allauth begins a session here. It sends no mail and leaves no message of its own."""

    def get_login_stages(self) -> list[str]:
        """The one step after the password or the identity."""
        return ["allauth.mfa.stages.AuthenticateStage"]

    def login(self, request: HttpRequest, user: User) -> None:
        """Begin a session, with a new key; the audit log says by what."""
        session_begin(request, user, how=_how(request, user))

    def post_login(self, request: HttpRequest, user: User, *, redirect_url: str | None, **_: Any) -> HttpResponse:
        """Go where the person wanted to go, and mark the browser as known."""
        is_ours = redirect_url and self.is_safe_url(redirect_url)
        answer = redirect(redirect_url if is_ours and redirect_url else "home")
        remember(answer, user.email)
        return answer

    def is_safe_url(self, url: str) -> bool:
        """Only addresses of this host."""
        return url_has_allowed_host_and_scheme(url, {self.request.get_host()}, require_https=self.request.is_secure())

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """A disabled account signs in by no means."""
        raise Forbidden("This account is disabled.", code="account.disabled")

    def get_client_ip(self, request: HttpRequest) -> str:
        """As the throttles know it."""
        return counted_address(request)

    def add_message(self, *_: Any, **__: Any) -> None:
        """Our pages say what happened."""

    def send_notification_mail(self, *_: Any, **__: Any) -> None:
        """The audit log, which each person sees on their account page, has these events."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """New people come by an invitation or by the provider."""
        return False

    def is_reauthentication_required(self, *, app: str, **_: Any) -> bool:
        """A change of how one signs in asks again who one is, unless the sign-in was a short time ago."""
        begun = parse_datetime(self.request.session.get(ORIGIN, {}).get("at", ""))
        limit = settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
        if begun is not None and (timezone.now() - begun).total_seconds() <= limit:
            return False
        if not self.get_reauthentication_methods(self.request.user):  # the provider is the only way in
            again = (
                "Run make sign-in and open the address that it prints"
                if settings.LOCAL and not settings.SINGLE_SIGN_ON
                else "Sign out, sign in again"
            )
            said = f"This needs a sign-in of the last {limit // 60} minutes. {again}, and repeat it."
            raise Invalid(said, code="account.sign_in_again")
        return True


def _how(request: HttpRequest, person: User) -> str:
    """By what the person signed in, for the audit log; '' for a password alone."""
    records = get_authentication_records(request, person)
    methods = [str(record.get("method")) for record in records]
    said = []
    if "socialaccount" in methods:
        said.append(str(settings.SINGLE_SIGN_ON.get("name", "single sign-on")))
    if "mfa" in methods:
        has_passkey = any(record.get("type") == "webauthn" for record in records)
        said.append("passkey" if has_passkey else "one-time code")
    return ", ".join(said)
