"""Terraform's files in JSON (``*.tf.json``, as CDKTF writes them) as the blocks that HCL has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.support.line_numbers import Lines, lines_of_json
from exporter.importers.support.source import Source
from exporter.importers.terraform.hcl import ParsedBlock, parse_hcl
from exporter.importers.terraform.terms import TermEvaluator
from modeler.core.errors import DocumentInvalid

EXPRESSIONS_MAX: Final = 2000
"""Limit on expressions within texts of one file: each takes some milliseconds."""
_LABELS: Final[Mapping[str, int]] = {
    "resource": 2,
    "data": 2,
    "variable": 1,
    "provider": 1,
    "module": 1,
    "output": 1,
    "locals": 0,
}


@dataclass(frozen=True, slots=True)
class ExpressionJson:
    """A JSON value that can hold expressions in its texts, and its line."""

    value: Any
    line: int


def claims(source: Source) -> bool:
    """Claim by the file name, else by AWS resources in it."""
    if not source.looks_like_json:
        return False
    if source.filename.lower().endswith((".tf.json", ".tofu.json")):
        return True
    held = source.data.get("resource")
    return any(str(kind).startswith("aws_") for one in _each(held) for kind in one)


def blocks_of(source: Source, before: int = 0) -> list[ParsedBlock]:
    """Return the blocks of the file, in order; `before` is added to its line numbers. A value that should be a block
    and is not an object is left out.
    """
    lines = lines_of_json(source.data, source.text.removeprefix("\ufeff"))
    lines.shift(before)
    return [block for kind, depth in _LABELS.items() for block in _labelled(kind, depth, source.data, lines)]


def worked_out(evaluator: TermEvaluator, value: Any, line: int) -> Any:
    """Return a JSON value with the expressions in its texts evaluated. Raises DocumentInvalid if one is invalid."""
    if isinstance(value, Mapping):
        return {name: worked_out(evaluator, one, line) for name, one in value.items()}
    if isinstance(value, list):
        return [worked_out(evaluator, one, line) for one in value]
    return text_with_expressions(evaluator, value, line) if isinstance(value, str) and "{" in value else value


def text_with_expressions(evaluator: TermEvaluator, text: str, line: int) -> Any:
    """Return a text with each ``${...}`` in it evaluated; the value itself if the text is one expression."""
    said = len(evaluator.report.lines)
    found = [_piece(evaluator, one, line) if is_expression else one for is_expression, one in pieces(text)]
    # The trees of the pieces have no line of the file.
    evaluator.report.lines[said:] = [replace(one, line=line) for one in evaluator.report.lines[said:]]
    if len(found) == 1:
        return found[0]
    made = "".join(map(text_of, found))
    return Unresolved(made) if any(isinstance(one, Unresolved | list | Mapping) for one in found) else made


def _piece(evaluator: TermEvaluator, text: str, line: int) -> Any:
    evaluator.work.expressions += 1
    if evaluator.work.expressions > EXPRESSIONS_MAX:
        said = f"line {line}: more than {EXPRESSIONS_MAX:,} expressions; use the JSON of terraform show -json"
        raise DocumentInvalid(said, path=f"line {line}", code="document.too_large")
    return evaluator.evaluated(expression(text, line))


def _each(value: Any) -> Iterator[Mapping[str, Any]]:
    """Return the objects at one place: JSON has one, or a list of them."""
    yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, Mapping))


def _labelled(kind: str, depth: int, data: Mapping[str, Any], lines: Lines) -> Iterator[ParsedBlock]:
    waiting: list[tuple[tuple[str, ...], Mapping[str, Any], int]] = [
        ((), one, lines.of(data, kind)) for one in _each(data.get(kind))
    ]
    while waiting:
        labels, held, line = waiting.pop(0)
        if len(labels) == depth:
            yield _block(kind, labels, held, line, lines)
            continue
        for name, inner in held.items():
            waiting += [((*labels, name), one, lines.of(held, name)) for one in _each(inner)]


def _block(kind: str, labels: tuple[str, ...], held: Mapping[str, Any], line: int, lines: Lines) -> ParsedBlock:
    made = ParsedBlock(kind, labels, line)
    for name, value in held.items():
        at = lines.of(held, name, line)
        if name == "dynamic":
            made.blocks += [
                _dynamic(label, one, at, lines) for group in _each(value) for label, inner in group.items()
                for one in _each(inner)
            ]  # fmt: skip
        else:
            made.attributes[name] = ExpressionJson(value, at)
            made.lines[name] = at
    return made


def _dynamic(label: str, held: Mapping[str, Any], line: int, lines: Lines) -> ParsedBlock:
    made = _block("dynamic", (label,), {name: one for name, one in held.items() if name != "content"}, line, lines)
    made.blocks += [_block("content", (), one, line, lines) for one in _each(held.get("content"))]
    return made


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Return the parts of a text: whether each is an expression (the text between ``${`` and its
    ``}``), and the part.
    """
    at = plain = 0
    while (begin := text.find("${", at)) >= 0:
        if text[begin - 1 : begin] == "$":
            at = begin + 2
            continue
        end = _end(text, begin + 2)
        if end < 0:
            break
        if begin > plain:
            yield False, _literal(text[plain:begin])
        yield True, text[begin + 2 : end]
        at = plain = end + 1
    if plain < len(text):
        yield False, _literal(text[plain:])


def _literal(text: str) -> str:
    return text.replace("$${", "${").replace("%%{", "%{")


def _end(text: str, at: int) -> int:
    """Return where the bracket opened before `at` is closed; -1 if it is not."""
    depth, quoted = 1, False
    while at < len(text):
        letter = text[at]
        if letter == "\\":
            at += 1
        elif letter == '"':
            quoted = not quoted
        elif not quoted and letter in "{}":
            depth += 1 if letter == "{" else -1
            if not depth:
                return at
        at += 1
    return -1


def expression(text: str, line: int) -> Any:
    """Return the tree of one expression. Raises DocumentInvalid with the line of its text if it is invalid."""
    try:
        (block,) = parse_hcl(f"x {{\n  x = {text.strip()}\n}}\n")
        return block.attributes["x"]
    except (DocumentInvalid, KeyError, ValueError) as error:
        shown = " ".join(text.split())[:60]
        raise DocumentInvalid(
            f"line {line}: {shown!r} is not a Terraform expression", path=f"line {line}", code="document.not_hcl"
        ) from error
