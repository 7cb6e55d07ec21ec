"""What has a limit is counted one by one: requests at the same time are never more than it allows."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from ipaddress import ip_network
from threading import Barrier

import pytest
from django.db import connection

from designer import links
from designer.models import ShareLink
from exporter.models import ApiToken, Webhook
from exporter.services import tokens
from exporter.webhooks import services as webhooks
from modeler import comments
from modeler.announcing import EventKind
from modeler.comments import thread_open
from modeler.core.errors import KeysheetError
from modeler.models import Comment, Thread
from modeler.permissions import Role
from modeler.wording.part_label import CommentedSpot

pytestmark = pytest.mark.django_db(transaction=True)
LIMIT = 3
AT_ONCE = 8
SPOT = CommentedSpot()


def of_links(design, ada, gil):
    return lambda number: links.link_create(design_id=design.pk, by=ada, role=Role.GUEST_READER, note=f"n{number}")


def of_tokens(design, ada, gil):
    return lambda number: tokens.token_create(by=ada, name=f"token {number}", scope="read")


def of_webhooks(design, ada, gil):
    address = {"url": "https://192.0.2.5/hook", "kinds": [kind.value for kind in EventKind]}
    return lambda number: webhooks.webhook_create(
        workspace_id=design.workspace_id, by=ada, name=f"hook {number}", **address
    )


def of_threads(design, ada, gil):
    return lambda number: thread_open(design_id=design.pk, by=ada, spot=SPOT, text=f"text {number}")


def of_comments_of_a_guest(design, ada, gil):
    return lambda number: thread_open(design_id=design.pk, by=gil, spot=SPOT, text=f"text {number}")


@pytest.mark.parametrize(
    ("made", "where", "limit", "model"),
    [
        (of_links, links, "LINKS_MAX", ShareLink),
        (of_tokens, tokens, "TOKENS_MAX", ApiToken),
        (of_webhooks, webhooks, "WEBHOOKS_MAX", Webhook),
        (of_threads, comments, "THREADS_MAX", Thread),
        (of_comments_of_a_guest, comments, "OF_A_GUEST_MAX", Comment),
    ],
)
def test_what_is_made_at_the_same_time_is_counted_one_by_one(
    design, ada, gil, monkeypatch, settings, made, where, limit, model
):
    settings.WEBHOOK_NETWORKS = (ip_network("192.0.2.0/24"),)
    before = model.objects.count()
    monkeypatch.setattr(where, limit, before + LIMIT)
    make, together = made(design, ada, gil), Barrier(AT_ONCE)

    def ask(number):
        with closing(connection):
            connection.ensure_connection()
            together.wait(30)
            try:
                make(number)
            except KeysheetError as refused:
                return refused.code
            return "made"

    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(ask, range(AT_ONCE)))
    assert answers.count("made") == LIMIT, answers
    assert model.objects.count() == before + LIMIT
