"""Tokens of links are in no line of a log: neither in Django's about a refused request, nor in a server's own."""

from __future__ import annotations

import json
import logging
from datetime import datetime
from io import StringIO

import pytest

from designer.local.services import CHECKOUT, web
from designer.observing.json_lines import JsonLines
from designer.tokens import WithoutTokens


@pytest.fixture
def lines():
    """What the handler of the settings writes."""
    written, handler = StringIO(), logging.getHandlerByName("stdout")
    before = handler.setStream(written)
    yield written.getvalue
    handler.setStream(before)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/s/{}/", "/join/{}/", "/sign-in/local/{}/", "/join/{}/?next=%2Fs%2F{}%2F"])
def test_a_refused_link_is_logged_without_its_token(client, lines, address):
    secret = "kJ8-a_secret_token"
    assert client.get(address.format(secret, secret)).status_code in (404, 410)
    said = lines()
    assert "[token]" in said
    assert secret not in said


def test_other_lines_stay_as_they_are(lines):
    logging.getLogger("designer").warning("%s took %d ms, as /rules/7 says", "/designs/7/", 12)
    assert "WARNING designer /designs/7/ took 12 ms" in lines()


def test_a_name_begins_no_line_and_commands_no_terminal(lines):
    logging.getLogger("designer").warning("%s is gone", "a\nERROR designer forged\x1b[2J\u202e")
    assert lines() == "WARNING designer a\\nERROR designer forged\\u001b[2J\\u202e is gone\n"
    try:
        raise ValueError("\x1b[2J")
    except ValueError:
        logging.getLogger("designer").exception("a fault")
    assert "\nTraceback" in lines() and lines().endswith("ValueError: \\u001b[2J\n")


def test_a_line_as_json_is_one_object_with_its_traceback_and_no_token():
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    handler.addFilter(WithoutTokens())
    logger = logging.Logger("designer.test")
    logger.addHandler(handler)
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logger.exception("at %s", "/join/kJ8-a_secret_token/")
    logger.warning("“schön”", extra={"status_code": 404})
    first, second = map(json.loads, written.getvalue().splitlines())
    assert (first["level"], first["logger"], first["message"]) == ("ERROR", "designer.test", "at /join/[token]/")
    assert first["error"].endswith("ValueError: two\nlines")
    assert datetime.fromisoformat(first["time"]).tzinfo is not None
    assert (second["message"], second["status"]) == ("“schön”", 404)
    assert "error" not in second


def test_uvicorn_logs_no_address_and_believes_no_header_about_the_sender():
    options = {"--no-access-log", "--no-proxy-headers"}
    assert options <= set(web({}, 8000).command)
    compose = (CHECKOUT / ".docker" / "compose.yaml").read_text()
    (command,) = [line for line in compose.splitlines() if '"uvicorn"' in line]
    assert all(f'"{option}"' in command for option in options)


@pytest.mark.django_db
def test_a_foreign_host_is_one_line_without_a_traceback(client, lines, settings):
    settings.ALLOWED_HOSTS = ["keysheet.example"]
    assert client.get("/", HTTP_HOST="other.example").status_code == 400
    said = lines()
    assert "Invalid HTTP_HOST header: 'other.example'" in said
    assert "Traceback" not in said
    assert said.count("\n") == 1
