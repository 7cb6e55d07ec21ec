"""Who calls the API: a token in the Authorization header, or the browser's session."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from exporter.models import ApiToken
from exporter.models.tokens import SCOPES
from exporter.services.tokens import token_for
from modeler.auditing.events import requested_with
from modeler.core.errors import Forbidden
from modeler.permissions import Action


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer ks_...``"""

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        """Return the token's person and the token; None so that another way of signing in is tried."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2:
            raise AuthenticationFailed("the header must be: Authorization: Bearer, a space, and the token")
        token = token_for(words[1].decode("latin-1"))
        if token is None:
            raise AuthenticationFailed("this token is unknown, expired or revoked")
        requested_with(token.name)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401 response."""
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):
    """Return the name in the OpenAPI document."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Bearer."""
        return {"type": "http", "scheme": "bearer", "description": "A token created on the account page"}


class BrowserSession(SessionAuthentication):
    """A person signed in with this browser; a request that changes something must include the CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        """Makes the answer 401, not 403: the caller is unknown, rather than lacking a right."""
        return "Session"


class SessionScheme(OpenApiAuthenticationExtension):
    """Return the name in the OpenAPI document."""

    target_class = BrowserSession
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the session cookie of this instance."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class SignedIn(BasePermission):
    """A signed-in caller, with a token limited to its scope. The caller's role decides what they may do
    with a design.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raise Forbidden if the token's scope does not cover the view's action."""
        if not request.user or not request.user.is_authenticated:
            return False
        if (action := view.access.get(request.method)) is not None:
            refuse_narrow_token(request, action)
        return True


class InBrowser(SignedIn):
    """Only a person who is signed in with a browser: a token must not create or reveal others."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raise Forbidden for a token, whatever its scope."""
        if isinstance(request.auth, ApiToken):
            raise Forbidden(
                "a token cannot list, create or revoke tokens: sign in with a browser", code="token.browser"
            )
        return super().has_permission(request, view)


def refuse_narrow_token(request: Request, action: Action) -> None:
    """Raise Forbidden if the caller's token has a scope that does not cover an action."""
    if isinstance(request.auth, ApiToken) and not request.auth.allows(action):
        covering = " or ".join(scope for scope, actions in SCOPES.items() if action in actions)
        needed = f"this needs a token with the scope {covering}" if covering else "sign in with a browser for this"
        raise Forbidden(f"this token's scope is {request.auth.scope}; {needed}", code="token.scope")
