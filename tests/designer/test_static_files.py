"""Static files on one person's machine: one style sheet of all, and addresses that change with any file."""

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from designer import static_files
from designer.static_files import JOINED, STYLES, StyleFinder, VersionedStorage


@pytest.fixture
def looked_at_always(monkeypatch):
    monkeypatch.setattr(static_files, "_LOOKED_AT_SECONDS", 0)
    return monkeypatch.setattr(static_files, "_versions", static_files._Versions())


def test_every_style_sheet_is_in_the_one_that_pages_ask_for():
    sources = {path.stem: path.read_text() for path in (settings.BASE_DIR / "static" / "css").glob("*.css")}
    assert sorted(STYLES) == sorted(sources)
    assert Path(finders.find(JOINED)).read_text() == "\n".join(sources[name] for name in STYLES)
    assert finders.find("css/other.css") is None
    assert finders.find("css/other.css", find_all=True) == []


def test_a_changed_style_sheet_is_in_the_joined_one_at_once(tmp_path, monkeypatch):
    for name in STYLES:
        (tmp_path / f"{name}.css").write_text(f"/* {name} */")
    monkeypatch.setattr(static_files, "_SOURCES", tmp_path)
    monkeypatch.setattr(static_files, "_MADE", tmp_path / "made")
    found = tmp_path / "made" / JOINED
    assert StyleFinder().find(JOINED) == str(found)
    (tmp_path / "grid.css").write_text("/* another */")
    StyleFinder().find(JOINED)
    assert "/* another */" in found.read_text()
    assert [path.name for path in found.parent.iterdir()] == [found.name]


def test_the_address_changes_with_any_file_and_with_nothing_else(looked_at_always):
    storage = VersionedStorage()
    before = storage.url("js/main.js")
    assert before.startswith("/static/v/")
    assert storage.url("js/main.js") == before
    touched = settings.BASE_DIR / "static" / "css" / "tokens.css"
    lying = touched.stat()
    os.utime(touched, ns=(lying.st_atime_ns, lying.st_mtime_ns + 1))
    try:
        assert storage.url("js/main.js") != before
    finally:
        os.utime(touched, ns=(lying.st_atime_ns, lying.st_mtime_ns))
    assert storage.url("js/main.js") == before
