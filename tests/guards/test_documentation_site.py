"""The documentation site builds without a warning, has a page for everything, and its links lead somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from exporter.importers import IMPORTERS
from exporter.targets import TARGETS
from modeler.core.migration import CHANGE_RULES, CODES
from modeler.core.rules import RULES
from tests.guards.tree import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT / ".docs", env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.mark.doors
@pytest.mark.slow
def test_every_rule_target_and_importer_has_a_page(site):
    pages = {f"rules/{rule.id}" for rule in (*RULES, *CHANGE_RULES)}
    pages |= {f"changes/{one.id}" for one in CODES}
    pages |= {f"targets/{one.name}" for one in TARGETS} | {f"importers/{one.name}" for one in IMPORTERS}
    pages |= {f"blocks/p{number}" for number in range(1, 21)} | {f"blocks/x{number}" for number in range(1, 11)}
    assert sorted(page for page in pages if not (site / page / "index.html").is_file()) == []


@pytest.mark.doors
@pytest.mark.slow
def test_every_link_of_the_site_leads_to_a_page_and_an_anchor(site):
    texts = {path: path.read_text("utf-8") for path in site.rglob("*.html") if path.name != "404.html"}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    dead = [
        f"{path.relative_to(site)}: {link}"
        for path, text in texts.items()
        for link in set(re.findall(r'<(?:a|link|img|script)\b[^>]*\b(?:href|src)="([^"]+)"', text))
        if not re.match(r"[a-z]+:|//", link) and not leads(path, link, anchors)
    ]
    assert sorted(dead) == []


def leads(path: Path, link: str, anchors: dict[Path, set[str]]) -> bool:
    place, anchor = urldefrag(unquote(link))
    file = (path.parent / place).resolve() if place else path
    file = file / "index.html" if file.is_dir() else file
    return file.is_file() and (not anchor or file not in anchors or anchor in anchors[file])


@pytest.mark.doors
@pytest.mark.slow
def test_nothing_in_a_page_needs_more_than_the_applications_own_policy(site):
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"<script>|<style|\bstyle=\"|\bon[a-z]+=\"", text), path
        assert not re.search(r'<(?:script|img|link)\b[^>]*\b(?:src|href)="https?:', text), path
