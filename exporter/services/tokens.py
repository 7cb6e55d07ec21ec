"""API tokens: created, listed, revoked, recognized."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from exporter.models import ApiToken, TokenScope
from exporter.models.tokens import digest_of, new_secret
from modeler.auditing.events import audit_note
from modeler.core.errors import Forbidden, Invalid, Missing
from modeler.models import AuditKind
from modeler.quotas import one_at_a_time

DAYS_DEFAULT: Final = 90
DAYS_MAX: Final = 365
TOKENS_MAX: Final = 50
NAME_MAX: Final = 80
LAST_USED_EVERY: Final = timedelta(minutes=1)


@transaction.atomic
def token_create(*, by: Any, name: str, scope: str, days: int = DAYS_DEFAULT) -> tuple[ApiToken, str]:
    """Return a token and its secret, which is shown once and not kept. Raises Invalid, and Forbidden for a guest."""
    if by.is_guest:
        raise Forbidden("guests cannot have tokens; create an account first", code="token.guest")
    trimmed = " ".join(name.split())
    if not trimmed or len(trimmed) > NAME_MAX or not trimmed.isprintable():
        raise Invalid(f"a token's name must have 1 to {NAME_MAX} printable characters", path="name")
    if scope not in TokenScope.values:
        raise Invalid(f"a scope must be one of {', '.join(TokenScope.values)}", path="scope")
    if not 1 <= days <= DAYS_MAX:
        raise Invalid(f"a token must expire in 1 to {DAYS_MAX} days", path="days")
    one_at_a_time("tokens", by.pk)
    if tokens_of(by).count() >= TOKENS_MAX:
        raise Invalid(f"you have {TOKENS_MAX} tokens; revoke one first", path="name")
    secret = new_secret()
    end = timezone.now() + timedelta(days=days)
    token = ApiToken.objects.create(user=by, name=trimmed, scope=scope, digest=digest_of(secret), expires_at=end)
    audit_note(AuditKind.TOKEN_MADE, by=by, detail=f"{trimmed} ({scope}), for {days} days")
    return token, secret


def tokens_of(user: Any) -> Any:
    """Return a person's tokens that are not revoked, newest first."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


@transaction.atomic
def token_revoke(*, by: Any, token_id: UUID) -> None:
    """Revoke a token. Raises Missing if it is not the person's own."""
    token = tokens_of(by).filter(pk=token_id).first()
    if token is None or not tokens_of(by).filter(pk=token_id).update(revoked_at=timezone.now()):
        raise Missing("there is no such token", code="token.missing")
    audit_note(AuditKind.TOKEN_REVOKED, by=by, detail=token.name)


def token_for(secret: str) -> ApiToken | None:
    """Return the active token of that secret, if its person may still sign in."""
    token = ApiToken.objects.select_related("user").filter(digest=digest_of(secret)).first()
    if token is None or not token.is_live or not token.user.is_active:
        return None
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > LAST_USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token
