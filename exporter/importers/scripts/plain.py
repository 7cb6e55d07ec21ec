"""Values of a source as plain JSON, with a report line for each that only the running program knows."""

from __future__ import annotations

from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved
from exporter.importers.scripts.functions import Computed
from exporter.importers.scripts.values import ConstructedValue

_TYPES: Final = frozenset(
    {"String", "Number", "Boolean", "Date", "Object", "Array", "Buffer", "Set", "ArrayBuffer", "Uint8Array"}
)
_WRAPPERS: Final = frozenset({"CustomAttributeType", "createSchema", "defineSchema"})
"""Functions that return their argument, or the type that it names."""
_ABSENT: Final = object()


def plain(value: Any, path: str, context: Context) -> Any:
    """Return a value without functions and calls; None if it is one itself."""
    found = _without_code(value, path, context, None, None)
    return None if found is _ABSENT else found


def _without_code(value: Any, path: str, context: Context, holder: Any, key: str | int | None) -> Any:
    match value:
        case ConstructedValue() if value.last in _WRAPPERS and value.arguments:
            return _without_code(value.arguments[0], path, context, holder, key)
        case ConstructedValue():
            said = f"{value.last or 'a call'}(...) is computed when the program runs; left out"
            context.dropped(path, said, holder, key)
            return _ABSENT
        case Computed() if path.rpartition(".")[2].startswith("..."):
            context.dropped(path, f"{value} is not in this file; what it adds is left out", holder, key)
            return _ABSENT
        case Computed():
            context.dropped(path, "a function, which is not run; left out", holder, key)
            return _ABSENT
        case Unresolved():
            return value.lower() if value in _TYPES else _open(value, path, context, holder, key)
        case dict():
            made = {name: _without_code(one, f"{path}.{name}", context, value, name) for name, one in value.items()}
            kept = {name: one for name, one in made.items() if one is not _ABSENT}
            context.lines.carry(value, kept)
            return kept
        case list():
            listed = [_without_code(one, f"{path}[{at}]", context, value, at) for at, one in enumerate(value)]
            if _ABSENT in listed:
                return [one for one in listed if one is not _ABSENT]
            context.lines.carry(value, listed)
            return listed
    return value


def _open(value: Unresolved, path: str, context: Context, holder: Any, key: str | int | None) -> str:
    context.guessed(path, f"known only when the program runs; {str(value)[:80]!r} is used instead", holder, key)
    return str(value)
