"""The forms of the second step and of confirming who is there: django-allauth's, with the focus in their one field."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import ReauthenticateForm as PasswordForm
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms


class FocusedForm(forms.Form):
    """A form whose first field has the focus."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        next(iter(self.fields.values())).widget.attrs["autofocus"] = True


class FocusedCode(FocusedForm):
    """The same for codes, of apps and of recovery, which are digits: a phone shows its digits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class SignInCodeForm(FocusedCode, AuthenticateForm):
    """The code, to sign in."""


class ConfirmCodeForm(FocusedCode, ReauthenticateForm):
    """The code, to confirm who is there."""


class AddAppForm(FocusedCode, ActivateTOTPForm):
    """The first code of an app."""


class ConfirmPasswordForm(FocusedForm, PasswordForm):
    """The password, to confirm who is there."""
