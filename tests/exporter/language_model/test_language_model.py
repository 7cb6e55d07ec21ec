"""A declared language model is asked over real HTTP: it answers well, badly, slowly, or not at all."""

import json
import logging
import socket

import pytest

from exporter.language_model.bedrock import converse
from exporter.language_model.chat import BYTES_MAX
from exporter.language_model.declaration import LanguageModel, declared_model
from exporter.language_model.errors import LanguageModelFailed
from exporter.language_model.proposals import TEXT_MAX, ask
from modeler.core.errors import Invalid
from modeler.core.requirements.slots import Act, Given
from modeler.core.requirements.vocabulary import NOTHING_KNOWN
from tests.exporter.language_model.answering import answering, says, sends, silent, trickling

LINE = "pull up whatever a shopper grabbed lately"
ROW = {
    "text": LINE,
    "line": 1,
    "slots": {
        "operation": {"value": "list", "spans": [[0, 7]]},
        "entities": {"value": ["Purchase"], "spans": [[27, 34]]},
        "given": {"value": [{"attribute": "shopperId", "of": "Shopper"}], "spans": [[16, 26]]},
    },
}
GOOD = {"requirements": 1, "rows": [ROW]}
KEY = "a-key-that-nobody-may-see"


def model(address, seconds=20.0):
    return LanguageModel("Our model", "made-up", url=address, seconds=seconds, key=KEY)


def test_a_good_answer_is_rows_and_the_key_goes_to_the_address_alone(caplog):
    caplog.set_level(logging.DEBUG)
    with answering(says(json.dumps(GOOD))) as server:
        (row,) = ask(model(server.address), LINE, NOTHING_KNOWN).rows
        ((path, headers, body),) = server.asked
    assert (row.operation.value, row.entities.value) == (Act.LIST, ("Purchase",))
    assert row.given.value == (Given("shopperId", "Shopper"),)
    assert (path, headers["Authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert body["model"] == "made-up"
    assert body["messages"][1]["content"] == f"1: {LINE}"
    assert KEY not in json.dumps(body) + caplog.text + repr(model(server.address))
    assert LINE not in caplog.text


def test_json_in_a_code_fence_is_read():
    with answering(says(f"```json\n{json.dumps(GOOD)}\n```")) as server:
        assert len(ask(model(server.address), LINE, NOTHING_KNOWN).rows) == 1


BAD = {
    "500": (sends({"error": KEY}, 500), "status 500"),
    "a redirect": (sends({}, 302, Location="http://127.0.0.1:1/"), "status 302"),
    "another format": (sends({"answer": "hello"}), "OpenAI format"),
    "no JSON around it": (sends(b"<html>"), "OpenAI format"),
    "an empty answer": (says("  "), "is empty"),
    "prose": (says("Sure! Here are the rows."), "not JSON"),
    "deep JSON": (says("[" * 100_000), "not JSON"),
    "an unknown slot": (says(json.dumps({**GOOD, "rows": [{**ROW, "slots": {"drop": {"value": 1}}}]})), "does not fit"),
    "an unknown field": (says(json.dumps({**GOOD, "edits": []})), "does not fit"),
    "a question of its own": (
        says(json.dumps({**GOOD, "rows": [{**ROW, "slots": {"rate": {"question": {"text": "x", "choices": []}}}}]})),
        "does not fit",
    ),
    "a wrong value": (
        says(json.dumps({**GOOD, "rows": [{**ROW, "slots": {"rate": {"value": "fast"}}}]})),
        "does not fit",
    ),
    "a long answer": (sends(b" " * (BYTES_MAX + 1)), "more than"),
}  # fmt: skip


@pytest.mark.parametrize("answer", BAD)
def test_a_bad_answer_gets_a_sentence_without_the_key(answer):
    server_answer, words = BAD[answer]
    with answering(server_answer) as server, pytest.raises(LanguageModelFailed, match=words) as failed:
        ask(model(server.address), LINE, NOTHING_KNOWN)
    assert KEY not in failed.value.message


@pytest.mark.parametrize("answer", [silent, trickling])
def test_an_answer_that_does_not_come_ends_with_its_time(answer):
    with answering(answer) as server, pytest.raises(LanguageModelFailed, match=r"within 0\.3 s"):
        ask(model(server.address, seconds=0.3), LINE, NOTHING_KNOWN)


def test_an_address_where_nothing_listens_gets_a_sentence():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(LanguageModelFailed, match="does not answer"):
        ask(model(f"http://127.0.0.1:{port}/v1"), LINE, NOTHING_KNOWN)


def test_a_long_text_is_not_sent():
    with answering(says("{}")) as server, pytest.raises(LanguageModelFailed, match="at most"):
        ask(model(server.address), "x" * (TEXT_MAX + 1), NOTHING_KNOWN)
    assert server.asked == []


@pytest.mark.parametrize(
    "url", ["http://169.254.169.254/v1", "ftp://models.example.com", "http://user:x@example.com/v1"]
)
def test_an_address_that_endpoints_may_not_have_is_refused(url):
    said = {"name": "M", "model": "m", "url": url, "region": "", "seconds": "20", "key": ""}
    with pytest.raises(Invalid):
        declared_model(said)
    assert declared_model({}) is None


@pytest.fixture
def credentials(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "made-up")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "made-up")


def bedrock(server, seconds=20.0):
    asked = LanguageModel("Bedrock", "made.up-model-v1:0", region="eu-west-1", seconds=seconds)
    return converse(asked, "rules", LINE, address=server.address.removesuffix("/v1"))


def test_bedrock_is_asked_by_converse(credentials):
    said = {"output": {"message": {"role": "assistant", "content": [{"text": "[]"}]}}, "stopReason": "end_turn",
            "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2}, "metrics": {"latencyMs": 1}}  # fmt: skip
    with answering(sends(said)) as server:
        assert bedrock(server) == "[]"
        ((path, _, body),) = server.asked
    assert path.startswith("/model/made.up-model-v1") and path.endswith("/converse")
    assert body["messages"][0]["content"] == [{"text": LINE}]


@pytest.mark.parametrize(
    ("answer", "seconds", "words"),
    [
        (sends({"message": "no"}, 403, x_amzn_ErrorType="AccessDeniedException"), 20.0, "AccessDeniedException"),
        (sends({"output": {"message": {"role": "assistant", "content": []}}}), 20.0, "is empty"),
        (silent, 0.3, "within 0.3 s"),
    ],
)
def test_bedrock_that_does_not_answer_well_gets_a_sentence(credentials, answer, seconds, words):
    with answering(answer) as server, pytest.raises(LanguageModelFailed, match=words):
        bedrock(server, seconds)
