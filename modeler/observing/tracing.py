"""Traces by OpenTelemetry, if the operator names a receiver.

One trace goes from a request to the job that it asks for, and on to the pages that show the result: what goes to
another process carries `here()`. A span has names of code, ids and numbers. It has no address, because addresses
contain the tokens of links, no values of statements, and no text of an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from django.conf import settings
from django.db import connection

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

STATEMENT_MAX: Final = 2000
PARENT: Final = "traceparent"
"""The header of a request, as the W3C names it: the trace that it is part of."""

type Kind = Literal["INTERNAL", "SERVER", "CLIENT", "CONSUMER"]


def here() -> str:
    """Where this process is in a trace, for what goes to another one; '' outside of a trace."""
    if not settings.TRACES:
        return ""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carried: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carried)
    return carried.get(PARENT, "")


def trace_id() -> str:
    """The trace of this moment, as 32 hex digits; '' outside of one."""
    return here()[3:35]


@contextmanager
def span(
    name: str, kind: Kind = "INTERNAL", *, after: Iterable[str] = (), **attributes: str | int
) -> Iterator[Span | None]:
    """Time a piece of work; None if nobody receives traces. The span belongs to the trace of the first of `after` that
    is one, else to that around it. The others are linked. An attribute `http__route` is named `http.route`.
    """
    if not settings.TRACES:
        yield None
        return
    from opentelemetry import trace

    followed = [one for one in map(_followed, after) if one.is_valid]
    with (
        _provider_of(os.getpid())
        .get_tracer("keysheet")
        .start_as_current_span(
            name,
            trace.set_span_in_context(trace.NonRecordingSpan(followed[0])) if followed else None,
            kind=trace.SpanKind[kind],
            links=[trace.Link(one) for one in followed[1:]],
            attributes={key.replace("__", "."): value for key, value in attributes.items()},
            record_exception=False,
            set_status_on_exception=False,
        ) as made
    ):
        try:
            yield made
        except Exception as error:
            # Its sentence can contain what people wrote.
            made.set_status(trace.StatusCode.ERROR, type(error).__name__)
            raise


@contextmanager
def work(
    name: str, kind: Kind = "INTERNAL", *, after: Iterable[str] = (), **attributes: str | int
) -> Iterator[Span | None]:
    """A span, with one for each statement that this thread sends to Postgres meanwhile."""
    statements: AbstractContextManager[Any] = (
        connection.execute_wrapper(_statement) if settings.TRACES else nullcontext()
    )
    with span(name, kind, after=after, **attributes) as made, statements:
        yield made


def _statement(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    text = str(sql)
    said = {"db__system__name": "postgresql", "db__query__text": text[:STATEMENT_MAX]}
    with span(text.split(maxsplit=1)[0].upper(), "CLIENT", **said):
        return execute(sql, params, many, context)


def _followed(carried: str) -> Any:
    from opentelemetry import trace
    from opentelemetry.context import Context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    context = TraceContextTextMapPropagator().extract({PARENT: carried}, Context())
    return trace.get_current_span(context).get_span_context()


@lru_cache(maxsize=1)
def _provider_of(_process: int) -> TracerProvider:
    """That of this process: after a fork, a new one. Which traces are sent depends on their ids alone, so all processes
    decide alike, and no header of a stranger decides.
    """
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import TraceIdRatioBased
    from opentelemetry.util.re import parse_env_headers

    told = settings.TRACES
    made = TracerProvider(TraceIdRatioBased(told["share"]), Resource.create({"service.name": told["name"]}))
    headers = parse_env_headers(told["headers"], liberal=True)
    sender = OTLPSpanExporter(endpoint=f"{told['to']}/v1/traces", headers=headers)
    made.add_span_processor(BatchSpanProcessor(sender))
    return made
