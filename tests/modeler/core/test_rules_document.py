"""The page of rules says of every rule what its registry says."""

import re

from modeler.core.migration import CHANGE_RULES
from modeler.core.rules import RULES
from modeler.core.rules_document import rules_document

PAGE = rules_document()
ENTRIES = dict(re.findall(r"### `([^`]+)`\n\n(.*?)(?=\n##|\Z)", PAGE, re.S))


# Of a rule of two kinds of place the first is shown.
FIRST = {rule.id: rule for rule in reversed((*RULES, *CHANGE_RULES))}


def test_every_rule_has_one_entry_with_its_reasons():
    assert ENTRIES.keys() == FIRST.keys()
    for name, rule in FIRST.items():
        assert all(f"{text}." in ENTRIES[name] for text in (rule.title, rule.why, rule.fix)), name
        assert all(f"#{one.partition('#')[2]})" in ENTRIES[name] for one in rule.cited), name


def test_what_fixes_itself_and_what_is_hidden_is_told():
    fixed = {rule.id for rule in (*RULES, *CHANGE_RULES) if rule.fixes}
    for name, rule in FIRST.items():
        assert ("Keysheet offers a one-click fix." in ENTRIES[name]) == (name in fixed)
        assert all(f"`{hidden}`" in ENTRIES[name].partition("Hides")[2] for hidden in rule.hides)


def test_rules_of_one_subject_stand_together():
    subjects = [name.split(".")[0] for name in ENTRIES]
    together = list(dict.fromkeys(subjects))
    assert subjects == sorted(subjects, key=together.index)
