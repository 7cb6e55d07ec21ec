"""API tokens: a person's key to the REST API, with a scope, an expiry, and a way to revoke it."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from modeler.permissions import Action


class TokenScope(models.TextChoices):
    """What a token may be used for, at most; the person's role in the workspace still decides.

    A pipeline that comments on a review needs no right to edit the design.
    """

    READ = "read"
    COMMENT = "comment"
    WRITE = "write"
    PROVISION = "provision"
    AUDIT = "audit"


_READ: Final = frozenset({Action.SEE, Action.EXPORT})
_COMMENT: Final = _READ | {Action.COMMENT}
_WRITE: Final = _COMMENT | {Action.EDIT, Action.CREATE, Action.DELETE}
SCOPES: Final[Mapping[str, frozenset[Action]]] = {
    TokenScope.READ: _READ,
    TokenScope.COMMENT: _COMMENT,
    TokenScope.WRITE: _WRITE,
    TokenScope.PROVISION: _WRITE | {Action.PROVISION},
    TokenScope.AUDIT: frozenset({Action.AUDIT}),
}
PREFIX: Final = "ks_"


class ApiToken(models.Model):
    """A token. Only the SHA-256 of its secret is kept: the secret has 256 random bits, so it needs no slow hash."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=9, choices=TokenScope, default=TokenScope.READ)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.name

    @property
    def is_live(self) -> bool:
        """Neither revoked nor expired."""
        return self.revoked_at is None and self.expires_at > timezone.now()

    def allows(self, action: Action) -> bool:
        """Does the scope cover an action?"""
        return action in SCOPES[self.scope]


def new_secret() -> str:
    """Return a secret to be shown once."""
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
