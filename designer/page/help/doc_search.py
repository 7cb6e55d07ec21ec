"""Search in the documentation site, by the index that its build writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Final

from django.conf import settings

FOUND_MAX: Final = 12
EXCERPT: Final = 180
TITLE_WEIGHT: Final = 20


@dataclass(frozen=True, slots=True)
class DocSection:
    """A section of the documentation: its address within the site, its title, its text."""

    location: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class DocHit:
    """A section that matches, with the words around the first match."""

    location: str
    title: str
    excerpt: str


def is_built() -> bool:
    """Has this server a documentation to search?"""
    return _index_path().is_file()


def sections_matching(text: str) -> list[DocHit]:
    """The sections that contain every word, the best first; [] for an empty text or without a documentation."""
    words = text.lower().split()
    if not words or not is_built():
        return []
    path = _index_path()
    found = [
        (weight, section) for section in _sections(path, path.stat().st_mtime_ns) if (weight := _weight(section, words))
    ]
    found.sort(key=lambda one: (-one[0], len(one[1].location), one[1].location))
    return [DocHit(one.location, one.title, _excerpt(one.text, words)) for _, one in found[:FOUND_MAX]]


def _index_path() -> Path:
    root: Path = settings.DOCUMENTATION_ROOT
    return root / "search" / "search_index.json"


@lru_cache(maxsize=1)
def _sections(path: Path, _changed: int) -> tuple[DocSection, ...]:
    return tuple(_read(json.loads(path.read_text(encoding="utf-8"))))


def _read(index: dict[str, list[dict[str, str]]]) -> Iterator[DocSection]:
    for one in index["docs"]:
        yield DocSection(one["location"], unescape(one["title"]), " ".join(unescape(one["text"]).split()))


def _weight(section: DocSection, words: list[str]) -> int:
    title, text = section.title.lower(), section.text.lower()
    if not all(word in title or word in text for word in words):
        return 0
    return sum(TITLE_WEIGHT * (word in title) + min(text.count(word), TITLE_WEIGHT - 1) for word in words)


def _excerpt(text: str, words: list[str]) -> str:
    low = text.lower()
    at = min((place for word in words if (place := low.find(word)) >= 0), default=0)
    first = max(0, at - EXCERPT // 3)
    cut = text[first : first + EXCERPT]
    return f"{'…' if first else ''}{cut}{'…' if first + EXCERPT < len(text) else ''}"
