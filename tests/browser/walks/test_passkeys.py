"""A passkey is added, and signs in without a password."""

import pytest
from django.conf import global_settings
from playwright.sync_api import expect

from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.designer.live.test_liveness import running_site


def with_authenticator(page):
    """The browser has a device with passkeys, whose person always agrees."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, "isUserVerified": True}})


@pytest.mark.pages
def test_a_passkey_is_added_and_signs_in(new_context, ada, transactional_db, settings):
    # The hashes of the tests' own kind are unknown to the web server.
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    ada.set_password("ada-has-a-password")
    aside(ada.save)
    with running_site(KEYSHEET_PASSKEYS="True") as url:
        # Passkeys belong to a name, never to an address of numbers.
        here = url.replace("127.0.0.1", "localhost")
        context = new_context()
        page = context.new_page()
        with_authenticator(page)
        page.goto(f"{here}/sign-in/")
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_role("alert")).to_contain_text("The passkey was not used")
        page.get_by_label("Email").fill("ada@example.com")
        page.get_by_label("Password").fill("ada-has-a-password")
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url(f"{here}/")
        page.goto(f"{here}/account/second-step/")
        page.get_by_role("link", name="Add a passkey").click()
        accessible(page)
        page.get_by_label("Name").fill("Laptop")
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
        context.clear_cookies()
        page.goto(f"{here}/sign-in/?next=/account/second-step/")
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_text("Laptop")).to_be_visible()
