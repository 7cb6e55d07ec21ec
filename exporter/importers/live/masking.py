"""Values of a live table without their contents: formats and sizes kept, equal values equal, everything else replaced.

What does not change, so that keys and templates remain readable: attribute names, true and false, signs and delimiters,
zeros at the ends of numbers, months, days, and hours of times (the year moves), and literals. Literals are, in
attributes with key-only names (PK, GSI1SK), upper-case words and a word before the first delimiter, and also the value
of a type attribute. An upper-case word after the first that the item also has as the value of another attribute is no
literal. Numbers keep their number of digits, times their order. Without the secret, the masking cannot be
reversed.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from exporter.importers.inference.key_templates import is_overloaded
from exporter.importers.live.masking_times import Times
from exporter.importers.live.masking_tokens import Tokens
from modeler.core.values.attribute_values import as_decimal

type Masker = Callable[[Mapping[str, Any]], dict[str, Any]]
"""From an item in DynamoDB JSON to a masked one."""

_TYPE_WORDS: Final = frozenset(
    {"type", "entitytype", "entity", "itemtype", "et", "edbe", "typename", "recordtype", "kind", "modelname"}
)
_CAPITALS: Final = re.compile(r"[A-Z][A-Z_]+(?=[#:|/~]|$)")
_FIRST: Final = re.compile(r"[A-Za-z][A-Za-z_-]*(?=#|::|:|\||~)")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z_ -]{0,63}")
_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_ULID: Final = re.compile(r"\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b")
_DATE: Final = re.compile(
    r"(?<![0-9A-Za-z])[12]\d{3}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])"
    r"(?:T[0-9:]{2,8}(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?)?)?"
    r"(?![0-9A-Za-z-])"
)
_TIME_NAME: Final = re.compile(r"(?i)(?:at|on|date|time|timestamp|ttl|expires|expiry|created|updated|until|since)$")


def masker(secret: str, keys: Collection[str] = ()) -> Masker:
    """Return a function from items in DynamoDB JSON to masked ones, the same function for the same secret.

    `keys` are the attributes known to be keys, besides those with key names: their literals are kept. A value in a form
    that DynamoDB does not know is left out.
    """
    masks = _Masks(secret, frozenset(keys))
    return masks.item


def _names_kind(name: str) -> bool:
    return re.sub(r"[^a-z]", "", name.lower()) in _TYPE_WORDS


class _Masks:
    def __init__(self, secret: str, keys: frozenset[str]) -> None:
        self.tokens = Tokens(secret)
        self.times = Times(self.tokens)
        self.keys = keys

    def item(self, item: Mapping[str, Any]) -> dict[str, Any]:
        held = frozenset(self._texts(item))
        found = {name: self.value(name, value, held) for name, value in item.items()}
        return {name: value for name, value in found.items() if value is not None}

    def _texts(self, item: Mapping[str, Any]) -> Iterator[str]:
        """Yield the texts of the attributes that are neither keys nor name the kind of item."""
        for name, value in item.items():
            text = value.get("S") if isinstance(value, Mapping) else None
            if isinstance(text, str) and not (self._is_key(name) or _names_kind(name)):
                yield text

    def _is_key(self, name: str) -> bool:
        return name in self.keys or is_overloaded(name)

    def value(self, name: str, value: Any, held: Collection[str] = ()) -> Any:
        """Return a tagged value, masked; None if it is not one. `held` are the texts of the item that are not keys."""
        if not isinstance(value, Mapping) or len(value) != 1:
            return None
        kind, data = next(iter(value.items()))
        masked = self._data(name, str(kind), data, held)
        return None if masked is None else {kind: masked}

    def _data(self, name: str, kind: str, data: Any, held: Collection[str] = ()) -> Any:
        match kind, data:
            case "S", str():
                return self.named_text(name, data, held)
            case "N", str() | int() | float() if not isinstance(data, bool):
                return self.number(name, str(data))
            case "B", str():
                return self._binary(data)
            case "BOOL" | "NULL", bool():
                return data
            case "L", list():
                return [one for one in (self.value(name, element) for element in data) if one is not None]
            case "M", Mapping():
                return self.item(data)
            case "SS" | "NS" | "BS", list():
                return [one for one in (self._data(name, kind[0], member) for member in data) if one is not None]
        return None

    def named_text(self, name: str, text: str, held: Collection[str] = ()) -> str:
        """Return a text masked, its literals kept if its attribute is a key or names the kind of item."""
        if _names_kind(name) and _WORD.fullmatch(text):
            return text
        if not self._is_key(name):
            return self.text(text)
        kept = [found.span() for found in _CAPITALS.finditer(text) if not found.start() or found[0] not in held]
        if first := _FIRST.match(text):
            kept.append(first.span())
        return self._around(text, kept)

    def _around(self, text: str, kept: list[tuple[int, int]]) -> str:
        pieces, position = [], 0
        for start, end in sorted(kept):
            if start < position or (start and text[start - 1] not in "#:|/~"):
                continue
            pieces += [self.text(text[position:start]), text[start:end]]
            position = end
        return "".join((*pieces, self.text(text[position:])))

    def text(self, text: str) -> str:
        """Return a masked text: identifiers and times by their form, everything else word by word."""
        pieces, position = [], 0
        for start, end, replaced in self._forms(text):
            pieces += [self.tokens.words(text[position:start]), replaced]
            position = end
        return "".join((*pieces, self.tokens.words(text[position:])))

    def _forms(self, text: str) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        for form, mask in ((_UUID, self.times.uuid), (_ULID, self.times.ulid), (_DATE, self.times.date)):
            for match in form.finditer(text):
                if all(match.end() <= start or match.start() >= end for start, end, _ in found):
                    found.append((*match.span(), mask(match[0])))
        return sorted(found)

    def number(self, name: str, text: str) -> str:
        """Return a number with as many digits; a time in seconds or milliseconds stays a time if the
        attribute's name indicates one.
        """
        if as_decimal(text) is None:
            return self.tokens.words(text)
        if _TIME_NAME.search(name) and (moved := self.times.epoch(text)):
            return moved
        mantissa, exponent, power = text.upper().partition("E")
        return self.tokens.digits(mantissa) + exponent + power

    def _binary(self, data: str) -> str | None:
        try:
            raw = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            return None
        return base64.b64encode(self.tokens.stream(raw, len(raw))).decode()
