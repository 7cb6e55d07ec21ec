"""The password of an account: changed by its person, or set anew by a link in an email."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from designer.accounts.sessions import sessions_end_others
from designer.models import User
from modeler.auditing.events import audit_note
from modeler.core.errors import Invalid, Missing
from modeler.models import AuditKind

type Mailer = Callable[[str, str], None]
_mailers: Final[list[Mailer]] = []
RESET: Final = "reset"
CHANGED: Final = "changed"


def on_password_mail(mailer: Mailer) -> Mailer:
    """A port: `mailer` gets what to send (RESET, CHANGED) and the address. designer.tasks fills it with Celery."""
    _mailers[:] = [mailer]
    return mailer


def _mail(what: str, address: str) -> None:
    for mailer in _mailers:
        transaction.on_commit(partial(mailer, what, address), robust=True)


@transaction.atomic
def password_change(*, by: User, old: str, new: str, session: str | None) -> None:
    """Set another password; all other sessions end. API tokens stay. Raises Invalid naming the field."""
    person = User.objects.select_for_update().get(pk=by.pk)
    if not person.check_password(old):
        raise Invalid("this is not your current password", path="old")
    _set(person, new)
    audit_note(AuditKind.PASSWORD_CHANGED, by=person)
    sessions_end_others(person, session)
    by.password = person.password


@transaction.atomic
def reset_request(address: str) -> None:
    """Ask for an email with a link. Nothing tells the caller whether the address has an account: a worker looks."""
    if len(address) <= 254 and "@" in address:
        _mail(RESET, address.strip().lower())


def reset_link_parts(address: str) -> tuple[User, str, str] | None:
    """The person of an address, with the two parts of a link that sets a new password once; None if there is no account
    that signs in with a password.
    """
    person = User.objects.filter(email=address, is_active=True, is_guest=False).first()
    if person is None or not person.has_usable_password():
        return None
    audit_note(AuditKind.RESET_REQUESTED, by=person)
    return person, urlsafe_base64_encode(force_bytes(person.pk)), default_token_generator.make_token(person)


def person_of_reset(uid: str, token: str) -> User:
    """The person of a link that can be used now. Raises Missing, with one sentence for every reason."""
    person: User | None
    try:
        person = User.objects.filter(pk=int(urlsafe_base64_decode(uid)), is_active=True).first()
    except (ValueError, OverflowError):
        person = None
    if not settings.PASSWORDS or person is None or not default_token_generator.check_token(person, token):
        raise Missing("this link was used or has expired; request a new one", code="reset.missing")
    return person


@transaction.atomic
def password_reset(*, uid: str, token: str, new: str) -> User:
    """Set a new password by a link; all sessions end. Raises Missing, Invalid naming the field."""
    person: User = User.objects.select_for_update().get(pk=person_of_reset(uid, token).pk)
    if not default_token_generator.check_token(person, token):
        raise Missing("this link was used or has expired; request a new one", code="reset.missing")
    _set(person, new)
    audit_note(AuditKind.PASSWORD_RESET, by=person)
    sessions_end_others(person, None)
    return person


def _set(person: User, new: str) -> None:
    try:
        validate_password(new, person)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), path="new") from error
    person.set_password(new)
    person.save(update_fields=["password"])
    _mail(CHANGED, person.email)
