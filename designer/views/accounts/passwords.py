"""A forgotten password: an email with a link, and the page that the link opens."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from designer.access import open_to_all
from designer.accounts import passwords
from designer.forms import ForgottenForm, NewPasswordForm
from designer.mail import is_mail_set_up
from designer.throttle import RESET, SIGN_IN_ADDRESS, counted_address
from modeler.core.errors import Invalid

TOO_OFTEN = "Too many attempts. Wait 15 minutes, then try again."


@open_to_all
@never_cache
@require_http_methods(["GET", "POST"])
def password_forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for the email. The answer is the same whether the address has an account or not."""
    form = ForgottenForm(request.POST or None)
    can_ask = is_mail_set_up() and settings.PASSWORDS
    context = {"form": form, "has_mail": is_mail_set_up(), "has_passwords": settings.PASSWORDS}
    if request.method == "GET" or not can_ask:
        return render(request, "designer/accounts/forgotten.html", context)
    if not SIGN_IN_ADDRESS.admits(counted_address(request)):
        return render(request, "designer/accounts/forgotten.html", {**context, "refusal": TOO_OFTEN}, status=429)
    if not form.is_valid():
        return render(request, "designer/accounts/forgotten.html", context, status=422)
    if RESET.admits(form.cleaned_data["email"].lower()):
        passwords.reset_request(form.cleaned_data["email"])
    return render(request, "designer/accounts/forgotten.html", {**context, "is_sent": True})


@open_to_all
@never_cache
@sensitive_post_parameters("new")
@require_http_methods(["GET", "POST"])
def password_reset(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Set a new password. The person then signs in with it."""
    person = passwords.person_of_reset(uid, token)
    form = NewPasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            passwords.password_reset(uid=uid, token=token, new=form.cleaned_data["new"])
        except Invalid as error:
            form.refuse(error)
        else:
            messages.success(request, "Your new password is set. Sign in with it.")
            return redirect("sign-in")
    status = 422 if form.errors else 200
    return render(request, "designer/accounts/reset.html", {"form": form, "person": person}, status=status)
