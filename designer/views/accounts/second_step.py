"""The second step of signing in: django-allauth's views, with our templates, and who may call them."""

from __future__ import annotations

from allauth.account.views import reauthenticate
from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET

from designer.access import View, open_to_all, signed_in


def _own(view: View) -> View:
    return signed_in(never_cache(sensitive_post_parameters("password", "code")(view)))


second_step = _own(base.index)
app_add = _own(totp.activate_totp)
app_remove = _own(totp.deactivate_totp)
codes = _own(recovery_codes.view_recovery_codes)
codes_new = _own(recovery_codes.generate_recovery_codes)
confirm_by_password = _own(reauthenticate)
confirm_by_code = _own(base.reauthenticate)
sign_in_code = open_to_all(sensitive_post_parameters("code")(base.authenticate))


@open_to_all
@never_cache
@require_GET
def sign_in_again(request: HttpRequest) -> HttpResponse:
    """Where a sign-in goes that waited too long for its code."""
    return redirect("sign-in")
