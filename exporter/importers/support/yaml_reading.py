"""YAML as CloudFormation uses it, read event by event: bounded before anything is created, with short tags and lines.

A tag never creates an object. Aliases count as everything that they repeat, so that a YAML bomb is rejected as it
expands.
"""

from __future__ import annotations

import re
from typing import Any, Final

import yaml

from exporter.importers.support.json_reading import read_text
from exporter.importers.support.line_numbers import Lines, Located
from exporter.importers.support.report_lines import Level, ReportLine
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_DEPTH_MAX

YAML_BYTES_MAX: Final = 2 * 1024 * 1024
"""CloudFormation accepts templates of 1 MB; Keysheet reads twice that."""
NODES_MAX: Final = 200_000
"""Limit on texts, lists, and mappings; each alias counts as what it repeats."""

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTRINSICS: Final = frozenset(
    {"And", "Base64", "Cidr", "Equals", "FindInMap", "ForEach", "GetAtt", "GetAZs", "GetStackOutput", "If",
     "ImportValue", "Join", "Length", "Not", "Or", "Select", "Split", "Sub", "ToJsonString", "Transform", "ValueOf",
     "RefAll", "EachMemberEquals", "EachMemberIn", "ValueOfAll", "Contains"}
)  # fmt: skip
_YAML: Final = "tag:yaml.org,2002:"
_KNOWN: Final = frozenset({f"{_YAML}{kind}" for kind in ("str", "int", "float", "bool", "null", "map", "seq")})
_WHOLE: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,38})")
_DECIMAL: Final = re.compile(r"[-+]?[0-9]{1,40}\.[0-9]{0,40}(?:[eE][-+][0-9]{1,3})?")
_WORDS: Final = {
    **dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}
_ENGINE: Final = re.compile(r"\{\{.{0,200}?\}\}|\{%.{0,200}?%\}")
"""Marks that a template engine replaces before the text is YAML. Bounded, because each may begin anywhere."""


def read_yaml(raw: bytes) -> Located:
    """Return the value of a YAML file with its lines: mappings with texts for keys, lists, texts, numbers, booleans,
    and None; a short tag as its long form (``!Ref x`` is ``{"Ref": "x"}``). Dates stay texts.

    Raises DocumentInvalid with line and column: over 2 MB, deeper than 40, more than 200,000 nodes (aliases count as
    what they repeat), a tag that is not CloudFormation's, an alias of nothing or of itself, or not YAML.
    """
    if len(raw) > YAML_BYTES_MAX:
        raise DocumentInvalid(
            f"the file has {len(raw) / 1024 / 1024:.1f} MB; the limit for YAML is "
            f"{YAML_BYTES_MAX // 1024 // 1024} MB (CloudFormation accepts 1 MB); split it, or use JSON",
            code="document.too_large",
        )
    reader = _Reader()
    text = read_text(raw)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        raise _rendered(_no_yaml(error), text) from error
    except DocumentInvalid as error:
        raise _rendered(error, text) from error
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        place = f"line {before.count(chr(10)) + 1}, column {len(before) - before.rfind(chr(10))}"
        sentence = f"{place}: YAML must not contain the character U+{_code(error.character):04X}; remove it"
        raise DocumentInvalid(sentence, path=place, code="document.character") from error
    return Located(reader.value, reader.lines, tuple(reader.report))


def _code(character: Any) -> int:
    return character if isinstance(character, int) else ord(str(character)[:1] or " ")


def _short(text: str) -> str:
    return " ".join(text.split())[:200]


def _no_yaml(error: yaml.MarkedYAMLError) -> DocumentInvalid:
    place = _place(error.problem_mark or error.context_mark)
    said = _short(f"{error.context or ''} {error.problem or ''}")
    return DocumentInvalid(f"{place}: the file is not YAML: {said}", path=place, code="document.not_yaml")


def _rendered(error: DocumentInvalid, text: str) -> DocumentInvalid:
    """Return the error, or one that tells of a template engine if its line has marks of one: ``{{ units }}``."""
    found = re.match(r"line (\d+)", error.path) if error.code == "document.not_yaml" else None
    line = "".join(text.split("\n")[int(found[1]) - 1 : int(found[1])]) if found is not None else ""
    if (mark := _ENGINE.search(line)) is None:
        return error
    said = f"{_short(mark[0])[:60]} is replaced by a template engine (Jinja, Helm); import the file that it makes"
    return DocumentInvalid(f"{error.path}: {said}", path=error.path, code=error.code)


def _place(mark: Any) -> str:
    return f"line {mark.line + 1}, column {mark.column + 1}" if mark is not None else "line 1, column 1"


def _refused(event: Any, sentence: str, code: str) -> DocumentInvalid:
    place = _place(event.start_mark)
    return DocumentInvalid(f"{place}: {sentence}", path=place, code=code)


class _Open:
    """A mapping or list that is being read."""

    def __init__(self, value: Any, event: Any, tag: str) -> None:
        self.value = value
        self.event = event
        self.tag = tag
        self.key: str | None = None
        self.merged: list[Any] = []
        self.before = 0
        self.height = 1


class _Reader:
    """Makes values of events. `count` is the number of nodes; for each anchor, its count is known."""

    def __init__(self) -> None:
        self.value: Any = None
        self.lines = Lines()
        self.report: list[ReportLine] = []
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int, int] | None] = {}
        self._count = 0
        self._documents = 0

    def take(self, event: Any) -> None:
        """Take one event of the parser."""
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    raise _refused(event, "a second document begins; import one file for each", "document.not_yaml")
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._begin(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._end()
            case yaml.ScalarEvent():
                self._counted(event, 1)
                value = _scalar(event)
                self._anchor(event.anchor, value, 1, 1)
                self._add(value, event, 1, is_merge=event.value == "<<" and event.implicit[0])
            case yaml.AliasEvent():
                self._alias(event)

    def _counted(self, event: Any, nodes: int) -> None:
        self._count += nodes
        if self._count > NODES_MAX:
            raise _refused(
                event,
                f"the file has more than {NODES_MAX:,} values up to here (an alias counts as what it "
                "repeats); shorten it, or split it",
                "document.too_large",
            )

    def _begin(self, event: Any) -> None:
        self._refuse_deep(event, 1)
        self._refuse_as_key(event)
        self._counted(event, 1)
        value: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
        opened = _Open(value, event, _intrinsic(event))
        opened.before = self._count - 1
        self.lines.put(value, None, event.start_mark.line + 1)
        if event.anchor:
            self._anchors[event.anchor] = None
        self._open.append(opened)

    def _refuse_deep(self, event: Any, height: int) -> None:
        if len(self._open) + height > DOCUMENT_DEPTH_MAX:
            raise _refused(
                event, f"nested deeper than {DOCUMENT_DEPTH_MAX} levels; flatten the value there", "document.too_deep"
            )

    def _refuse_as_key(self, event: Any) -> None:
        if self._open and isinstance(self._open[-1].value, dict) and self._open[-1].key is None:
            raise _refused(event, "a key must be a text, not a list or a mapping; quote it", "document.not_yaml")

    def _end(self) -> None:
        done = self._open.pop()
        for merged in done.merged:
            self._merge(done, merged)
        value = {done.tag: done.value} if done.tag else done.value
        if done.tag:
            self.lines.put(value, None, done.event.start_mark.line + 1)
        self._anchor(done.event.anchor, value, self._count - done.before, done.height)
        self._add(value, done.event, done.height)

    def _merge(self, into: _Open, merged: Any) -> None:
        for one in merged if isinstance(merged, list) else [merged]:
            if not isinstance(one, dict):
                raise _refused(into.event, "<< needs a mapping, or a list of them, by an alias", "document.not_yaml")
            for key, value in one.items():
                if key not in into.value:
                    into.value[key] = value
                    self.lines.put(into.value, key, self.lines.of(one, key))

    def _anchor(self, name: str | None, value: Any, nodes: int, height: int) -> None:
        if name:
            self._anchors[name] = (value, nodes, height)

    def _alias(self, event: Any) -> None:
        self._refuse_as_key(event)
        if event.anchor not in self._anchors:
            raise _refused(event, f"the alias *{event.anchor[:60]} has no anchor above it", "document.not_yaml")
        known = self._anchors[event.anchor]
        if known is None:
            raise _refused(event, f"the alias *{event.anchor[:60]} contains itself", "document.not_yaml")
        self._counted(event, known[1])
        self._refuse_deep(event, known[2])
        self._add(known[0], event, known[2])

    def _add(self, value: Any, event: Any, height: int, *, is_merge: bool = False) -> None:
        line = event.start_mark.line + 1
        if not self._open:
            self.value = value
            return
        holder = self._open[-1]
        holder.height = max(holder.height, height + 1)
        if isinstance(holder.value, list):
            self.lines.put(holder.value, len(holder.value), line)
            holder.value.append(value)
        elif holder.key is None:
            holder.key = "<<" if is_merge else str(event.value)
            if holder.key in holder.value:
                self._say_twice(holder.key, event)
            self.lines.put(holder.value, holder.key, line)
            holder.event.is_merge = is_merge
        else:
            self._member(holder, value)

    def _member(self, holder: _Open, value: Any) -> None:
        if holder.key == "<<" and holder.event.is_merge:
            holder.merged.append(value)
        else:
            holder.value[holder.key] = value
        holder.key = None

    def _say_twice(self, key: str, event: Any) -> None:
        sentence = f"{_place(event.start_mark)}: {key[:60]!r} occurs twice in one mapping; the last value is used"
        self.report.append(ReportLine(Level.DROPPED, key[:60], sentence, event.start_mark.line + 1))


def _intrinsic(event: Any) -> str:
    """Return the CloudFormation function of a short tag; '' if there is no tag, or a YAML tag."""
    tag = event.tag
    if tag is None or tag == "!" or tag in _KNOWN:
        return ""
    name = tag.removeprefix("!")
    if tag.startswith("!") and name in ("Ref", "Condition"):
        return str(name)
    if tag.startswith("!") and name in _INTRINSICS:
        return f"Fn::{name}"
    shown = tag.replace(_YAML, "!!")[:60]
    raise _refused(
        event,
        f"the tag {shown} is neither YAML's nor a CloudFormation short form; remove it",
        "document.yaml_tag",
    )


def _scalar(event: Any) -> Any:
    function = _intrinsic(event)
    if function:
        # !GetAtt Orders.Arn is the list of its two names.
        text = event.value
        return {function: text.split(".", 1) if function == "Fn::GetAtt" and "." in text else text}
    if event.tag == f"{_YAML}str" or (event.tag is None and not event.implicit[0]) or event.tag == "!":
        return event.value
    return _typed_scalar(event.value)


def _typed_scalar(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text
