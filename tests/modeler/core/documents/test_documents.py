"""What is no design document is refused with a sentence, the place and the fix."""

from __future__ import annotations

import time

import jsonschema
import pytest

from modeler.core.documents import reading
from modeler.core.errors import DocumentInvalid
from modeler.examples import examples


def test_the_published_schema_is_a_schema_and_the_examples_fit_it():
    jsonschema.Draft202012Validator.check_schema(reading.schema())
    for example in examples():
        document = reading.to_document(example.design)
        assert list(jsonschema.Draft202012Validator(reading.schema()).iter_errors(document)) == []
        assert reading.load(reading.dump(example.design)) == example.design


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("{", "document.not_json", "line 1"),
        ('{"a": 1}', "document.not_design", '"keysheet": 1'),
        ("[]", "document.not_design", "top level"),
        ('{"keysheet": 2, "name": "x"}', "document.version", "version 2"),
        ('{"keysheet": 1}', "document.shape", "name"),
        ('{"keysheet": 1, "name": "x", "tables": 3}', "document.shape", "tables"),
        (
            '{"keysheet": 1, "name": "x", "tables": [{"name": "t", "partition_key": [{"name": "PK", "type": "Q"}]}]}',
            "document.shape",
            "tables[0]",
        ),
        (
            '{"keysheet": 1, "name": "x", "tables": [{"id": "a", "name": "t"}, {"id": "a", "name": "u"}]}',
            "document.duplicate_id",
            "'a'",
        ),
        ('{"keysheet": 1, "name": NaN}', "document.not_json", "NaN is not a valid JSON number"),
    ],
)
def test_a_bad_document_gets_a_sentence(text, code, words):
    with pytest.raises(DocumentInvalid) as refused:
        reading.load(text)
    assert refused.value.code == code
    assert words in refused.value.message


def test_a_million_brackets_are_judged_before_they_are_parsed():
    started = time.process_time()
    with pytest.raises(DocumentInvalid, match="nested deeper than 40"):
        reading.load(b"[" * 1_000_000)
    print(f"a million brackets refused in {time.process_time() - started:.3f} s")


def test_a_file_over_20_mb_is_refused():
    with pytest.raises(DocumentInvalid, match="20 MB"):
        reading.load(b'{"keysheet": 1, "name": "' + b"x" * (20 * 1024 * 1024) + b'"}')


def test_brackets_inside_strings_do_not_count():
    assert reading.load('{"keysheet": 1, "name": "' + "[" * 100 + '"}').name == "[" * 100


def test_too_many_items_are_refused():
    items = ",".join('{"a":"1"}' for _ in range(50_001))
    entity = f'{{"name": "E", "items": [{items}]}}'
    text = f'{{"keysheet": 1, "name": "x", "tables": [{{"name": "t", "entities": [{entity}]}}]}}'
    with pytest.raises(DocumentInvalid, match="50001 sample items"):
        reading.load(text)


def test_names_that_come_twice_get_ids_of_their_own():
    text = '{"keysheet": 1, "name": "x", "tables": [{"name": "t", "indexes": [{"name": "G"}, {"name": "G"}]}]}'
    design = reading.load(text)
    first, second = design.tables[0].indexes
    assert first.id != second.id


def test_half_of_a_surrogate_pair_is_refused_and_a_whole_one_is_a_character():
    document = '{"keysheet": 1, "name": "%s", "tables": []}'
    with pytest.raises(DocumentInvalid, match="half of a surrogate pair"):
        reading.load(document % "a\\ud83db")
    assert reading.load(document % "\\ud83d\\ude00").name == "😀"
