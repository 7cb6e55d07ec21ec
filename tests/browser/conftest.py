"""People in real browsers: `open_as(person)` is a page of their own, signed in."""

import pytest
from django.conf import settings
from django.test import Client


@pytest.fixture
def open_as(live_site, new_context):
    """A function from a person to a fresh page, signed in, whose `goto` takes paths. Errors in a page fail the test."""
    problems = []

    def open_page(person, **more):
        client = Client()
        client.force_login(person)
        context = new_context(base_url=live_site, **more)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_site}])
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(error.stack or str(error)))
        page.on("console", lambda said: problems.append(said.text) if "Content Security Policy" in said.text else None)
        return page

    yield open_page
    assert problems == []


@pytest.fixture
def path(design):
    """The design's page."""
    return f"/designs/{design.pk}/"
