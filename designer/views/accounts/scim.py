"""SCIM for the identity provider that has the operator's token; for everybody else, and without a token, nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from designer.access import open_to_all
from designer.accounts.scim.description import CONFIGURATION, PAGE_MAX, RESOURCE_TYPES, SCHEMAS, listed
from designer.accounts.scim.messages import CONTENT_TYPE, USER, Refused, changes_of, searched, wanted_of
from designer.accounts.scim.people import (
    HOW,
    as_resource,
    found_by,
    people,
    person_alter,
    person_provide,
    person_withdraw,
)
from designer.models import User
from modeler.auditing.events import requested_with
from modeler.core.documents.reading import parse
from modeler.core.errors import DocumentInvalid

BODY_MAX: Final = 200_000

type Answer = tuple[int, dict[str, Any] | None]
type View = Callable[..., Answer]


def for_the_provider(*methods: str) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """The view answers these methods, and only who sends the operator's token. Its refusals are those of the standard.
    No browser sends the token by itself, so that no form needs one of its own.
    """

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @csrf_exempt
        @open_to_all
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not settings.PROVISIONING:
                raise Http404
            try:
                _admit(request, methods)
                return _answer(*view(request, *args, **kwargs))
            except Refused as error:
                return _answer(error.status, error.as_json())

        return guarded

    return decorate


def _answer(status: int, said: dict[str, Any] | None) -> HttpResponse:
    answer = HttpResponse(status=status) if said is None else JsonResponse(said, status=status)
    answer["Content-Type"] = CONTENT_TYPE
    if status == 401:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def _admit(request: HttpRequest, methods: Collection[str]) -> None:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not constant_time_compare(token.strip(), settings.PROVISIONING["token"]):
        raise Refused(401, "Authorization must be Bearer, a space, and the token that the operator set")
    if request.method not in methods:
        raise Refused(405, f"use {', '.join(methods)}")
    requested_with(HOW)


@for_the_provider("GET", "POST")
def scim_people(request: HttpRequest) -> Answer:
    """All people of the declared domains, or those of a filter; or a new one."""
    if request.method == "POST":
        person = person_provide(wanted_of(_body(request)))
        return 201, _shown(request, person)
    wanted = searched(request.GET.get("filter", ""))
    found = people() if wanted is None else found_by(*wanted)
    first, count = max(1, _number(request, "startIndex", 1)), min(PAGE_MAX, _number(request, "count", PAGE_MAX))
    shown = [_shown(request, one) for one in _page(found, first, max(0, count))]
    return 200, listed(shown, found.count(), first)


@for_the_provider("GET", "PUT", "PATCH", "DELETE")
def scim_person(request: HttpRequest, identity: str) -> Answer:
    """One person: shown, replaced, changed, or disabled for good."""
    person = found_by("id", identity).first()
    if person is None:
        raise Refused(404, "there is no such person")
    if request.method == "DELETE":
        person_withdraw(person)
        return 204, None
    if request.method == "PUT":
        person = person_alter(person, wanted_of(_body(request)))
    elif request.method == "PATCH":
        person = person_alter(person, changes_of(_body(request)))
    return 200, _shown(request, person)


@for_the_provider("GET")
def scim_description(request: HttpRequest, subject: str) -> Answer:
    """What this server can do, for providers that ask."""
    match subject:
        case "ServiceProviderConfig":
            return 200, CONFIGURATION
        case "ResourceTypes":
            return 200, listed(RESOURCE_TYPES, len(RESOURCE_TYPES))
        case "Schemas":
            return 200, listed(SCHEMAS, len(SCHEMAS))
    raise Refused(404, "Keysheet has Users, ServiceProviderConfig, ResourceTypes and Schemas")


def _shown(request: HttpRequest, person: User) -> dict[str, Any]:
    location = request.build_absolute_uri(reverse("scim-person", args=[person.pk]))
    return {"schemas": [USER], **as_resource(person, location)}


def _page(found: QuerySet[User], first: int, count: int) -> list[User]:
    return list(found[first - 1 : first - 1 + count])


def _number(request: HttpRequest, name: str, usual: int) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else usual


def _body(request: HttpRequest) -> Any:
    if len(request.body) > BODY_MAX:
        raise Refused(413, f"a body has at most {BODY_MAX:,} bytes")
    try:
        return parse(request.body)
    except DocumentInvalid as error:
        raise Refused(400, error.message, "invalidSyntax") from error
