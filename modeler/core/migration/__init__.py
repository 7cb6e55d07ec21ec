"""The change from one design to another: the differences in DynamoDB's terms, the migration plan, and its problems."""

from modeler.core.migration.change import fixed_change
from modeler.core.migration.change_codes import CodedChange, coded_changes
from modeler.core.migration.codes import CODES
from modeler.core.migration.codes.code import ChangeCode, ChangeEffect
from modeler.core.migration.differences import Difference, What, compare
from modeler.core.migration.planning import drain, plan
from modeler.core.migration.rules import CHANGE_RULES, analyse_change
from modeler.core.migration.sample_moves import sample_moves
from modeler.core.migration.steps import MigrationPlan, Step, plan_of

__all__ = [
    "CHANGE_RULES",
    "CODES",
    "ChangeCode",
    "ChangeEffect",
    "CodedChange",
    "Difference",
    "MigrationPlan",
    "Step",
    "What",
    "analyse_change",
    "coded_changes",
    "compare",
    "drain",
    "fixed_change",
    "plan",
    "plan_of",
    "sample_moves",
]
