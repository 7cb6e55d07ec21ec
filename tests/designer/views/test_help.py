"""Help in the product: terms with drawings, and the search in the documentation."""

import json

import pytest
from django.template.loader import get_template
from django.urls import reverse

from designer.page.help.terms import TERMS

pytestmark = pytest.mark.django_db
INDEX = {
    "docs": [
        {"location": "facts/limits/", "title": "Limits", "text": "An item has at most 400 KB."},
        {
            "location": "facts/limits/#item-size",
            "title": "Item size",
            "text": "Names &amp; values count. <b>400 KB</b>",
        },
        {"location": "facts/pricing/", "title": "Pricing", "text": "Reads and writes."},
    ]
}


@pytest.fixture
def documentation(settings, tmp_path):
    settings.DOCUMENTATION_ROOT = tmp_path
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "search_index.json").write_text(json.dumps(INDEX))


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.slug)
def test_each_term_opens_with_its_drawing(client, ben, term):
    client.force_login(ben)
    shown = client.get(reverse("help-term", args=[term.slug])).content.decode()
    assert term.name in shown
    assert ("<svg" in shown) == term.has_drawing


def test_each_hint_of_a_page_names_a_term():
    hint = get_template("designer/parts/help/hint.html")
    assert all(f"/help/terms/{term.slug}/" in hint.render({"slug": term.slug, "name": term.name}) for term in TERMS)


def test_an_unknown_term_is_not_found_and_a_stranger_signs_in(client, ben):
    assert client.get(reverse("help")).status_code == 302
    client.force_login(ben)
    assert client.get(reverse("help-term", args=["no-such-term"])).status_code == 404


def test_a_search_finds_sections_that_contain_every_word_the_title_first(client, ben, documentation):
    client.force_login(ben)
    found = client.get(reverse("help"), {"q": "Item 400"}).context
    assert [hit.location for hit in found["hits"]] == ["facts/limits/#item-size", "facts/limits/"]
    assert client.get(reverse("help"), {"q": "400 reads"}).context["hits"] == []
    page = client.get(reverse("help"), {"q": "names & values"}).content.decode()
    assert "Names &amp; values count. &lt;b&gt;400 KB&lt;/b&gt;" in page


def test_without_a_search_all_terms_are_shown(client, ben, documentation):
    client.force_login(ben)
    assert client.get(reverse("help")).context["terms"] == list(TERMS)
    found = client.get(reverse("help"), {"q": "sparse"}).context["terms"]
    assert "sparse-index" in {term.slug for term in found}
    assert "No term contains" in client.get(reverse("help"), {"q": "zzzz"}).content.decode()


def test_a_server_without_documentation_says_so(client, ben, settings, tmp_path):
    settings.DOCUMENTATION_ROOT = tmp_path
    client.force_login(ben)
    page = client.get(reverse("help"), {"q": "limits"}).content.decode()
    assert "This server has no documentation to search" in page
    assert "No section of the documentation" not in page
