"""The Requirements page with a declared language model: it helps only where a person asks for it."""

import json
import re
from urllib.parse import urlencode

import pytest

from modeler.job_runner import run as do
from modeler.jobs import job_cancel
from modeler.loading import read_current
from modeler.models import Job
from modeler.services import design_create
from tests.exporter.language_model.answering import answering, says, sends, silent

pytestmark = pytest.mark.django_db
LINE = "whatever, lately"
SLOTS = {"operation": {"value": "list"}, "entities": {"value": ["Purchase"]}, "limit": {"value": {"count": 5}}}
ANSWER = json.dumps({"requirements": 1, "rows": [{"text": LINE, "line": 1, "slots": SLOTS}]})


@pytest.fixture
def made(workspace, ada, client):
    client.force_login(ada)
    return design_create(workspace=workspace.pk, by=ada, document={"keysheet": 1, "name": "Shop"})


@pytest.fixture
def declare(settings):
    def declared(url, seconds="20"):
        settings.LANGUAGE_MODEL = {
            "name": "Our model", "model": "m", "url": url, "region": "", "seconds": seconds, "key": "k"
        }  # fmt: skip

    return declared


def post(client, made, what, **fields):
    return client.post(f"/designs/{made.pk}/requirements/{what}/", {"form": urlencode({"text": LINE, **fields})})


WAITING = "Our model is reading the lines. These rows were read without it"


def asked(client, made):
    """The page after the job that asks the model has ended."""
    assert WAITING in post(client, made, "read", model="on").content.decode()
    do(Job.objects.get(kind="language-model").pk)
    return post(client, made, "read", model="on").content.decode()


def test_the_page_offers_a_model_only_where_one_is_declared(client, made, declare):
    page = client.get(f"/designs/{made.pk}/requirements/").content.decode()
    assert 'name="model"' not in page
    declare("http://127.0.0.1:1/v1")
    other = client.get(f"/designs/{made.pk}/requirements/?row=none").content.decode()
    assert "Ask Our model about what is not understood" in other


def test_what_it_proposes_is_stored_only_after_a_person_chose_it(client, made, declare):
    with answering(says(ANSWER)) as server:
        declare(server.address)
        assert "Not understood in" in post(client, made, "read").content.decode()
        assert server.asked == []
        page = asked(client, made)
        assert WAITING not in page
        assert page.count("<legend>The language model proposes this. Do the words mean it?") == 3
        key = re.search(r'name="row" value="([^"]+)"', page)[1]
        answers = {f"answer:{key}:{slot}": f"={label}" for slot, label in
                   (("operation", "List"), ("entities", "Purchase"), ("limit", "5"))}  # fmt: skip
        fields = {"row": key, "kept": key, "entity-seen": "Purchase", "entity": "Purchase", "model": "on", **answers}
        digest = re.search(r'name="digest" value="([^"]+)"', page)[1]
        added = post(client, made, "add", digest=digest, **fields)
        assert added.status_code == 200, added.content
        # One question for the whole conversation: its answer is kept.
        assert len(server.asked) == 1
    (pattern,) = read_current(made.pk).design.patterns
    assert (pattern.entities, pattern.limit) == (("Purchase",), 5)


def test_a_model_that_fails_leaves_the_page_as_without_it(client, made, declare):
    with answering(sends({}, 500)) as server:
        declare(server.address)
        page = asked(client, made)
        assert "Our model gave no help: its address answered with status 500. The lines were read without it." in page
        assert "Not understood in line 1" in page
        post(client, made, "read", model="on")
        assert len(server.asked) == 1


def test_an_address_that_is_not_allowed_is_not_asked(client, made, declare):
    declare("http://169.254.169.254/v1")
    page = post(client, made, "read", model="on").content.decode()
    assert "Our model gave no help: an endpoint must not be a link-local" in page


def test_a_page_never_waits_for_a_model(client, made, declare):
    """Neither the page nor the view opens a connection to it; a second look does not ask again."""
    with answering(silent) as server:
        declare(server.address, seconds="1")
        for _ in range(2):
            page = post(client, made, "read", model="on").content.decode()
            assert WAITING in page
            assert "Not understood in line 1" in page
        assert server.asked == []
        (job,) = Job.objects.filter(kind="language-model")
        assert LINE not in str(job.payload)
        do(job.pk)
        page = post(client, made, "read", model="on").content.decode()
    assert "Our model gave no help: it did not answer within 1 s" in page
    assert "Not understood in line 1" in page


def test_a_job_that_was_stopped_is_told_and_not_begun_again_at_once(client, made, declare, ada):
    declare("http://127.0.0.1:1/v1")
    post(client, made, "read", model="on")
    job = Job.objects.get(kind="language-model")
    job_cancel(job_id=job.pk, by=ada)
    page = post(client, made, "read", model="on").content.decode()
    assert "Our model gave no help: the job that asked it was stopped" in page
    assert Job.objects.filter(kind="language-model").count() == 1


def test_rows_cannot_be_added_before_the_model_has_answered_if_it_changes_them(client, made, declare):
    with answering(says(ANSWER)) as server:
        declare(server.address)
        page = post(client, made, "read", model="on").content.decode()
        digest = re.search(r'name="digest" value="([^"]+)"', page)[1]
        do(Job.objects.get(kind="language-model").pk)
        added = post(client, made, "add", digest=digest, model="on")
    assert added.status_code == 409
