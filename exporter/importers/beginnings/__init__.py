"""Beginnings: files that become lines for the board of requirements, to be read, clarified and confirmed there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from exporter.importers.beginnings.graphql import is_graphql, lines_of_graphql
from exporter.importers.beginnings.openapi import is_openapi, lines_of_openapi
from exporter.importers.beginnings.query_logs import is_query_log, queries_of
from exporter.importers.beginnings.spreadsheet import columns_not_read, is_spreadsheet, lines_of_spreadsheet
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.requirements.english.reading import LINE_MAX, LINES_MAX


@dataclass(frozen=True, slots=True)
class Beginning:
    """Lines for the board, and how many were left out. `title` is what was read: "an OpenAPI description"; '' if the
    text is the lines themselves. `not_read` is what the file has and no line says, each with the reason.
    """

    title: str
    text: str
    left: int = 0
    not_read: tuple[str, ...] = ()


_KINDS: Final[tuple[tuple[str, Callable[[Source], bool], Callable[[Source], Iterator[str]]], ...]] = (
    ("an OpenAPI description", is_openapi, lines_of_openapi),
    ("a GraphQL schema", is_graphql, lines_of_graphql),
    ("a list from a spreadsheet", is_spreadsheet, lines_of_spreadsheet),
)


def is_beginning(source: Source) -> bool:
    """Return whether a source is a file of one of these kinds, and not lines or a design."""
    return is_query_log(source) or any(claims(source) for _, claims, _ in _KINDS)


def title_of(source: Source) -> str:
    """Return what a source is if it is one of these kinds, with its article; '' if it is none."""
    if is_query_log(source):
        return "a log of queries"
    return next((title for title, claims, _ in _KINDS if claims(source)), "")


def beginning(source: Source, period: float = 0.0) -> Beginning:
    """Return the lines that a file or a pasted text has for the board; text that is no such file is returned as it is.
    `period` are the seconds in which the calls of a query log were made, if the log does not say them.

    Raises DocumentInvalid if the file is broken, or asks for nothing.
    """
    if not source.raw.strip():
        return Beginning("", "")
    if is_query_log(source):
        queries = queries_of(source, period)
        return _begun("a log of queries", list(queries.lines), queries.not_read)
    for title, claims, read in _KINDS:
        if claims(source):
            left_out = columns_not_read(source) if read is lines_of_spreadsheet else ()
            return _begun(title, list(read(source)), left_out)
    return Beginning("", source.text)


def _begun(title: str, lines: list[str], not_read: tuple[str, ...] = ()) -> Beginning:
    found = list(dict.fromkeys(line for line in lines if len(line) <= LINE_MAX))
    if not found:
        raise DocumentInvalid(f"the file is {title} without a request", code="document.no_model")
    return Beginning(title, "\n".join(found[:LINES_MAX]), max(0, len(found) - LINES_MAX), not_read[:LINES_MAX])
