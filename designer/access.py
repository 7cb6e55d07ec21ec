"""Permissions of views: declared on the view, checked before it runs, and covered by a guard test (tests/guards)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, Protocol, cast
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from designer.htmx import go_to
from designer.models import User
from modeler.permissions import Action, Role
from modeler.selectors import design_for, require_in

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

type View = Callable[..., HttpResponseBase]

EVERYBODY: Final = "everybody"


class AccountRequest(HttpRequest):
    """A request of a signed-in account."""

    user: User


class DesignRequest(HttpRequest):
    """A request whose design was resolved, and whose sender has the permission that the view requires."""

    user: User
    design: SeenDesign


class WorkspaceRequest(HttpRequest):
    """A request by a member of a workspace; `role` is the member's role there."""

    user: User
    role: Role


class _Declared(Protocol):
    access: str


def allows(action: Action) -> Callable[[View], View]:
    """The view takes a `design_id` and requires this permission: 404 for strangers, 403 for roles without it.

    A link on the page leads people who are not signed in to the sign-in page and back.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, design_id: UUID, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            resolved = cast(DesignRequest, request)
            resolved.design = design_for(request.user, design_id, action)
            return view(resolved, *args, **kwargs)

        return _declare(guarded, str(action))

    return decorate


def allows_in_trash(action: Action) -> Callable[[View], View]:
    """The same for a view that takes a `removed_id`: a design in the trash."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, removed_id: UUID, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not has_account(request.user):
                return _to_sign_in(request)
            resolved = cast(DesignRequest, request)
            resolved.design = design_for(request.user, removed_id, action, removed=True)
            return view(resolved, removed_id, *args, **kwargs)

        return _declare(guarded, str(action))

    return decorate


def allows_in_workspace(action: Action) -> Callable[[View], View]:
    """The same for a view that takes a `workspace_id`."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, workspace_id: UUID, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            resolved = cast(WorkspaceRequest, request)
            resolved.role = require_in(request.user, workspace_id, action)
            return view(resolved, workspace_id, *args, **kwargs)

        return _declare(guarded, str(action))

    return decorate


def signed_in(view: View) -> View:
    """The view requires a signed-in account; its data comes from selectors that take the person."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not has_account(request.user):
            return _to_sign_in(request)
        return view(request, *args, **kwargs)

    return _declare(guarded, "signed in")


def has_account(user: Any) -> bool:
    """Is this a signed-in account, not a guest of a link?"""
    return user.is_authenticated and not user.is_guest


def open_to_all(view: View) -> View:
    """The view is public."""
    return _declare(view, EVERYBODY)


def _declare(view: View, access: str) -> View:
    cast(_Declared, view).access = access
    return view


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    here = request.get_full_path() if request.method == "GET" else "/"
    answer: HttpResponse = redirect_to_login(here)
    if request.headers.get("HX-Request"):
        answer = go_to(answer.headers["Location"])
    # The page's own scripts do not follow it: text that is typed there would be lost.
    answer["Keysheet-Signed-Out"] = "1"
    return answer
