"""People in real browsers: `open_as(person)` is a page of their own, signed in; `open_page()` is one of a stranger."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page

from designer.accounts.session_store import ORIGIN
from designer.models import User
from tests.browser.tabs import Tab


@pytest.fixture(scope="session")
def free_tabs() -> dict[str, list[Tab]]:
    """What no test uses at the moment, by the options that it was made with."""
    return {}


@pytest.fixture
def tabs(
    request: pytest.FixtureRequest,
    live_site: str,
    browser: Browser,
    browser_context_args: dict[str, Any],
    free_tabs: dict[str, list[Tab]],
) -> Iterator[Callable[..., Tab]]:
    """A function that gives one more tab. Errors in a page fail the test."""
    used: list[tuple[str, Tab]] = []
    failed_before = request.session.testsfailed

    def take(**options: Any) -> Tab:
        key = repr(sorted(options.items()))
        free = free_tabs.get(key)
        tab = free.pop() if free else Tab(browser.new_context(base_url=live_site, **browser_context_args, **options))
        used.append((key, tab))
        return tab

    yield take
    problems = [problem for _, tab in used for problem in tab.problems]
    # Whatever a test that failed has left behind is left to it.
    is_sound = request.session.testsfailed == failed_before and not problems
    for key, tab in used:
        if is_sound and tab.cleared():
            free_tabs.setdefault(key, []).append(tab)
        else:
            tab.close()
    assert problems == []


@pytest.fixture
def open_page(tabs: Callable[..., Tab]) -> Callable[..., Page]:
    """A function that gives one more page, in a browser of its own that nobody has signed in with."""
    return lambda **options: tabs(**options).page


@pytest.fixture
def session_cookies(live_site: str) -> Callable[..., list[Any]]:
    """A function from a person to the cookies of a new session, as a browser's context takes them."""

    def of(person: User) -> list[Any]:
        client = Client()
        client.force_login(person)
        session = client.session
        session[ORIGIN] = {"at": timezone.now().isoformat(), "address": "", "agent": ""}  # signed in just now
        session.save()
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        return [{"name": cookie.key, "value": cookie.value, "url": live_site}]

    return of


@pytest.fixture
def open_as(tabs: Callable[..., Tab], session_cookies: Callable[..., list[Any]]) -> Callable[..., Page]:
    """A function from a person to a page of their own, signed in, whose `goto` takes paths."""

    def open_page_of(person: User, **options: Any) -> Page:
        tab = tabs(**options)
        tab.context.add_cookies(session_cookies(person))
        return tab.page

    return open_page_of


@pytest.fixture
def path(design: Any) -> str:
    """The design's page."""
    return f"/designs/{design.pk}/"
