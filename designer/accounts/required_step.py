"""Whose sessions need a second step that they lack, because the operator requires it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from django.conf import settings

from designer.accounts.second_step import STEPS

OPTIONAL: Final = "optional"
PASSWORDS: Final = "passwords"
ALL: Final = "everybody"
OPEN: Final = frozenset(
    {
        "mfa_index",
        "mfa_activate_totp",
        "mfa_deactivate_totp",
        "mfa_add_webauthn",
        "mfa_remove_webauthn",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "account_reauthenticate",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
    }
)
"""The names of the pages that add a second step."""

SAID: Final = "This server requires a second step. Add one on the page Your account, Second step."
CODE: Final = "second_step.required"


def lacks_step(person: int, session: Mapping[str, Any]) -> bool:
    """Does this account, in this session, lack a second step that is required?"""
    return needs_step(session) and not with_second_step([person])


def needs_step(session: Mapping[str, Any]) -> bool:
    """Does the operator require a second step of accounts whose session began so?"""
    if settings.SECOND_STEP != PASSWORDS:
        return bool(settings.SECOND_STEP == ALL)
    return not any(one.get("method") == "socialaccount" for one in session.get(AUTHENTICATION_METHODS_SESSION_KEY, ()))


def with_second_step(people: Collection[int]) -> set[int]:
    """Which of these people have one."""
    return set(Authenticator.objects.filter(user__in=people, type__in=STEPS).values_list("user_id", flat=True))
