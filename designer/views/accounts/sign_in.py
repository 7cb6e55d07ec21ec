"""Signing in and out, and joining a workspace by an invitation link."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from designer.access import AccountRequest, has_account, open_to_all, signed_in
from designer.accounts.sessions import session_begin
from designer.accounts.sign_in_steps import sign_in_begin
from designer.accounts.single_sign_on import provider_name
from designer.forms import JoinForm, SignInForm
from designer.mail import is_mail_set_up
from designer.selectors import invitation_by_token
from designer.services import invitation_accept, person_create, sign_in_refused
from designer.throttle import SIGN_IN, SIGN_IN_ADDRESS, counted_address, sign_in_name
from designer.views.accounts.sharing import MEANS
from modeler.auditing.events import audit_note
from modeler.core.errors import KeysheetError
from modeler.models import AuditKind
from modeler.permissions import Role
from modeler.selectors import designs_visible_to

TOO_OFTEN = "Too many attempts. Wait 15 minutes, then try again."
NO_PASSWORDS = "People do not sign in with a password on this server."


@open_to_all
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponseBase:
    """Sign in. Attempts are counted per email address, and with a higher limit per network address."""
    if request.method == "GET":
        if has_account(request.user):
            return redirect("home")
        return sign_in_page(request, 200, form=SignInForm(), next=request.GET.get("next", ""))
    if not settings.PASSWORDS:
        return sign_in_page(request, 422, refusal=NO_PASSWORDS)
    name = request.POST.get("email", "").strip().lower()
    next_page = request.POST.get("next", "")
    counted = sign_in_name(request, name)
    if not (SIGN_IN_ADDRESS.admits(counted_address(request)) and SIGN_IN.admits(counted)):
        return sign_in_page(request, 429, form=SignInForm(), next=next_page, refusal=TOO_OFTEN)
    form = SignInForm(request.POST)
    if not form.is_valid() or form.user is None:
        sign_in_refused(name)
        return sign_in_page(request, 422, form=form, next=next_page)
    SIGN_IN.forget(counted)
    return sign_in_begin(request, form.user, next_page)


@open_to_all
@never_cache
@require_GET
def session_token(request: HttpRequest) -> JsonResponse:
    """The token of the current session and its person (null if signed out), for a page that was opened before."""
    return JsonResponse({"token": get_token(request), "person": request.user.pk})


@open_to_all
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out of this browser."""
    if request.user.is_authenticated:
        audit_note(AuditKind.SIGNED_OUT, by=request.user)
    logout(request)
    return redirect("sign-in")


@open_to_all
@never_cache
@require_http_methods(["GET"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation: a button for people with an account, a form for people without one."""
    invitation = invitation_by_token(token)
    context = {
        "invitation": invitation,
        "token": token,
        "form": JoinForm() if settings.PASSWORDS else None,
        "provider": provider_name(),
        "here": request.get_full_path(),
        "has_account": has_account(request.user),
    }
    return render(request, "designer/accounts/join.html", context)


@signed_in
@require_POST
def join_accept(request: AccountRequest, token: str) -> HttpResponse:
    """Become a member."""
    membership = invitation_accept(token=token, by=request.user)
    messages.success(request, f"You are now a member of {membership.workspace.name} ({membership.role}).")
    return redirect("home")


@open_to_all
@never_cache
@sensitive_post_parameters("password")
@require_POST
def join_new(request: HttpRequest, token: str) -> HttpResponseBase:
    """Create an account and become a member; requires a valid link."""
    invitation = invitation_by_token(token)
    if not settings.PASSWORDS:
        return sign_in_page(request, 422, refusal=NO_PASSWORDS)
    if not SIGN_IN_ADDRESS.admits(counted_address(request)):
        return sign_in_page(request, 429, form=SignInForm(), refusal=TOO_OFTEN)
    form = JoinForm(request.POST)
    if form.is_valid():
        try:
            person = person_create(**form.cleaned_data)
        except KeysheetError as error:
            form.refuse(error)
        else:
            session_begin(request, person, how="invitation")
            return join_accept(request, token)
    context = {"invitation": invitation, "token": token, "form": form}
    return render(request, "designer/accounts/join.html", context, status=422)


def sign_in_page(request: HttpRequest, status: int, **context: object) -> HttpResponse:
    """The page with the ways to sign in that this server has. A guest also sees the designs that links opened."""
    form = context.setdefault("form", SignInForm())
    context |= {"has_mail": is_mail_set_up(), "has_passwords": settings.PASSWORDS, "provider": provider_name()}
    context["has_passkeys"] = settings.PASSKEYS
    if request.user.is_authenticated and not has_account(request.user):
        context["shared"] = [
            {"design": design, "means": MEANS[Role(design.role)]} for design in designs_visible_to(request.user)
        ]
        if isinstance(form, SignInForm):  # what was shared comes first; on a phone, a focused field hides it
            form.fields["email"].widget.attrs.pop("autofocus", None)
    return render(request, "designer/accounts/sign_in.html", context, status=status)
