"""What parsers of Markdown and HTML find in a text, for tests that nothing of a design is markup."""

from __future__ import annotations

from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token


def tokens_of(text: str) -> list[Token]:
    """Every token of a Markdown text with tables, those within lines behind those of blocks."""
    blocks = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    found: list[Token] = []
    for token in blocks:
        found += [token, *(token.children or ())]
    return found


class Elements(HTMLParser):
    """The elements of a page, in order, with their attributes; the text; and what was closed out of order."""

    VOID = frozenset({"br", "meta", "wbr", "hr", "col"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.crossed: list[str] = []
        self.comments: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)

    def handle_data(self, data):
        self.texts.append(data)

    def handle_comment(self, data):
        self.comments.append(data)

    @property
    def names(self) -> set[str]:
        """Names of all elements."""
        return {tag for tag, _ in self.tags}
