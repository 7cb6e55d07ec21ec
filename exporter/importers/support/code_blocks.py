"""Blocks of code in a Markdown document, each as a file of its language whose lines have the document's numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_BLOCK: Final = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([\w+.-]*)[^\n]*\n(.*?)^[ \t]*\1[`~]*[ \t]*\r?$", re.M | re.S)
_EXTENSIONS: Final = {
    "python": "py", "py": "py", "typescript": "ts", "ts": "ts", "tsx": "ts", "javascript": "js", "js": "js",
    "yaml": "yaml", "yml": "yaml", "json": "json", "hcl": "tf", "terraform": "tf", "tf": "tf", "sql": "sql",
    "graphql": "graphql", "gql": "graphql", "arc": "arc",
}  # fmt: skip
_TOGETHER: Final = frozenset({"py", "ts", "js", "tf", "sql"})
"""Several blocks in one of these languages are parts of one program; a template is whole."""
_BLOCKS_MAX: Final = 100


@dataclass(frozen=True, slots=True)
class CodeBlocks:
    """One block, or all of a language: the extension of a file, its text, and the line on which it begins."""

    extension: str
    text: str
    line: int


def code_blocks(text: str) -> Iterator[CodeBlocks]:
    """Yield the blocks of languages that importers read, in order."""
    found = [one for one in _BLOCK.finditer(text) if one[2].lower() in _EXTENSIONS][:_BLOCKS_MAX]
    seen: set[str] = set()
    for one in found:
        extension = _EXTENSIONS[one[2].lower()]
        if extension not in _TOGETHER:
            yield _masked(extension, text, [one])
        elif extension not in seen:
            seen.add(extension)
            yield _masked(extension, text, [each for each in found if _EXTENSIONS[each[2].lower()] == extension])


def _masked(extension: str, text: str, blocks: list[re.Match[str]]) -> CodeBlocks:
    """Return blocks in their places; everything else is empty lines."""
    pieces, at = [], 0
    for one in blocks:
        pieces += ["\n" * text.count("\n", at, one.start(3)), one[3]]
        at = one.end(3)
    return CodeBlocks(extension, "".join(pieces), text.count("\n", 0, blocks[0].start(3)) + 1)
