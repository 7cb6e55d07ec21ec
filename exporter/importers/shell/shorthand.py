"""Values of the AWS CLI's options: JSON, or its shorthand (``AttributeName=id,AttributeType=S``)."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_DEPTH_MAX: Final = 20
_SEVERAL: Final = re.compile(r"(?<![,\s\[{])\s+(?=[A-Za-z]+=)")
_KEY: Final = re.compile(r"\s*([A-Za-z][\w-]*)\s*=\s*")
_BARE: Final = re.compile(r"[^,\[\]{}]+")


class NotShorthand(ValueError):
    """The text is neither JSON nor the shorthand."""


def value_of(texts: list[str]) -> Any:
    """Return the value of an option: one JSON value, one structure, or a list of several words.

    Raises NotShorthand.
    """
    if len(texts) == 1 and texts[0].strip()[:1] in ("[", "{"):
        found = _json(texts[0])
        return found if found is not None else _Reader(texts[0].strip()).whole()
    words = [piece for text in texts for piece in _SEVERAL.split(text.strip()) if piece]
    if not any("=" in word for word in words):
        return words[0] if len(words) == 1 else words
    made = [_json(word) or _Reader(word).structure() for word in words]
    return made[0] if len(made) == 1 else made


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def whole(self) -> Any:
        made = self._value(0)
        self._refuse_rest()
        return made

    def structure(self, depth: int = 0) -> dict[str, Any]:
        """Read ``Key=value,Key=[a,b]`` to the end, or to the brace that closes it."""
        made: dict[str, Any] = {}
        name = ""
        while self.at < len(self.text) and self.text[self.at] != "}":
            found = _KEY.match(self.text, self.at)
            if found is not None:
                name, self.at = found[1], found.end()
                made[name] = self._value(depth + 1)
            elif name:
                # A value without a name continues a list: NonKeyAttributes=a,b
                held = made[name]
                made[name] = [*(held if isinstance(held, list) else [held]), self._value(depth + 1)]
            else:
                raise self._problem()
            self._comma("}")
        if depth == 0:
            self._refuse_rest()
        return made

    def _value(self, depth: int) -> Any:
        if depth > _DEPTH_MAX:
            raise self._problem()
        self._blanks()
        char = self.text[self.at : self.at + 1]
        if char == "{":
            self.at += 1
            made = self.structure(depth + 1)
            self._close("}")
            return made
        if char == "[":
            self.at += 1
            listed = []
            while self.at < len(self.text) and self.text[self.at] != "]":
                listed.append(self._value(depth + 1))
                self._comma("]")
            self._close("]")
            return listed
        if char in ("'", '"'):
            end = self.text.find(char, self.at + 1)
            if end < 0:
                raise self._problem()
            made_text = self.text[self.at + 1 : end]
            self.at = end + 1
            return made_text
        found = _BARE.match(self.text, self.at)
        if found is None:
            raise self._problem()
        self.at = found.end()
        return found.group().strip()

    def _comma(self, closing: str) -> None:
        self._blanks()
        if self.text[self.at : self.at + 1] == ",":
            self.at += 1
            self._blanks()
        elif self.at < len(self.text) and self.text[self.at] != closing:
            raise self._problem()

    def _close(self, closing: str) -> None:
        if self.text[self.at : self.at + 1] != closing:
            raise self._problem()
        self.at += 1
        self._blanks()

    def _blanks(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def _refuse_rest(self) -> None:
        if self.at < len(self.text):
            raise self._problem()

    def _problem(self) -> NotShorthand:
        near = self.text[self.at : self.at + 40] or "its end"
        return NotShorthand(f"neither JSON nor the shorthand of the AWS CLI, near {near!r}")
