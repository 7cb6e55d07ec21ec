"""The syntax tree of a TypeScript or JavaScript source, within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from time import thread_time
from typing import TYPE_CHECKING, Final

from modeler.core.errors import DocumentInvalid

if TYPE_CHECKING:
    from tree_sitter import Language, Node

BYTES_MAX: Final = 300_000
EXTENSIONS: Final = frozenset({"ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"})
_NODES_MAX: Final = 300_000
_STEPS_MORE: Final = 2_000
_CHUNK: Final = 65_536
_CHUNK_OF_TEXT: Final = 512
"""A node fetches its text in chunks, and each is copied, however short the text is."""

SECONDS_MORE = 1.0
SECONDS_A_BYTE = 1e-5
"""Twenty times what sources take that people write."""

_CAST: Final = frozenset({"ts", "mts", "cts"})
"""Extensions in which ``<T>value`` is a cast; elsewhere it is an element."""


@cache
def _language(name: str) -> Language:
    # Loaded with the first source, because every start of the program would have to wait for it.
    import tree_sitter_typescript
    from tree_sitter import Language

    casts = name == "typescript"
    return Language(tree_sitter_typescript.language_typescript() if casts else tree_sitter_typescript.language_tsx())


@dataclass(slots=True)
class ParsingTime:
    """The processor time, in seconds, that parsing may still take: of one source, or of all files of a program.

    The parser corrects faults, and on hostile texts a step of a correction takes a thousand times as long as another
    and more with each fault before it. It does not tell them apart, so its time is measured.
    """

    left: float

    @classmethod
    def of(cls, size: int) -> ParsingTime:
        """Return the time for a number of bytes: in proportion, and a second more."""
        return cls(SECONDS_MORE + SECONDS_A_BYTE * size)


def parsed(text: str, extension: str, before: int = 0, time: ParsingTime | None = None) -> Node:
    """Return the root of the syntax tree. What is not understood is a node of it. Raises DocumentInvalid.

    `before` is the number of the line before the first, of a file that is read together with others; `time` is what
    these share. Steps of the parser are counted too: without faults, they are the same on each machine.
    """
    from tree_sitter import Parser

    raw = text.encode("utf-8", "replace")
    if len(raw) > BYTES_MAX:
        said = f"a source can have at most {BYTES_MAX // 1000} KB here; keep what creates tables"
        raise DocumentInvalid(said, code="document.too_large")
    raw = b"\n" * before + raw
    time = time or ParsingTime.of(len(raw))
    chunk, steps, begun = _CHUNK, 0, thread_time()

    def read(offset: int, point: object) -> bytes:
        return raw[offset : offset + chunk]

    def is_enough(offset: int, has_error: bool) -> bool:
        nonlocal steps
        steps += 1
        return steps > len(raw) // 24 + _STEPS_MORE or thread_time() - begun > time.left

    parser = Parser(_language("typescript" if extension in _CAST else "tsx"))
    try:
        tree = parser.parse(read, encoding="utf8", progress_callback=is_enough)
    except ValueError as error:
        said = "this source has too many faults to be read; give one that compiles"
        raise DocumentInvalid(said, code="document.not_script") from error
    time.left -= thread_time() - begun
    chunk = _CHUNK_OF_TEXT
    if tree.root_node.descendant_count > _NODES_MAX:
        raise DocumentInvalid("the source is too large; keep what creates tables", code="document.too_large")
    return tree.root_node


def nodes(root: Node) -> Iterator[Node]:
    """Return the named nodes of a tree in the order of the source, without recursion."""
    waiting = [root]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(one.named_children))


def text_of_node(node: Node | None) -> str:
    """Return the text of a node; '' for none."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def line_of(node: Node) -> int:
    """Return the line of a node, from 1."""
    return node.start_point.row + 1


def faults(root: Node) -> list[int]:
    """Return the lines of what the parser did not understand, at most ten."""
    if not root.has_error:
        return []
    lines = dict.fromkeys(line_of(one) for one in nodes(root) if one.is_error or one.is_missing)
    return list(lines)[:10]
