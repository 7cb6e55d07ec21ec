"""A sentence starts with a capital letter, a name as it is written."""

import pytest

from modeler.wording.sentences import as_sentence
from tests.guards.tree import files, text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("all rates are multiplied by 2", "All rates are multiplied by 2"),
        ("it's late", "It's late"),
        ("done", "Done"),
        ("on-demand mode has no units", "On-demand mode has no units"),
        ("done.", "Done."),
        ("", ""),
        ("app-main has 3 partitions", "app-main has 3 partitions"),
        ("userId is not in the key", "userId is not in the key"),
        ("by_email: no units are given", "by_email: no units are given"),
        ("orders: no units are given", "orders: no units are given"),
        ("table.orders is new", "table.orders is new"),
        ("GSI1PK of Order", "GSI1PK of Order"),
        ("{userId} is missing", "{userId} is missing"),
    ],
)
def test_a_name_stays_as_somebody_wrote_it(text, shown):
    assert as_sentence(text) == shown


def test_templates_show_sentences_by_this_rule():
    assert [path for path in files(".html", under=("templates/",)) if "|capfirst" in text(path)] == []
