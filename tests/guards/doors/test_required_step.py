"""While a person lacks a second step that the operator requires, no address opens but those that add one."""

import json
import re
from typing import Final
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from designer.accounts.required_step import ALL, CODE, OPEN
from tests.guards.doors.addresses import EVERYBODY, Door, doors
from tests.guards.doors.visits import asked, is_for, methods

STAND_INS: Final = {"uuid": UUID(int=1), "int": 1, "str": "x", "slug": "x", "path": "x"}
"""Nothing behind an address is needed: the answer must come before anything is looked up."""


def address_of(door: Door) -> str:
    return reverse(door.name, kwargs={name: STAND_INS[kind] for kind, name in re.findall(r"<(\w+):(\w+)>", door.route)})


@pytest.mark.django_db
def test_nothing_else_opens(client, ada, settings):
    settings.SECOND_STEP = ALL
    client.force_login(ada)
    met = [f"{method} {door.name}" for door in doors() for method in methods(door) if is_met(client, door, method)]
    assert met == []


def is_met(client: Client, door: Door, method: str) -> bool:
    if not is_for(door, method) or asked(door, method) == EVERYBODY or door.name in OPEN:
        return False
    sent = {} if method in ("GET", "HEAD") else {"data": "{}", "content_type": "application/json"}
    answer = getattr(client, method.lower())(address_of(door), **sent)
    if answer.status_code == 302:
        return answer.headers["Location"] != "/account/second-step/"
    return answer.status_code != 403 or json.loads(answer.content)["code"] != CODE
