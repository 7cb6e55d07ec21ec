"""HCL text as blocks with lines: python-hcl2's grammar, bounded before and after; nothing is evaluated here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import hcl2
from lark import Token, Tree
from lark.exceptions import LarkError, UnexpectedInput

from modeler.core.errors import DocumentInvalid

HCL_BYTES_MAX: Final = 1024 * 1024
TREE_DEPTH_MAX: Final = 160
"""Levels of the grammar's tree; a nested value takes two of them, an operator one."""

TOKENS_MAX: Final = 100_000
"""Words, texts, and marks: the grammar takes some microseconds for each."""

_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|#[^\n]*+|//[^\n]*+|[\w-]++|[^\s\w]|\n')
_HEREDOC_BEGINS: Final = re.compile(r"^(?:[^\"#\n]|\"(?:[^\"\\\n]|\\.)*+\")*?<<-?([A-Za-z][A-Za-z0-9._-]*)[ \t\r]*$")
# From each empty line, the grammar's heredocs scan the whole run of empty lines: long runs are rejected beforehand.
_EMPTY_LINES: Final = re.compile(r"(?:\n[ \t\r]*+){40}")
# Until Terraform 0.11, a map could be written as a block, with names in quotes.
_MAPS_AS_BLOCKS: Final = re.compile(r"^([ \t]*(?:tags|variables|environment|triggers|providers))[ \t]*\{", re.MULTILINE)


@dataclass(slots=True)
class ParsedBlock:
    """``type "label" { ... }``: attributes are trees of expressions by name, `lines` are the lines of
    the attributes.
    """

    type: str
    labels: tuple[str, ...]
    line: int
    attributes: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    blocks: list[ParsedBlock] = field(default_factory=list)

    def inner(self, kind: str) -> list[ParsedBlock]:
        """Return the blocks of one type in this one."""
        return [block for block in self.blocks if block.type == kind]


def parse_hcl(text: str, before: int = 0) -> list[ParsedBlock]:
    """Return the blocks of a file, in order; `before` is added to its line numbers.

    Raises DocumentInvalid with line and column: over 1 MB, not HCL, nested too deep, more than 100,000 words and marks,
    or forty consecutive empty lines.
    """
    return parse_body(text, before).blocks


def parse_body(text: str, before: int = 0) -> ParsedBlock:
    """Return a file as a block: attributes are outside blocks in files of variables."""
    tree = _parsed(text, before)
    _shift(tree, before)
    _refuse_deep(tree)
    body = tree.children[0]
    whole = ParsedBlock("", (), 1)
    return _body(body, whole) if isinstance(body, Tree) else whole


def _parsed(text: str, before: int) -> Tree[Any]:
    _refuse_large(text, before)
    try:
        return _tree(_with_plain_ends(text))
    except UnexpectedInput as error:
        lines = text.splitlines()[error.line - 1 : error.line] if error.line > 0 else []
        shown = " ".join("".join(lines).split())[:60]
        near = f": near {shown!r}" if shown else ""
        line = error.line if error.line > 0 else text.count("\n") + 1
        sentence = f"this is not HCL{near}"
        raise _refused(before + line, max(error.column, 1), sentence, "document.not_hcl") from error
    except (LarkError, RecursionError, ValueError) as error:
        raise DocumentInvalid(f"the file is not HCL: {str(error)[:200]}", code="document.not_hcl") from error


def _tree(text: str) -> Tree[Any]:
    try:
        return hcl2.parses_to_tree(text)
    except UnexpectedInput:
        older = _MAPS_AS_BLOCKS.sub(r"\1 = {", text)
        if older == text:
            raise
        try:
            return hcl2.parses_to_tree(older)
        except UnexpectedInput:
            pass
        raise


def _refuse_large(text: str, before: int) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > HCL_BYTES_MAX:
        raise DocumentInvalid(
            f"the file has {size / 1024 / 1024:.1f} MB; the limit for HCL is 1 MB; split it, or use the "
            "JSON of terraform show -json",
            code="document.too_large",
        )
    if empty := _EMPTY_LINES.search(text):
        line = before + text.count("\n", 0, empty.start()) + 1
        raise _refused(line, 1, "forty empty lines begin here; remove them", "document.not_hcl")
    for number, found in enumerate(_TOKEN.finditer(text)):
        if number >= TOKENS_MAX:
            line = before + text.count("\n", 0, found.start()) + 1
            column = found.start() - text.rfind("\n", 0, found.start())
            said = f"more than {TOKENS_MAX:,} words and marks; split it, or use the JSON of terraform show -json"
            raise _refused(line, column, said, "document.too_large")


def _with_plain_ends(text: str) -> str:
    """Return the text without blanks after the last word of each heredoc, which Terraform accepts."""
    if "<<" not in text:
        return text
    lines = text.split("\n")
    word = ""
    for number, line in enumerate(lines):
        if word and line.strip() == word:
            lines[number] = line.rstrip(" \t\r")
            word = ""
        elif not word and (found := _HEREDOC_BEGINS.search(line)):
            word = found.group(1)
            lines[number] = line.rstrip(" \t\r")
    return "\n".join(lines)


def _refused(line: int, column: int, sentence: str, code: str) -> DocumentInvalid:
    place = f"line {line}, column {column}"
    return DocumentInvalid(f"{place}: {sentence}", path=place, code=code)


def line_of(tree: Any) -> int:
    """Return the line on which a piece of the tree begins; 0 for an empty one."""
    if isinstance(tree, Token):
        return tree.line or 0
    return 0 if tree.meta.empty else int(tree.meta.line)


def _shift(tree: Tree[Any], before: int) -> None:
    """Add to the lines of a tree, so that files which are read together have lines of their own."""
    seen: set[int] = set()
    waiting: list[Any] = [tree] if before else []
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Token):
            one.line = (one.line or 0) + before
        elif isinstance(one, Tree):
            if not one.meta.empty:
                one.meta.line += before
            waiting.extend(one.children)


def _refuse_deep(tree: Tree[Any]) -> None:
    waiting = [(tree, 0)]
    while waiting:
        one, depth = waiting.pop()
        if depth > TREE_DEPTH_MAX:
            column = 1 if one.meta.empty else one.meta.column
            raise _refused(line_of(one), column, "nested too deep; move parts of it into locals", "document.too_deep")
        waiting.extend((child, depth + 1) for child in one.children if isinstance(child, Tree))


def _body(tree: Tree[Any], into: ParsedBlock) -> ParsedBlock:
    for child in tree.children:
        if not isinstance(child, Tree):
            continue
        if child.data == "attribute":
            name = _word(child.children[0])
            into.attributes[name] = child.children[-1]
            into.lines[name] = line_of(child)
        elif child.data == "block":
            into.blocks.append(_block(child))
    return into


def _block(tree: Tree[Any]) -> ParsedBlock:
    words: list[str] = []
    body = None
    for child in tree.children:
        if isinstance(child, Tree) and child.data == "body":
            body = child
        elif isinstance(child, Tree) and child.data == "string":
            words.append("".join(str(piece) for piece in tokens(child))[1:-1])
        elif isinstance(child, Tree) and child.data in ("identifier", "keyword", "literal_value"):
            words.append(_word(child))
    made = ParsedBlock(words[0] if words else "", tuple(words[1:]), line_of(tree))
    return _body(body, made) if body is not None else made


def _word(tree: Any) -> str:
    return next((str(token) for token in tokens(tree)), "")


def tokens(tree: Any) -> Iterator[Token]:
    """Return the pieces of text that a tree was made of, in order."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Token):
            yield one
        elif one is not None:
            waiting.extend(reversed(one.children))
