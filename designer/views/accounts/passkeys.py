"""Passkeys: django-allauth's views with our templates, and who may call them. Without the setting, there are none."""

from __future__ import annotations

from functools import wraps
from typing import Any

from allauth.account.models import Login
from allauth.mfa.webauthn import views as allauth_views
from allauth.mfa.webauthn.internal import auth, flows
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from designer.access import View, open_to_all, signed_in
from designer.accounts.passkeys import REFUSED, require_passkeys
from designer.forms import SignInForm
from designer.throttle import SIGN_IN_ADDRESS, counted_address
from designer.views.accounts.sign_in import TOO_OFTEN, sign_in_page
from modeler.auditing.events import audit_note
from modeler.models import AuditKind


def _switched(view: View) -> View:
    """The view exists if the operator has turned passkeys on."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_passkeys()
        return view(request, *args, **kwargs)

    return guarded


class _Add(allauth_views.AddWebAuthnView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        # One that the device keeps and that verifies who uses it: it signs in without a password.
        context["js_data"] = {"creation_options": auth.begin_registration(self.request.user, passwordless=True)}
        return context


class _Remove(allauth_views.RemoveWebAuthnView):
    success_url = reverse_lazy("mfa_index")


class _Confirm(allauth_views.ReauthenticateWebAuthnView):
    def form_invalid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = self.render_to_response({**self.get_context_data(), "form": form})
        return answer


class _SignIn(allauth_views.LoginWebAuthnView):
    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return JsonResponse(auth.begin_authentication(user=None))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not SIGN_IN_ADDRESS.admits(counted_address(request)):
            return self._refused(429, TOO_OFTEN)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def form_valid(self, form: Any) -> HttpResponse:
        authenticator = form.cleaned_data["credential"]
        login = Login(user=authenticator.user, redirect_url=self.request.POST.get("next") or None)
        answer: HttpResponse = flows.perform_passwordless_login(self.request, authenticator, login)
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        audit_note(AuditKind.SIGN_IN_REFUSED, detail="passkey")
        return self._refused(422, REFUSED)

    def _refused(self, status: int, why: str) -> HttpResponse:
        next_page = self.request.POST.get("next", "")
        return sign_in_page(self.request, status, form=SignInForm(), next=next_page, refusal=why)


passkey_add = signed_in(never_cache(_switched(_Add.as_view())))
passkey_remove = signed_in(never_cache(_switched(_Remove.as_view())))
confirm_by_passkey = signed_in(never_cache(_switched(_Confirm.as_view())))
passkey_sign_in = open_to_all(never_cache(require_http_methods(["GET", "POST"])(_switched(_SignIn.as_view()))))
