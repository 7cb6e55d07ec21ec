"""A broad role, split: each share holds what belongs to it, under a name of its own."""

from modeler.core.edits.applied_fixes import fixed
from tests.modeler.core.rules.cases.case import found
from tests.modeler.core.rules.cases.schemas.operations import role, roles


def split(*listed):
    """The roles after the fix of the first that is broad, by name."""
    design = roles(*listed)
    fix = found(design, "security.broad_policy")[0].fixes[0]
    return [(one.name, one.actions) for one in fixed(design, fix).options.roles]


def test_actions_are_read_in_any_case():
    assert split(role("putitem", "GETITEM", "scan")) == [
        ("app-reader", ("dynamodb:GetItem",)),
        ("app-writer", ("dynamodb:PutItem",)),
        ("app-admin", ("dynamodb:Scan",)),
    ]


def test_a_question_mark_is_a_wildcard():
    assert split(role("DeleteTabl?", "Quer?")) == [
        ("app-reader", ("dynamodb:Query",)),
        ("app-admin", ("dynamodb:DeleteTable",)),
    ]


def test_a_name_that_is_taken_is_not_given_again():
    names = [name for name, _ in split(role("Query", "Scan"), role("*", name="app-admin", admin=True))]
    assert names == ["app-reader", "app-admin-2", "app-admin"]
