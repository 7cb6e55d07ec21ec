"""The documentation under /docs/: served to everyone if it was built, and linked from findings."""

import pytest

from designer.templatetags.keysheet import rule_page

PAGE = "rules/keys.collision/"


@pytest.fixture
def site(settings, tmp_path):
    settings.DOCUMENTATION_ROOT = tmp_path / "site"
    (settings.DOCUMENTATION_ROOT / PAGE).mkdir(parents=True)
    (settings.DOCUMENTATION_ROOT / "index.html").write_text("home")
    (settings.DOCUMENTATION_ROOT / PAGE / "index.html").write_text("a rule")
    (tmp_path / "secret.txt").write_text("not to be served")
    return settings.DOCUMENTATION_ROOT


def test_pages_are_served_under_the_applications_policy(client, site):
    answer = client.get(f"/docs/{PAGE}")
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, b"a rule")
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert b"".join(client.get("/docs/").streaming_content) == b"home"


@pytest.mark.parametrize("path", ["rules/none/", "../secret.txt", "%2e%2e/secret.txt", "rules/../../secret.txt"])
def test_nothing_else_is_served(client, site, path):
    assert client.get(f"/docs/{path}").status_code == 404


def test_a_finding_links_to_its_rule_if_the_site_was_built(settings, site, tmp_path):
    assert rule_page("keys.collision") == f"/docs/{PAGE}"
    assert rule_page("drift.unknown") == ""
    settings.DOCUMENTATION_ROOT = tmp_path / "absent"
    assert rule_page("keys.collision") == ""


def test_without_a_site_there_is_nothing(client, settings, tmp_path):
    settings.DOCUMENTATION_ROOT = tmp_path / "absent"
    assert client.get("/docs/").status_code == 404
