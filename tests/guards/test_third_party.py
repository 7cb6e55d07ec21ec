"""Third-party files come from packages and are never committed; neither is what a build or a run makes."""

import re
from typing import Final

from tests.guards.tree import ROOT, files, known, text

BUILT: Final = re.compile(
    r"(?:^|/)(?:node_modules|vendor|staticfiles|dist|__pycache__|\.venv|\.keysheet)/|\.min\.(?:js|css)$|\.map$|\.whl$"
)
MARKS: Final = re.compile(r"@license|SPDX-License|Copyright \(c\)|sourceMappingURL|@preserve", re.IGNORECASE)
BINARY_FOLDERS: Final = ("docs/screenshots/", "static/images/")
LOCKS: Final = ("uv.lock", "static/package-lock.json", "designer/local/sandbox-requirements.txt")
PUBLIC: Final = {"pypi.org", "files.pythonhosted.org", "registry.npmjs.org"}
LINE_MAX: Final = 2000


def is_text(path: str) -> bool:
    return b"\0" not in (ROOT / path).read_bytes()[:8192]


def test_nothing_that_a_build_makes_is_committed():
    assert [path for path in known() if BUILT.search(path)] == []


def test_no_script_or_style_is_somebody_elses():
    ours = files(".js", ".css", ".html", under=("static/", "templates/"))
    assert [path for path in ours if MARKS.search(text(path))] == []
    assert [path for path in ours if max(map(len, text(path).splitlines()), default=0) > LINE_MAX] == []


def test_only_pictures_are_no_text():
    assert [path for path in known() if not is_text(path) and not path.startswith(BINARY_FOLDERS)] == []


def test_locks_name_public_registries_only():
    hosts = {path: set(re.findall(r"https?://([^/\s\"']+)", text(path))) - PUBLIC for path in LOCKS if path in known()}
    hosts["static/package-lock.json"] -= set(re.findall(r'"url": "https?://([^/"]+)', text("static/package-lock.json")))
    assert {path: found for path, found in hosts.items() if found} == {}


def test_no_package_index_is_named_outside_the_locks():
    words = ("--(?:extra-)?index-url", "PIP_INDEX_URL", "UV_INDEX", r"\[\[tool\.uv\.index\]\]", "^registry=")
    named = re.compile("|".join(words), re.MULTILINE)
    here = "tests/guards/test_third_party.py"
    assert [path for path in known() if path != here and is_text(path) and named.search(text(path))] == []
