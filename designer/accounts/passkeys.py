"""Passkeys: a key pair of a device or a password manager, which signs in alone, or confirms a password.

django-allauth and fido2 check what a browser answers. Whatever else it sends is refused, and never a fault.
"""

from __future__ import annotations

from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError

from modeler.core.errors import Missing

REFUSED: Final = "This passkey was not accepted. Try again, or use another way."
NAME_MAX: Final = 60
_UNREADABLE: Final = (AttributeError, KeyError, LookupError, TypeError, ValueError)
"""What reading an invalid answer raises; ValidationError is none of them."""


def require_passkeys() -> None:
    """Raises Missing if the operator has not turned passkeys on."""
    if not settings.PASSKEYS:
        raise Missing("this server has no passkeys", code="passkeys.missing")


class PasskeyAddForm(passkey_forms._BaseAddWebAuthnForm):
    """A passkey signs in alone, so the device must have verified who uses it."""

    # The browser stops at the longest name, before the device makes a key that the server would refuse.
    name = forms.CharField(required=False, max_length=NAME_MAX)

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError."""
        self.cleaned_data["passwordless"] = True
        try:
            return dict(super().clean())
        except _UNREADABLE as error:
            raise ValidationError(REFUSED) from error


class _Answer(passkey_forms.AuthenticateWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        """The passkey that answered. Raises ValidationError."""
        try:
            answered: Authenticator = super().clean_credential()
        except (ValidationError, *_UNREADABLE) as error:
            raise ValidationError(REFUSED) from error
        return answered


class PasskeyCodeForm(_Answer):
    """After a password."""


class PasskeyConfirmForm(_Answer):
    """To confirm who one is."""

    reauthenticated = True


class PasskeySignInForm(_Answer):
    """Alone: the answer says whose it is."""

    passwordless = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, user=None, **kwargs)
