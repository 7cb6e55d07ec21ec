"""Paths and names that the guides for developers give exist."""

import re
from pydoc import locate
from typing import Final

import pytest

from tests.guards.tree import ROOT, text

PAGES: Final = ("docs/architecture.md", "docs/extending.md", "CONTRIBUTING.md")
PATH: Final = re.compile(r"`((?:designer|exporter|modeler|tests|templates|static|docs)(?:/[\w.-]+)*/?)`")
NAME: Final = re.compile(r"`((?:designer|exporter|modeler)(?:\.\w+)+)`")


def resolves(name: str) -> bool:
    """Is it a module, or a name in one, or a method of a class there?"""
    return locate(name) is not None


@pytest.mark.parametrize("page", PAGES)
def test_every_path_is_there(page):
    assert sorted(path for path in PATH.findall(text(page)) if not (ROOT / path).exists()) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_name_is_there(page):
    assert sorted(name for name in NAME.findall(text(page)) if not resolves(name)) == []
