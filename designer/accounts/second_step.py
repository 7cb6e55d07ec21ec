"""The second step of signing in: a one-time code of an authenticator app, or a recovery code."""

from __future__ import annotations

from typing import Any, Final

from allauth.mfa import signals
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.dispatch import receiver

from designer.models import User
from modeler.auditing.events import audit_note
from modeler.core.errors import Missing
from modeler.models import AuditKind
from modeler.sealing import seal, unseal

PURPOSE: Final = "designer.accounts.second_step"
STEPS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
NAMES = {"totp": "authenticator app", "recovery_codes": "recovery codes", "webauthn": "passkey"}


class SecondStepAdapter(DefaultMFAAdapter):
    """Secrets of authenticators are stored encrypted: a copy of the database makes no codes."""

    def encrypt(self, text: str) -> str:
        """With a key that SECRET_KEY gives."""
        return seal(PURPOSE, text)

    def decrypt(self, encrypted_text: str) -> str:
        """Also what was encrypted with a key of SECRET_KEY_FALLBACKS."""
        return unseal(PURPOSE, encrypted_text)

    def get_totp_issuer(self) -> str:
        """The name in the authenticator app."""
        return "Keysheet"

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The name that a browser shows for a passkey; it belongs to the host."""
        return {**super().get_public_key_credential_rp_entity(), "name": "Keysheet"}


def has_second_step(person: User) -> bool:
    """Does signing in as this person take a code, or a passkey?"""
    return bool(Authenticator.objects.filter(user=person, type__in=STEPS).exists())


@transaction.atomic
def second_step_remove(email: str) -> None:
    """For the operator, if a person has lost the device and the recovery codes. Raises Missing."""
    person = User.objects.filter(email=email.strip().lower(), is_guest=False).first()
    if person is None or not Authenticator.objects.filter(user=person).delete()[0]:
        raise Missing("no account with this address has a second step", code="second_step.missing")
    audit_note(AuditKind.SECOND_STEP_CHANGED, by=person, detail="removed by the operator")


@receiver(signals.authenticator_added)
@receiver(signals.authenticator_reset)
@receiver(signals.authenticator_removed)
def _changed(signal: Any, user: User, authenticator: Authenticator, **_: Any) -> None:
    verb = {id(signals.authenticator_removed): "removed", id(signals.authenticator_reset): "new"}.get(
        id(signal), "added"
    )
    audit_note(AuditKind.SECOND_STEP_CHANGED, by=user, detail=f"{NAMES.get(authenticator.type, '')} {verb}".strip())


@receiver(signals.authentication_failed)
def _refused(user: User, **_: Any) -> None:
    audit_note(AuditKind.SIGN_IN_REFUSED, by=user, detail="wrong one-time code")
