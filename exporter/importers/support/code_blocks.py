"""Blocks of code in a Markdown document, each as a file of its language whose lines have the document's numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

_FENCE: Final = re.compile(r"[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([\w+.-]*+)(.*)")
_EXTENSIONS: Final = {
    "python": "py", "py": "py", "typescript": "ts", "ts": "ts", "tsx": "ts", "javascript": "js", "js": "js",
    "yaml": "yaml", "yml": "yaml", "json": "json", "hcl": "tf", "terraform": "tf", "tf": "tf", "sql": "sql",
    "graphql": "graphql", "gql": "graphql", "arc": "arc",
}  # fmt: skip
_LOOKS: Final = (
    ("graphql", re.compile(r"\btype\s+\w+[^{}]{0,2000}@model\b")),
    ("json", re.compile(r"\A\s*[\[{]\s*[\[{\"]")),
    ("tf", re.compile(r"^\s*(?:resource|module)\s+\"", re.MULTILINE)),
    ("py", re.compile(r"^\s*(?:import|from)\s+(?:boto3|pynamodb|aws_cdk)|\bcreate_table\(", re.MULTILINE)),
    ("ts", re.compile(r"\bnew\s+[\w.]*(?:Table|TableV2|Entity|Dynamo)\(")),
    ("yaml", re.compile(r"AWS::(?:DynamoDB|Serverless)::")),
    ("sql", re.compile(r"^\s*create\s+table\b", re.IGNORECASE | re.MULTILINE)),
    ("arc", re.compile(r"^@tables\s*$", re.MULTILINE)),
)  # fmt: skip
"""How a block without a language looks, by the language."""
_DEFINITION: Final = re.compile(r"(?:type|enum|interface|input)\s+\w+[^{}\n]*\{?")
_TOGETHER: Final = frozenset({"py", "ts", "js", "tf", "sql"})
"""Several blocks in one of these languages are parts of one program; a template is whole."""
_BLOCKS_MAX: Final = 100


@dataclass(frozen=True, slots=True)
class CodeBlocks:
    """One block, or all of a language: the extension of a file, its text, and the line on which it begins."""

    extension: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class _Fenced:
    """The place of a block in a document, without its fences."""

    language: str
    start: int
    end: int


def code_blocks(text: str) -> Iterator[CodeBlocks]:
    """Yield the blocks of languages that importers read, in order; last, GraphQL that no fence encloses."""
    fenced = [one if one.language else _recognized(text, one) for one in islice(_fenced(text), 10 * _BLOCKS_MAX)]
    found = list(islice((one for one in fenced if one.language in _EXTENSIONS), _BLOCKS_MAX))
    seen: set[str] = set()
    for one in found:
        extension = _EXTENSIONS[one.language]
        if extension not in _TOGETHER:
            yield _masked(extension, text, [one])
        elif extension not in seen:
            seen.add(extension)
            yield _masked(extension, text, [each for each in found if _EXTENSIONS[each.language] == extension])
    defined = list(islice(_defined(text, fenced), _BLOCKS_MAX))
    if any(_LOOKS[0][1].search(text, one.start, one.end) for one in defined):
        yield _masked("graphql", text, defined)


def _recognized(text: str, block: _Fenced) -> _Fenced:
    """Return a block that names no language with the one that it looks like, if any."""
    inner = text[block.start : block.end]
    language = next((language for language, looks in _LOOKS if looks.search(inner)), "")
    return replace(block, language=language)


def _defined(text: str, fenced: list[_Fenced]) -> Iterator[_Fenced]:
    """Yield the definitions of GraphQL that begin and end a line and that no fence encloses."""
    start, at, places = -1, 0, iter([*fenced, _Fenced("", len(text) + 1, len(text) + 1)])
    block = next(places)
    for line in text.split("\n"):
        while at >= block.end and block.end <= len(text):
            block = next(places)
        if start < 0 and at < block.start and _DEFINITION.match(line):
            start = at
        at += len(line) + 1
        if start >= 0 and line.rstrip() == "}":
            yield _Fenced("graphql", start, min(at, len(text)))
            start = -1


def _fenced(text: str) -> Iterator[_Fenced]:
    """Yield what is between fences, line by line. One ends with the first fence that is not shorter."""
    fence, language, start, at = "", "", 0, 0
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if not fence and found is not None:
            fence, language, start = found[1], found[2].lower(), at + len(line) + 1
        elif found is not None and found[1].startswith(fence) and not (found[2] + found[3]).strip("`~ \t\r"):
            yield _Fenced(language, start, at)
            fence = ""
        at += len(line) + 1


def _masked(extension: str, text: str, blocks: list[_Fenced]) -> CodeBlocks:
    """Return blocks in their places; everything else is empty lines."""
    pieces, at = [], 0
    for one in blocks:
        pieces += ["\n" * text.count("\n", at, one.start), text[one.start : one.end]]
        at = one.end
    return CodeBlocks(extension, "".join(pieces), text.count("\n", 0, blocks[0].start) + 1)
