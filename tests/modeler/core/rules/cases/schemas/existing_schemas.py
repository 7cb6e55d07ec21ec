"""The cases of test_schema_rules, as cases of every rule: there a design has one finding, here its fixes are tried."""

from tests.modeler.core.rules.builders import with_own_ids
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.test_schema_rules import CASES as SHOWN

CASES: tuple[Case, ...] = tuple(Case(rule, with_own_ids(wrong), with_own_ids(near)) for rule, wrong, near in SHOWN)
