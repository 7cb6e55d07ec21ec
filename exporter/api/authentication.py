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
from exporter.services.tokens import token_for
from modeler.core.errors import Forbidden
from modeler.permissions import Action


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer ks_...``"""

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        """The token's person and the token; None where another way of signing in may be tried."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2:
            raise AuthenticationFailed("the header is: Authorization: Bearer, a blank, and the token")
        token = token_for(words[1].decode("latin-1"))
        if token is None:
            raise AuthenticationFailed("this token is unknown, expired or revoked")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document names it."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Bearer."""
        return {"type": "http", "scheme": "bearer", "description": "A token made on the account page"}


class BrowserSession(SessionAuthentication):
    """Whoever has signed in on this browser; a request that changes something carries the CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        """With it an answer is 401, not 403: the caller is unknown, not lacking a right."""
        return "Session"


class SessionScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document names it."""

    target_class = BrowserSession
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The session cookie of this instance."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class SignedIn(BasePermission):
    """Somebody, and with a token only what its scope covers. What they may do with a design is asked of their role."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raises Forbidden where the token's scope does not cover the view's action."""
        if not request.user or not request.user.is_authenticated:
            return False
        if (action := view.access.get(request.method)) is not None:
            refuse_narrow_token(request, action)
        return True


def refuse_narrow_token(request: Request, action: Action) -> None:
    """Raises Forbidden where the caller's token has a scope that does not cover an action."""
    if isinstance(request.auth, ApiToken) and not request.auth.allows(action):
        raise Forbidden(f"this token's scope is {request.auth.scope}; {action} needs a wider one", code="token.scope")
