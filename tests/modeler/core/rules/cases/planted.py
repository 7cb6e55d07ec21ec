"""Rules about several parts at once: their cases are planted faults, whole designs with what one team changed."""

from modeler.core.documents.reading import from_document
from modeler.core.findings import Severity
from tests.modeler.core.planted.designs.forms import FAULTS as FORMS
from tests.modeler.core.planted.designs.guarded import FAULTS as GUARDED
from tests.modeler.core.planted.designs.once import FAULTS as ONCE
from tests.modeler.core.planted.faults.guards import FAULTS as GUARDS
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.conditions import THERE
from tests.modeler.core.planted.measure import FAULTS
from tests.modeler.core.planted.shape import Fault, Pair, call, changed
from tests.modeler.core.rules.cases.case import Case

SHOWN = {
    "index.not_backfilled": "stored contracts lack the keys of a new index",
    "keys.two_forms": "invoices have the customer's number without its zeros",
    "model.copy_differs": "a copy of a name is a number",
    "model.samples_disagree": "two samples of one order",
    "query.one_of_two_keys": "tools with an old key are not found",
    "query.other_unit": "milliseconds are asked of keys in seconds",
    "query.outside_index": "paid orders are asked of the index of open ones",
    "query.read_after_write_eventual": "orders must show the one just placed",
    "security.action_not_allowed": "no role may open an account",
    "stream.calls_itself": "counting the words of a document counts them again",
    "stream.total_without_old": "a total is kept from new images only",
    "ttl.constraint_expires": "a held name is free again after its user is confirmed",
    "ttl.never_set": "a session is made without its end",
    "write.above_limit": "a room is joined by more than it holds",
    "write.condition_always_true": "a vehicle is booked by a key with a new id",
    "write.constraint_released": "a handle is released while its author has it",
    "write.guarded_apart": "pages and shops have slugs of their own",
    "write.leaves_index": "the email of a customer is removed from an index of all",
    "write.undone_by_half": "a cancelled parking keeps its place",
}
KEPT: tuple[Fault | Pair, ...] = (*FAULTS, *GUARDS, *ONCE, *FORMS, *GUARDED)
PLANTED = {one.name: one for one in KEPT}


def of(rule, name):
    one = PLANTED[name]
    assert rule in one.rules
    return Case(rule, from_document(one.faulty_document()), from_document(one.near_document()))


def renamed(attribute):
    key = {"PK": "COMPANY#{companyId}", "SK": "PROJECT#{projectId}"}
    made = call("B10", "Change", "UpdateItem", "Project", key, set={attribute: ":v"}, where=THERE, rate=(1, 2))
    return from_document(changed(BOARD, {"/access_patterns+": made}))


CASES = (
    *(of(rule, name) for rule, name in SHOWN.items()),
    Case("model.undeclared_attribute", renamed("titel"), renamed("title"), Severity.WARNING, "title is similar"),
    Case("model.undeclared_attribute", renamed("budget"), renamed("title"), Severity.ADVICE, "budget"),
)
