"""Accounts and workspaces: people and guests, what they share, and their links."""

from __future__ import annotations

import hashlib
import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from modeler.permissions import LINK_ROLES, MEMBER_ROLES

ROLES = [(role.value, role.value) for role in MEMBER_ROLES]
GUEST_ADDRESSES = "guests.invalid"
"""The domain of the addresses of guests without an account; no email is sent there."""


class UserManager(BaseUserManager["User"]):
    """Creates users; email addresses are case-insensitive."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create a user; without a password, the user cannot sign in with one."""
        if not email:
            raise ValueError("a user needs an email address")
        user = self.model(email=email.strip().lower(), **fields)
        user.display_name = user.display_name or user.email.partition("@")[0]
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """For Django's own createsuperuser command."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        """Find a user by email address, ignoring case, for sign-in."""
        return self.get(email=(username or "").strip().lower())


class User(AbstractUser):
    """A person who signs in with an email address, or, with `is_guest`, a person who used a design's link and gave a
    name. `color` is the person's color on other people's pages.
    """

    # None takes a field of Django's away; its stubs know no such thing, nor another manager.
    username: Any = None
    first_name: Any = None
    last_name: Any = None
    email = models.EmailField(unique=True)
    display_name = models.CharField(max_length=80)
    color = models.CharField(max_length=7, blank=True)
    is_guest = models.BooleanField(default=False)

    objects: ClassVar[Any] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (models.UniqueConstraint(Lower("email"), name="user_email_any_case"),)

    def __str__(self) -> str:
        name = self.display_name or self.email
        return f"{name} (guest)" if self.is_guest else name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Also give the person a permanent color."""
        if not self.color:
            self.color = color_of(self.email)
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name


class PersonSession(AbstractBaseSession):
    """A session of a browser. Of a signed-in person it also has who, since when, from where and with which browser, so
    that the person can list their sessions and end them. `agent` is what the browser calls itself.
    """

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")
    signed_in_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    address = models.CharField(max_length=64, blank=True)
    agent = models.CharField(max_length=300, blank=True)


class ProvisionedPerson(models.Model):
    """What an identity provider says of an account that it manages by SCIM. `removed_at`: it has deleted the person."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="provisioned")
    external_id = models.CharField(max_length=200, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id} as {self.external_id}"


COLORS = ("#2563eb", "#c2410c", "#0f766e", "#9333ea", "#be123c", "#4d7c0f", "#0e7490", "#a16207")


def color_of(email: str) -> str:
    """Return one of eight colors, always the same for the same address."""
    return COLORS[hashlib.sha256(email.encode()).digest()[0] % len(COLORS)]


class Workspace(models.Model):
    """A team's designs and the people who can see them. To merge a branch takes `approvals_needed` approvals."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=120)
    approvals_needed = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One person in one workspace, with a role."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=ROLES)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["workspace", "user"], name="membership_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=[r.value for r in MEMBER_ROLES]), name="membership_role_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} as {self.role} in {self.workspace_id}"


class Invitation(models.Model):
    """A link that makes a person a member, until it expires or is revoked. Only the hash of its token is stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=8, choices=ROLES)
    token_hash = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(User, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.role} in {self.workspace_id} until {self.expires_at:%Y-%m-%d}"


class ShareLink(models.Model):
    """A link that opens one design to anyone who has it, with a guest role, until it expires or is revoked. Only the
    token's hash is stored; `note` describes its purpose.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    design = models.ForeignKey("modeler.Design", models.CASCADE, related_name="links")
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in LINK_ROLES])
    note = models.CharField(max_length=80, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(User, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.role} of {self.design_id} until {self.expires_at:%Y-%m-%d}"


class Guest(models.Model):
    """A person who used a link, with an account or as a named guest."""

    link = models.ForeignKey(ShareLink, models.CASCADE, related_name="guests")
    user = models.ForeignKey(User, models.CASCADE, related_name="guest_of")
    came_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["link", "user"], name="guest_once"),)

    def __str__(self) -> str:
        return f"{self.user_id} by {self.link_id}"
