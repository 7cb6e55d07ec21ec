"""OpenAPI 3 and Swagger 2: each operation is a line such as ``GET /customers/{customerId}/orders?status=``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final
from urllib.parse import quote

from exporter.importers.support.source import Source
from exporter.importers.support.yaml_reading import read_yaml
from modeler.core.design.lenient import mapping, mappings, text
from modeler.core.requirements.english.reading import LINES_MAX

_METHODS: Final = ("get", "post", "put", "patch", "delete")
_DECLARED: Final = re.compile(r"""(?:^|[{,])\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\.""", re.MULTILINE)
_EXTENSIONS: Final = frozenset({"yaml", "yml", "json", ""})
_LOOKED: Final = 20_000


def is_openapi(source: Source) -> bool:
    """Return whether a source declares the version of OpenAPI or Swagger that it has."""
    return source.extension in _EXTENSIONS and bool(_DECLARED.search(source.text[:_LOOKED]))


def lines_of_openapi(source: Source) -> Iterator[str]:
    """Yield a line for each operation, in the order of the file: at most one more than the board reads."""
    document = source.data if source.looks_like_json else mapping(read_yaml(source.raw).value)
    yield from islice(_operations(document), LINES_MAX + 1)


def _operations(document: Mapping[str, Any]) -> Iterator[str]:
    for path, item in mapping(document.get("paths")).items():
        for method in _METHODS:
            operation = mapping(item).get(method)
            if isinstance(operation, Mapping):
                several = (*mappings(mapping(item).get("parameters")), *mappings(operation.get("parameters")))
                query = "&".join(_query(document, several)) if method == "get" else ""
                yield f"{method.upper()} {path}{f'?{query}' if query else ''}"


def _query(document: Mapping[str, Any], parameters: tuple[Mapping[str, Any], ...]) -> Iterator[str]:
    """Yield the parameters of the query: a name, with its default where it has one."""
    for given in parameters:
        one = _referred(document, given)
        if text(one.get("in")) != "query" or not text(one.get("name")):
            continue
        default = mapping(one.get("schema")).get("default", one.get("default"))
        value = quote(str(default), safe="-+") if isinstance(default, str | int) else ""
        yield f"{quote(text(one.get('name')))}={value}"


def _referred(document: Mapping[str, Any], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a parameter, or what its ``$ref`` names in the same file."""
    reference = text(given.get("$ref"))
    if not reference.startswith("#/"):
        return given
    found: Any = document
    for step in reference[2:].split("/"):
        found = mapping(found).get(step.replace("~1", "/").replace("~0", "~"))
    return mapping(found)
