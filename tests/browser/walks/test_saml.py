"""Signing in with a SAML provider, which is another site: the browser posts its answer without our cookies."""

import pytest
from lxml import etree
from playwright.sync_api import expect

from tests.designer.live.test_liveness import running_site
from tests.ground.providers.saml_provider import EMAIL, ISSUER, SamlProvider, new_key, packed

POSTED = """<!doctype html><form method="post" action="{to}"><input name="SAMLResponse" value="{answer}">
<button>Continue</button></form>"""


@pytest.mark.pages
def test_an_answer_that_another_site_posts_signs_in(new_context, transactional_db):
    provider = SamlProvider(*new_key(), attributes={EMAIL: "nia@example.com"})

    def page_of_the_provider(route):
        asked = provider.asked(route.request.url)
        answer = packed(provider.signed(provider.answer(asked)))
        route.fulfill(content_type="text/html", body=POSTED.format(to=asked["to"], answer=answer))

    declared = provider.settings()
    environment = {
        "KEYSHEET_SAML_ISSUER": ISSUER,
        "KEYSHEET_SAML_URL": declared["url"],
        "KEYSHEET_SAML_CERTIFICATES": declared["certificates"][0],
        "KEYSHEET_SAML_DOMAINS": "example.com",
        "KEYSHEET_SAML_NAME": "Example SAML",
    }
    with running_site(**environment) as url:
        page = new_context().new_page()
        page.route("http://id.example.com/**", page_of_the_provider)
        page.goto(f"{url}/sign-in/?next=/account/identities/")
        page.get_by_role("button", name="Sign in with Example SAML").click()
        page.get_by_role("button", name="Continue").click()
        page.wait_for_url(f"{url}/account/identities/")
        expect(page.get_by_text("nia@example.com")).to_be_visible()
        metadata = page.request.get(f"{url}/sign-in/provider/metadata/")
        assert etree.fromstring(metadata.body()).get("entityID") == f"{url}/sign-in/provider/metadata/"
