"""A span for each request, if the operator names a receiver of traces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from modeler.observing.tracing import PARENT, work

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NOT_TRACED: Final = frozenset({"/healthz", "/livez", "/metrics"})
FAULT: Final = 500


class RequestSpans:
    """Names the span by the route, never by the address, which can contain the token of a link."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.TRACES:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in NOT_TRACED:
            return self.get_response(request)
        method = request.method if request.method in METHODS else "HTTP"
        came = request.headers.get(PARENT, "")
        with work(str(method), "SERVER", after=[came], http__request__method=str(method)) as made:
            answer = self.get_response(request)
            if made is not None:
                match = request.resolver_match
                made.update_name(f"{method} /{match.route}" if match else f"{method} no such address")
                made.set_attributes({"http.route": f"/{match.route}" if match else ""})
                made.set_attribute("http.response.status_code", answer.status_code)
                if answer.status_code >= FAULT:
                    from opentelemetry.trace import StatusCode

                    made.set_status(StatusCode.ERROR)
            return answer
