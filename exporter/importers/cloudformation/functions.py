"""CloudFormation functions, evaluated where the template alone determines the result; nothing else is run.

What is known only at deployment becomes a readable `Unresolved` text: the name of a parameter or of a resource's
attribute. Each is reported once per place, with its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved, object_of, text_of
from modeler.core.errors import DocumentInvalid

CHARACTERS_MAX: Final = 5_000_000
"""Limit on the characters of all texts that functions produce, so that a template cannot expand without bound."""
_TEXT_MAX: Final = 50_000
_CONDITIONS_MAX: Final = 15
"""Limit on the nesting of conditions that refer to each other."""

_NOTHING: Final = object()
_HOLE: Final = re.compile(r"\$\{([^{}$]*)\}")
_PSEUDO: Final[Mapping[str, Any]] = {
    "AWS::NoValue": _NOTHING,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
}
_NOT_NAME: Final = re.compile(r"[^A-Za-z0-9_.-]+")


def placeholder(text: str) -> Unresolved:
    """Return a text for an unknown value: letters, digits, and ``_.-``, so that it can be part of a name."""
    return Unresolved(_NOT_NAME.sub("-", text.removeprefix("AWS::")).strip("-")[:100] or "unknown")


class Resolver:
    """The functions of one template. `names` maps logical ids to physical names of resources, where known."""

    def __init__(
        self,
        template: Mapping[str, Any],
        context: Context,
        names: Callable[[str], Any],
        given: Mapping[str, str] | None = None,
    ) -> None:
        """`given` are a person's values for parameters, and true or false for conditions.

        Raises DocumentInvalid if a condition is given another value.
        """
        self.context = context
        self.names = names
        self.given = given or {}
        self.used: set[str] = set()
        self.parameters = object_of(template, "Parameters")
        self.mappings = object_of(template, "Mappings")
        self.conditions = object_of(template, "Conditions")
        self._judged: dict[str, bool | None] = {
            name: _truth(name, text) for name, text in self.given.items() if name in self.conditions
        }
        self._assumptions: dict[str, bool] = {}
        self._assuming: list[str] = []
        self._assumed_values: dict[str, str] = {}
        self._judging = 0
        self._characters = 0

    def resolve(self, value: Any, path: str, line: int = 0) -> Any:
        """Return the value with every function evaluated, or an Unresolved in its place; lines are carried along.

        Raises DocumentInvalid if functions produce more text than a template may hold.
        """
        found = self._value(value, path, line)
        return None if found is _NOTHING else found

    def _value(self, value: Any, path: str, line: int) -> Any:
        if isinstance(value, list):
            return self._list(value, path, line)
        if not isinstance(value, Mapping):
            return value
        if len(value) == 1:
            (name,) = value
            if name in ("Ref", "Condition") or str(name).startswith("Fn::"):
                return self._function(str(name), value[name], path, self.context.lines.of(value, name, line))
        made: dict[str, Any] = {}
        self.context.lines.carry(value, made)
        for name, one in value.items():
            if name.startswith("Fn::"):
                where = self.context.lines.of(value, name, line)
                said = f"{name} creates members that are known only at deployment; left out"
                self.context.report.dropped(f"{path}.{name}", said, where)
                continue
            found = self._value(one, f"{path}.{name}", self.context.lines.of(value, name, line))
            if found is not _NOTHING:
                made[name] = found
        return made

    def _list(self, value: list[Any], path: str, line: int) -> list[Any]:
        made: list[Any] = []
        self.context.lines.put(made, None, self.context.lines.of(value, None, line))
        for number, one in enumerate(value):
            where = self.context.lines.of(value, number, line)
            found = self._value(one, f"{path}[{number}]", where)
            if found is not _NOTHING:
                self.context.lines.put(made, len(made), where)
                made.append(found)
        return made

    def _bounded(self, value: Any) -> Any:
        """Return what a function gives, counted against the limit: a list counts as everything in it."""
        pieces = value if isinstance(value, list) else [value]
        self._characters += sum(len(piece) + 1 if isinstance(piece, str) else 1 for piece in pieces)
        if self._characters > CHARACTERS_MAX:
            raise DocumentInvalid(
                f"the functions of this template produce more than {CHARACTERS_MAX:,} characters; shorten the template",
                code="document.too_large",
            )
        return value

    def _function(self, name: str, argument: Any, path: str, line: int) -> Any:
        known = _FUNCTIONS.get(name)
        found = known(self, argument, path, line) if known else None
        if found is None:
            found = self._unknown(name.removeprefix("Fn::"), f"Keysheet does not evaluate {name}", path, line)
        return self._bounded(found)

    def _unknown(self, shown: str, why: str, path: str, line: int) -> Unresolved:
        made = placeholder(shown)
        self.context.report.guessed(path, f"{why}; {str(made)!r} is used in its place", line)
        return made

    def _ref(self, argument: Any, path: str, line: int) -> Any:
        name = text_of(argument)
        if name in _PSEUDO:
            return _PSEUDO[name]
        parameter = self.parameters.get(name)
        if isinstance(parameter, Mapping):
            self.used.add(name)
            value = self.value_of(name)
            if value is not None:
                kind = text_of(parameter.get("Type"))
                listed = kind == "CommaDelimitedList" or kind.startswith("List<")
                return [one.strip() for one in text_of(value).split(",")] if listed else value
            return self._unknown(name, f"the parameter {name[:80]} has no default", path, line)
        known = self.names(name)
        if known is not None:
            return known
        return self._unknown(name, f"{name[:80]!r} is known only at deployment", path, line)

    def value_of(self, name: str) -> Any:
        """Return a parameter's value: a person's, else its default; None if neither determines it."""
        if name in self.given:
            return self.given[name]
        parameter = object_of(self.parameters, name)
        return None if text_of(parameter.get("Type")).startswith("AWS::SSM::") else parameter.get("Default")

    def _get_att(self, argument: Any, path: str, line: int) -> Any:
        parts = argument if isinstance(argument, list) else text_of(argument).split(".", 1)
        shown = ".".join(text_of(self._value(part, path, line)) for part in parts[:2])
        # Nothing is reported: an ARN in a design is just as readable.
        return placeholder(shown)

    def _sub(self, argument: Any, path: str, line: int) -> Any:
        text = argument
        given: Mapping[str, Any] = {}
        if isinstance(argument, list) and len(argument) == 2 and isinstance(argument[1], Mapping):
            text, given = argument[0], argument[1]
        if not isinstance(text, str) or len(text) > _TEXT_MAX:
            return None
        unknown = []

        def filled(found: re.Match[str]) -> str:
            name = found.group(1).strip()
            if name.startswith("!"):
                return "${" + name[1:] + "}"
            if name in given:
                value = self._value(given[name], path, line)
            elif "." in name:
                value = self._get_att(name, path, line)
            else:
                value = self._ref(name, path, line)
            if isinstance(value, Unresolved):
                unknown.append(name)
            return str(self._bounded(text_of(value)))

        made = _HOLE.sub(filled, text)
        return Unresolved(made) if unknown else made

    def _join(self, argument: Any, path: str, line: int) -> Any:
        if not isinstance(argument, list) or len(argument) != 2:
            return None
        pieces = self._value(argument[1], path, line)
        if not isinstance(pieces, list) or not isinstance(argument[0], str):
            return None
        texts = [text_of(piece) for piece in pieces]
        if sum(map(len, texts)) + len(argument[0]) * len(texts) > _TEXT_MAX:
            return None
        made = argument[0].join(texts)
        return Unresolved(made) if any(isinstance(piece, Unresolved) for piece in pieces) else made

    def _split(self, argument: Any, path: str, line: int) -> Any:
        values = self._value(argument, path, line)
        if not isinstance(values, list) or len(values) != 2 or not all(isinstance(one, str) for one in values):
            return None
        mark, text = values
        if not mark or isinstance(text, Unresolved) or len(text) > _TEXT_MAX:
            return None
        return text.split(mark)

    def _select(self, argument: Any, path: str, line: int) -> Any:
        if not isinstance(argument, list) or len(argument) != 2:
            return None
        place, listed = text_of(self._value(argument[0], path, line)), self._value(argument[1], path, line)
        if not isinstance(listed, list) or not place.isdecimal() or len(place) > 4 or int(place) >= len(listed):
            return None
        return listed[int(place)]

    def _find(self, argument: Any, path: str, line: int) -> Any:
        if not isinstance(argument, list) or len(argument) not in (3, 4):
            return None
        found: Any = self.mappings
        for key in argument[:3]:
            name = self._value(key, path, line)
            found = object_of({"": found}, "").get(text_of(name))
        if found is None and len(argument) == 4:
            found = object_of({"": argument[3]}, "").get("DefaultValue")
            return self._value(found, path, line)
        return found

    def _if(self, argument: Any, path: str, line: int) -> Any:
        if not isinstance(argument, list) or len(argument) != 3:
            return None
        name = text_of(argument[0])
        holds = self.holds(name)
        if holds is None:
            holds = self._assumed(name)
            word = "true" if holds else "false"
            said = (
                f"the condition {name[:80]} is evaluated only at deployment; assumed {word}, here and everywhere else"
            )
            if all(one.message != said for one in self.context.report.lines):
                self.context.report.guessed(path, said, line)
        return self._value(argument[2] if holds is False else argument[1], path, line)

    def _assumed(self, name: str) -> bool:
        """Return what an unknown condition is assumed to be: consistent with every other assumption."""
        if name in self._assuming:
            self._assumptions[name] = True
        if name not in self._assumptions:
            self._assuming.append(name)
            found = self._judge(self.conditions.get(name), 0, is_assumed=True)
            self._assuming.remove(name)
            # A condition that refers to itself is already known here.
            self._assumptions.setdefault(name, found is not False)
        return self._assumptions[name]

    def _json(self, argument: Any, path: str, line: int) -> Any:
        made = self._value(argument, path, line)
        return json.dumps(made)[:_TEXT_MAX]

    def _length(self, argument: Any, path: str, line: int) -> Any:
        listed = self._value(argument, path, line)
        return len(listed) if isinstance(listed, list) else None

    def holds(self, name: str) -> bool | None:
        """Is a condition of the template true? None if that is known only at deployment."""
        self.used.add(name)
        if name not in self._judged:
            # Unknown while it is evaluated: a condition that refers to itself ends here.
            self._judged[name] = None
            if self._judging >= _CONDITIONS_MAX:
                return None
            self._judging += 1
            self._judged[name] = self._judge(self.conditions.get(name), 0)
            self._judging -= 1
        return self._judged[name]

    def _judge(self, condition: Any, depth: int, *, is_assumed: bool = False) -> bool | None:
        if not isinstance(condition, Mapping) or len(condition) != 1 or depth > 20:
            return None
        ((name, argument),) = condition.items()
        if name == "Condition":
            held = self.holds(text_of(argument))
            return self._assumed(text_of(argument)) if held is None and is_assumed else held
        if not isinstance(argument, list):
            return None
        if name == "Fn::Equals" and len(argument) == 2:
            return self._equal(*argument, is_assumed=is_assumed)
        judged = [self._judge(one, depth + 1, is_assumed=is_assumed) for one in argument]
        if name == "Fn::Not" and len(judged) == 1:
            return None if judged[0] is None else not judged[0]
        if name not in ("Fn::And", "Fn::Or"):
            return None
        decides = name == "Fn::Or"
        return decides if decides in judged else (None if None in judged else not decides)

    def _equal(self, left: Any, right: Any, *, is_assumed: bool) -> bool | None:
        said = len(self.context.report.lines)
        values = [self._value(one, "Conditions", 0) for one in (left, right)]
        # An unknown value is reported where the condition is used.
        del self.context.report.lines[said:]
        if any(isinstance(one, Unresolved) for one in values):
            open_, other = sorted(values, key=lambda value: not isinstance(value, Unresolved))
            # The first value that an unknown parameter is compared with is the one that it is assumed to have.
            return (
                self._assumed_values.setdefault(text_of(open_), text_of(other)) == text_of(other)
                if is_assumed
                else None
            )
        return text_of(values[0]) == text_of(values[1])


def _truth(name: str, text: str) -> bool:
    known = {"true": True, "false": False}.get(text.lower())
    if known is None:
        raise DocumentInvalid(f"{name[:80]}: a condition is true or false", path=name[:80], code="document.parameter")
    return known


_FUNCTIONS: Final[Mapping[str, Callable[[Resolver, Any, str, int], Any]]] = {
    "Ref": Resolver._ref,
    "Fn::GetAtt": Resolver._get_att,
    "Fn::Sub": Resolver._sub,
    "Fn::Join": Resolver._join,
    "Fn::Split": Resolver._split,
    "Fn::Select": Resolver._select,
    "Fn::FindInMap": Resolver._find,
    "Fn::If": Resolver._if,
    "Fn::ToJsonString": Resolver._json,
    "Fn::Length": Resolver._length,
}
