"""Signing in with the provider that the operator declared: by OpenID Connect (authorization code with PKCE and a
nonce), or by SAML (designer.accounts.saml).

django-allauth keeps the state and speaks with the provider; what the provider says about the person is checked here.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from allauth.account.adapter import get_adapter as account_adapter
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.helpers import complete_social_login
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from allauth.socialaccount.providers.saml.provider import SAMLProvider
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from requests import RequestException, Session

from designer.accounts.id_token import UNREADABLE, IdentityRefused, WantedClaims, claims_of
from designer.accounts.saml import saml_answer_take, saml_way
from designer.declared.providers import SAML
from designer.models import ProvisionedPerson, User
from designer.services import person_create
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.models import AuditKind
from modeler.turns import give_connection_back

SIGN_IN: Final = "login"
CONNECT: Final = "connect"
KEPT: Final = ("sub", "email", "email_verified", "name")
"""What is stored of the claims."""
LATE: Final = "This sign-in began in another browser or more than 10 minutes ago. Sign in again."
UNREACHABLE: Final = "The provider cannot be reached. Try again later."
TAKEN: Final = (
    "An account with your email address exists on this server. Sign in to it with its password, then connect single "
    "sign-on on the page Your account."
)


class IdentityAdapter(DefaultSocialAccountAdapter):
    """Which provider there is, who may come by it, and what a new account is."""

    def list_apps(self, request: HttpRequest, provider: str | None = None, client_id: str | None = None) -> list[Any]:
        """The one of the settings."""
        declared = settings.SINGLE_SIGN_ON
        if not declared:
            return []
        if is_saml():
            return [SocialApp(provider=SAMLProvider.id, provider_id=declared["issuer"], name=declared["name"])]
        where = declared["issuer"].rstrip("/") + "/.well-known/openid-configuration"
        app = SocialApp(provider=OpenIDConnectProvider.id, provider_id=declared["issuer"], name=declared["name"])
        app.client_id, app.secret = declared["client_id"], declared["secret"]
        app.settings = {"server_url": where, "oauth_pkce_enabled": True}
        return [app]

    def get_requests_session(self) -> Session:
        """The provider answers where it said it does: no redirects. There is a time limit; until then, a request holds
        no connection to Postgres.
        """
        give_connection_back()
        session: Session = super().get_requests_session()
        session.max_redirects = 0
        return session

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse who may not come. Raises IdentityRefused."""
        address = _admitted(sociallogin)
        if sociallogin.is_existing:
            return
        known = User.objects.filter(email=address).first()
        if known is None:
            return
        may_join = settings.SINGLE_SIGN_ON["join_existing"] or _awaits(known)
        if known.is_guest or not known.is_active or not may_join:
            raise IdentityRefused(TAKEN, "an account with this address exists and is not connected")
        _connect(request, sociallogin, known)

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Everybody who is admitted."""
        return True

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: Mapping[str, Any]) -> User:
        """The account that there will be, if there is none."""
        person: User = sociallogin.user
        person.email = str(data.get("email") or "").lower()
        person.display_name = str(data.get("name") or "").strip()[: User._meta.get_field("display_name").max_length]
        return person

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        """A new account with a workspace of its own and no password. Raises IdentityRefused."""
        wanted, how = sociallogin.user, settings.SINGLE_SIGN_ON["name"]
        try:
            person = person_create(email=wanted.email, password=None, display_name=wanted.display_name, how=how)
        except (Conflict, Invalid) as error:
            raise IdentityRefused("Your account could not be created. Sign in again.", error.message) from error
        sociallogin.user = person
        sociallogin.save(request)
        return person


class _Issuer(OpenIDConnectOAuth2Adapter):
    """The declared provider. Its discovery document must be of the declared issuer."""

    @property
    def openid_config(self) -> dict[str, Any]:
        found: dict[str, Any] = super().openid_config
        if found.get("issuer") != self.provider_id:
            raise IdentityRefused(UNREADABLE, "the discovery document is of another issuer")
        return found

    def get_callback_url(self, request: HttpRequest, app: SocialApp) -> str:
        return request.build_absolute_uri(reverse("single-sign-on-back"))

    def identity(self, request: HttpRequest, state: Mapping[str, Any]) -> SocialLogin:
        """Exchange the code for tokens; who they say has come. Raises IdentityRefused."""
        provider = self.get_provider()
        client = self.get_client(request, provider.app)
        answer = self.get_access_token_data(request, provider.app, client, state["pkce_code_verifier"])
        expected = WantedClaims(self.provider_id, provider.app.client_id, state["nonce"])
        claims = claims_of(answer.get("id_token"), self._read(self.openid_config["jwks_uri"]), expected)
        if not claims.get("email"):  # some providers put it only there
            more = self._fetch_user_info(answer["access_token"])
            if more.get("sub") != claims["sub"]:
                raise IdentityRefused(UNREADABLE, "the user information is of another person")
            claims = {**more, **claims, "email": more.get("email"), "email_verified": more.get("email_verified")}
        said = {name: claims[name] for name in KEPT if name in claims}
        login = provider.sociallogin_from_response(request, {"id_token": said})
        login.state = dict(state)
        return login

    def _read(self, address: str) -> Any:
        with account_sessions() as session:
            answer = session.get(address)
            answer.raise_for_status()
            return answer.json()


def account_sessions() -> Session:
    """A session for requests to the provider."""
    return IdentityAdapter().get_requests_session()


def provider_name() -> str:
    """What the button says; '' if the operator declared no provider."""
    return str(settings.SINGLE_SIGN_ON.get("name", ""))


def is_saml() -> bool:
    """Does the declared provider speak SAML?"""
    return bool(settings.SINGLE_SIGN_ON.get("protocol") == SAML)


def sign_on_begin(request: HttpRequest, *, next_page: str, connect: bool = False) -> str:
    """The provider's address to which the browser goes. With `connect`, the identity is added to the signed-in account.
    Raises Missing without a provider, IdentityRefused if it does not answer.
    """
    provider, nonce = _provider(request), secrets.token_urlsafe(32)
    process, person = (CONNECT, request.user.pk) if connect else (SIGN_IN, None)
    wanted = next_page if next_page and account_adapter(request).is_safe_url(next_page) else None
    if is_saml():
        address, sign_in = saml_way(request)
        provider.stash_redirect_state(request, process, wanted, state_id=sign_in, person=person)
        return address
    provider.oauth2_adapter_class = _Issuer
    try:
        answer = provider.redirect(request, process, wanted, auth_params={"nonce": nonce}, nonce=nonce, person=person)
    except (OAuth2Error, RequestException, LookupError, ValueError) as error:
        raise IdentityRefused(UNREACHABLE, f"the provider: {type(error).__name__}") from error
    address = str(answer.headers["Location"])
    if not address.startswith(("https://", "http://") if settings.LOCAL else "https://"):
        raise IdentityRefused(UNREADABLE, "the authorization endpoint does not begin with https")
    return address


def sign_on_finish(request: HttpRequest) -> HttpResponseBase:
    """The browser is back from the provider: sign in, or connect. Raises Missing if there is none, IdentityRefused."""
    provider = _provider(request)
    try:
        state = provider.unstash_redirect_state(request, request.GET.get("state", ""))
    except PermissionDenied as error:
        raise IdentityRefused(LATE, "unknown state") from error
    login = _said_by_saml(request, provider, state) if is_saml() else _said_by_openid(request, state)
    with transaction.atomic():
        return _finish_connecting(request, login) if state["process"] == CONNECT else _finish_signing_in(request, login)


def _said_by_saml(request: HttpRequest, provider: Any, state: Mapping[str, Any]) -> SocialLogin:
    """Its provider vouches for addresses of the declared domains; an assertion does not say what it has verified."""
    person = saml_answer_take(request.GET["state"])
    account = SocialAccount(
        provider=provider.sub_id, uid=person.subject, extra_data={"email": person.email, "name": person.name}
    )
    addresses = [EmailAddress(email=person.email, verified=True, primary=True)]
    login = SocialLogin(user=User(), account=account, email_addresses=addresses, provider=provider)
    IdentityAdapter().populate_user(request, login, account.extra_data)
    login.state = dict(state)
    return login


def _said_by_openid(request: HttpRequest, state: Mapping[str, Any]) -> SocialLogin:
    if "code" not in request.GET:
        said = "access_denied" if request.GET.get("error") == "access_denied" else "no code"
        raise IdentityRefused("The provider did not sign you in.", f"the provider: {said}")
    try:
        return _Issuer(request, settings.SINGLE_SIGN_ON["issuer"]).identity(request, state)
    except (OAuth2Error, RequestException) as error:
        raise IdentityRefused(UNREADABLE, f"the provider: {type(error).__name__}") from error
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise IdentityRefused(UNREADABLE, f"the provider's answer: {type(error).__name__}") from error


def is_connected(person: User) -> bool:
    """Can this person sign in with the declared provider?"""
    if not settings.SINGLE_SIGN_ON:
        return False
    return bool(SocialAccount.objects.filter(user=person, provider=settings.SINGLE_SIGN_ON["issuer"]).exists())


def _finish_signing_in(request: HttpRequest, login: SocialLogin) -> HttpResponseBase:
    answer: HttpResponseBase = complete_social_login(request, login)
    return answer


def _finish_connecting(request: HttpRequest, login: SocialLogin) -> HttpResponseBase:
    """The identity must have the address of the account, so that nobody connects another person's."""
    address = _admitted(login)
    if request.user.pk is None or login.state["person"] != request.user.pk:
        raise IdentityRefused(LATE, "another person is signed in now")
    if address != request.user.email:
        raise IdentityRefused(
            "The provider signed in another email address than that of your account.", "other address"
        )
    login.lookup()
    if not login.is_existing:
        _connect(request, login, request.user)
    elif login.user.pk != request.user.pk:
        raise IdentityRefused("This identity belongs to another account.", "connected to another account")
    return redirect("identities")


def _awaits(person: User) -> bool:
    """Was the account made by provisioning, for a person who has not come yet, and so has no other way in?"""
    is_provided = ProvisionedPerson.objects.filter(user=person, removed_at=None).exists()
    return is_provided and not person.has_usable_password() and not SocialAccount.objects.filter(user=person).exists()


def _connect(request: HttpRequest, login: SocialLogin, person: User) -> None:
    login.connect(request, person)
    audit_note(AuditKind.IDENTITY_CONNECTED, by=person, detail=settings.SINGLE_SIGN_ON["name"])


def _admitted(login: SocialLogin) -> str:
    """The verified address of an identity, of a domain that may join. Raises IdentityRefused."""
    verified: list[str] = [one.email.lower() for one in login.email_addresses if one.verified]
    if not verified:
        raise IdentityRefused("The provider has not verified your email address.", "address not verified")
    domain = verified[0].rpartition("@")[2]
    if domain not in settings.SINGLE_SIGN_ON["domains"]:
        raise IdentityRefused(f"People of {domain} cannot join this server.", f"domain {domain}")
    return verified[0]


def _provider(request: HttpRequest) -> Any:
    if not settings.SINGLE_SIGN_ON:
        raise Missing("this server has no single sign-on", code="single_sign_on.missing")
    return IdentityAdapter().get_provider(request, settings.SINGLE_SIGN_ON["issuer"])
