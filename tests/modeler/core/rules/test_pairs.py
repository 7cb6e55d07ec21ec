"""Rules about pairs of parts: one finding per cause, and nothing about what the pair does not have."""

import copy

from modeler.core.analysis import findings
from modeler.core.documents.reading import from_document
from tests.modeler.core.planted.designs.once import counted_words, customers, expenses
from tests.modeler.core.planted.houses.conditions import THERE


def told(document, rule):
    return [one.message for one in findings(from_document(document)) if one.rule == rule]


def test_entities_that_write_a_value_in_another_form_than_the_first_are_one_finding():
    made = customers("000123", "CUST#{customerNo:lower}")
    entities = made["tables"][0]["entities"]
    other = copy.deepcopy(entities[1])
    other["name"] = "Reminder"
    other["overloads"][0]["keys"]["SK"] = "REMINDER#{day}#{invoiceNo}"
    entities.append(other)
    (message,) = told(made, "keys.two_forms")
    assert message.endswith("(also in Reminder)")


def test_a_kinesis_data_stream_has_the_old_values_whatever_the_view_of_the_table():
    made = expenses("NEW_IMAGE", "new")
    made["tables"][0]["settings"]["stream_consumers"][0]["kind"] = "kinesis"
    assert told(made, "stream.total_without_old") == []


def test_each_consumer_that_calls_itself_is_told():
    made = counted_words({"wordCount": ":words", "countedAt": ":now"}, where=THERE)
    consumers = made["tables"][0]["settings"]["stream_consumers"]
    consumers.append({**consumers[0], "name": "letters"})
    names = {one.split(" and ")[1].split()[0] for one in told(made, "stream.calls_itself")}
    assert names == {"letters", "words"}
