"""docs/rules.md and docs/change-codes.md say what the registries say."""

from pathlib import Path

from modeler.core.migration import CHANGE_RULES
from modeler.core.migration.codes.document import change_codes_document
from modeler.core.rules import RULES
from modeler.core.rules_document import rules_document

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


def test_the_page_of_rules_is_what_the_registry_prints():
    assert PAGE.read_text("utf-8") == rules_document(), "run: python -m modeler.core.rules_document > docs/rules.md"


def test_every_rule_has_an_entry():
    missing = {rule.id for rule in (*RULES, *CHANGE_RULES) if f"### `{rule.id}`" not in rules_document()}
    assert missing == set()


def test_the_page_of_change_codes_is_what_the_registry_prints():
    page = PAGE.with_name("change-codes.md").read_text("utf-8")
    assert page == change_codes_document(), (
        "run: python -m modeler.core.migration.codes.document > docs/change-codes.md"
    )
