"""Banned constructions in texts of finished folders: strings with a space, docstrings, comments, templates, Markdown.

The list catches what slips in most often; it does not replace reading. A folder joins FINISHED when its texts pass.
"""

import re
import tokenize
from collections.abc import Iterator
from functools import cache
from typing import Final

from modeler.core.migration import CHANGE_RULES
from modeler.core.rules import RULES
from tests.guards.tree import files, text, words

FINISHED: Final = ("designer/", "exporter/", "modeler/", "static/css/", "static/js/", "templates/")
PAGES: Final = ("docs/", ".github/", "README", "CONTRIBUTING", "SECURITY", "tests/README")
TITLE_MAX: Final = 70
BANNED: Final = (
    # Each begins at a word, in lower case.
    r"(?:is|are|was|were)(?<!there is)(?<!there are)(?<!there was)(?<!there were)"
    r" no (?!longer|more|need|reason|such)[a-z]+",  # is not an X
    r"called (?:so|otherwise|like)\b",  # named; has a different name
    r"so called\b",
    r"(?:is|are|was|were|be|been|being) said\b",  # reported, specified
    r"says nothing\b",
    r"(?:is|are) told\b",
    r"(?:stands|stood)\b",  # is, exists, appears, represents
    r"whoever\b",
    r"mend(?:s|ed|ing)?\b",  # fix
    r"guess(?:ed|es)?\b(?<!\.guess)(?<!\.guessed)(?<!\.guesses)(?!\.| in imported)",  # inferred
    r"(?:asks?|asked) (?:by|of)\b",  # queries by, requests
    r"(?:is|are|was|were|be|been|being) asked\b",  # the page asks; a question
    r"page (?:requirements|alternatives|guide|findings|export|history|proof|comments)\b",  # the Findings page
    r"of which\b(?! (?:attribute|entity|items))",  # two sentences
    r"in words\b",  # as text
    r"makes? of an?\b",
    r"dear(?: to|\.)",  # expensive
    r"nobody (?:asks|says|said|gave|knows)\b",
    r"(?:tells?|told) apart\b",  # distinguishes, identifies uniquely
    r"e-mail\b",
    r"colour(?:s|ed|ing)?\b|behaviour|licence\b|favour|neighbour|utilisation\b|normalis",
    r"nothing but\b",  # only
    r"(?:units|calls|requests|times|dollars|gb|increments) an? (?:second|month|day|week|hour|call)\b",  # per
    r"taken (?:back|away)\b",  # undone, removed
    r"in reserve\b",
    r"(?:upon|thereof|hence|whence|thus)\b",
    r"by and by\b",
    r"\d+ %",  # 12%
)
RX: Final = re.compile(rf"\b(?:{'|'.join(BANNED)})")
"""What the alternatives share comes first, and letters are lower case: this takes a tenth of the time."""
ALLOWED: Final = {
    # Keys of data that clients of the API read.
    ("modeler/core/rules/items/unbounded_collections.py", "bytes a month"),
    # A name in code.
    ("modeler/core/rules/support/rule.py", "NEIGHBOURS"),
}
# Names of functions and fields in backticks are code, and DynamoDB's own words stay as they are.
_CODE: Final = re.compile(r"`[^`]*`")


# In scripts: comments (not the // of an address) and strings with a space. In style sheets: comments.
_SCRIPT_TEXT: Final = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|\"[^\"\n]* [^\"\n]*\"", re.DOTALL)
_STYLE_TEXT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
# In templates: everything except tags of HTML (their attributes too) and Django's tags and variables.
_TEMPLATE_TAG: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_HTML_TAG: Final = re.compile(r"<[^>]*>", re.DOTALL)
# In Markdown: everything except fenced blocks, code and addresses.
_NOT_PROSE: Final = re.compile(r"^```.*?^```|`[^`\n]*`|https?://\S+", re.DOTALL | re.MULTILINE)


def texts(path: str) -> Iterator[tuple[int, str]]:
    """Lines of texts for people, with their line numbers."""
    if path.endswith(".py"):
        yield from _python_texts(path)
    elif path.endswith(".md"):
        yield from enumerate(_NOT_PROSE.sub(_lines_only, text(path)).splitlines(), 1)
    elif path.endswith(".html"):
        yield from enumerate(_HTML_TAG.sub(_lines_only, _TEMPLATE_TAG.sub(_lines_only, text(path))).splitlines(), 1)
    else:
        rx = _SCRIPT_TEXT if path.endswith(".js") else _STYLE_TEXT
        for hit in rx.finditer(text(path)):
            first = text(path).count("\n", 0, hit.start()) + 1
            for number, line in enumerate(hit.group(0).splitlines(), first):
                yield number, _CODE.sub("", line)


def _lines_only(hit: re.Match[str]) -> str:
    return "\n" * hit.group(0).count("\n")


def _python_texts(path: str) -> Iterator[tuple[int, str]]:
    """Lines of comments, docstrings and strings with a space."""
    for token in words(path):
        if token.type == tokenize.COMMENT or " " in token.string:
            for number, line in enumerate(token.string.splitlines(), token.start[0]):
                yield number, _CODE.sub("", line)


@cache
def found() -> tuple[str, ...]:
    return tuple(
        f"{path}:{number}: {hit.group(0)!r} in {line.strip()}"
        for path in (*files(".py", ".js", ".css", ".html", under=FINISHED), *files(".md", under=PAGES))
        if RX.search(text(path).lower())
        for number, line in texts(path)
        for hit in RX.finditer(line.lower())
        if not any(path == where and allowed in line for where, allowed in ALLOWED)
    )


def test_finished_folders_have_no_banned_construction():
    assert found() == (), "reword it"


def test_a_title_of_a_rule_is_short_and_has_no_period():
    rules = (*RULES, *CHANGE_RULES)
    assert [rule.title for rule in rules if len(rule.title) > TITLE_MAX or rule.title.endswith(".")] == []


def test_texts_of_a_rule_start_with_a_capital_or_an_identifier():
    ill = [
        f"{rule.id}: {said}"
        for rule in (*RULES, *CHANGE_RULES)
        for said in (rule.title, rule.why, rule.fix)
        if said[:1].islower() and not re.match(r"[a-z]+_[a-z_]+\b", said)
    ]
    assert ill == []


def test_the_list_catches_what_it_is_for():
    for bad in ("this is no design", "tables called otherwise", "10 units a second", "what tells apart", "12 % of it"):
        assert RX.search(bad), bad
    for good in ("there is no table", "it is no longer empty", "10 units per second", "12% of it"):
        assert not RX.search(good), good
