"""Static files on one person's machine: one style sheet, one module, and addresses that change with any file."""

import json
import os
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from designer import static_files
from designer.static_files import JOINED, SCRIPT, STYLES, ScriptFinder, StyleFinder, VersionedStorage


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


def test_every_module_is_in_the_one_that_pages_ask_for_or_beside_it():
    folder = settings.BASE_DIR / "static" / "js"
    sources = {path.relative_to(folder).as_posix() for path in folder.rglob("*.js")}
    listed = json.loads(Path(finders.find(f"{SCRIPT}.map")).read_text())["sources"]
    assert sources - {path.rsplit("static/js/")[-1] for path in listed} == {"lib/sync/partials.js", "main.js"}
    assert finders.find("js/other.js") is None


def test_the_page_asks_for_one_module_and_the_one_that_htmx_needs_first(client, db):
    scripts = re.findall(r'<script [^>]*src="[^"]*/(js/[^"]*)"', client.get("/sign-in/").content.decode())
    assert scripts == ["js/lib/sync/partials.js", SCRIPT]


@pytest.fixture
def modules(tmp_path, monkeypatch):
    folder = tmp_path / "js"
    folder.mkdir()
    (folder / "main.js").write_text('import "./one.js";\n')
    (folder / "one.js").write_text('console.log("first");\n')
    monkeypatch.setattr(static_files, "_MODULES", folder)
    monkeypatch.setattr(static_files, "_MADE", tmp_path / "made")
    return folder


def test_a_changed_module_is_in_the_combined_one_at_once(modules):
    found = modules.parent / "made" / SCRIPT
    assert ScriptFinder().find(SCRIPT) == str(found)
    assert "first" in found.read_text()
    before = found.stat().st_mtime_ns
    ScriptFinder().find(SCRIPT, find_all=True)
    assert found.stat().st_mtime_ns == before
    (modules / "one.js").write_text('console.log("another");\n')
    assert [name for name, _ in ScriptFinder().list([])] == [SCRIPT, f"{SCRIPT}.map"]
    assert "another" in found.read_text()
    assert sorted(path.name for path in found.parent.iterdir()) == ["keysheet.js", "keysheet.js.map"]


def test_without_esbuild_the_combined_module_imports_the_others(modules, monkeypatch):
    monkeypatch.setattr(static_files, "_TOOLS", modules / "none")
    assert [name for name, _ in ScriptFinder().list([])] == [SCRIPT]
    assert Path(ScriptFinder().find(SCRIPT)).read_text().endswith('import "./main.js";\n')


@pytest.mark.parametrize("source", ["", "import {"])
def test_a_page_is_there_where_esbuild_fails(modules, monkeypatch, source):
    if source:
        (modules / "one.js").write_text(source)
    else:
        broken = modules.parent / "tools" / "machine" / "bin" / "esbuild"
        broken.parent.mkdir(parents=True)
        broken.write_text("no program")
        monkeypatch.setattr(static_files, "_TOOLS", modules.parent / "tools")
    assert Path(ScriptFinder().find(SCRIPT)).read_text().endswith('import "./main.js";\n')


def test_the_address_changes_with_any_file_and_with_nothing_else(looked_at_always):
    storage = VersionedStorage()
    before = storage.url(SCRIPT)
    assert before.startswith("/static/v/")
    assert storage.url(SCRIPT) == before
    touched = settings.BASE_DIR / "static" / "css" / "tokens.css"
    lying = touched.stat()
    os.utime(touched, ns=(lying.st_atime_ns, lying.st_mtime_ns + 1))
    try:
        assert storage.url(SCRIPT) != before
    finally:
        os.utime(touched, ns=(lying.st_atime_ns, lying.st_mtime_ns))
    assert storage.url(SCRIPT) == before
