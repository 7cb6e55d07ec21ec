"""Passwords and codes by keyboard: each field has the focus when its page is there."""

import re
import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.conf import global_settings
from playwright.sync_api import expect

from tests.browser.accessibility import accessible
from tests.browser.aside import aside


def one_time_code(secret):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def typed(page, label, text):
    """Into a field that has the focus already, with Enter at the end."""
    expect(page.get_by_label(label)).to_be_focused()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


@pytest.mark.pages
def test_passwords_and_codes_are_typed_without_a_click(open_as, ada, settings):
    # The server is another process, with the hashers of production.
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    ada.set_password("ada-has-a-password")
    aside(ada.save)
    page = open_as(ada)
    page.goto("/account/confirm/?next=/account/second-step/app/")
    typed(page, "Password", "not this one")
    expect(page.locator(".errors")).to_be_visible()
    accessible(page)
    typed(page, "Password", "ada-has-a-password")
    expect(page.get_by_label("Authenticator code")).to_be_focused()
    accessible(page)
    typed(page, "Authenticator code", one_time_code(page.locator("main code").inner_text()))
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    accessible(page)
    first, second = page.locator(".recovery-codes li").all_inner_texts()[:2]
    page.goto("/account/confirm/code/?next=/account/second-step/")
    typed(page, "Code", first)
    page.get_by_role("link", name="New recovery codes").press("Enter")
    expect(page.get_by_role("button", name="Make new codes")).to_be_visible()
    accessible(page)
    page.context.clear_cookies()
    page.goto("/sign-in/?next=/help/")
    expect(page.get_by_label("Email")).to_be_focused()
    page.keyboard.type("ada@example.com")
    page.keyboard.press("Tab")
    typed(page, "Password", "ada-has-a-password")
    expect(page.get_by_label("Code")).to_be_focused()
    accessible(page)
    typed(page, "Code", second)
    expect(page).to_have_url(re.compile("/help/$"))
