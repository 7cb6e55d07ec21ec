"""Conflicts that text never shows: what only the merged design has."""

import pytest

from modeler.core.design.parts import Part, PartKind, living
from modeler.core.documents.parts_codec import design_of, put_together, take_apart
from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import apply, set_field
from modeler.core.findings import Severity
from modeler.core.merging import combined, served_differently, three_way
from modeler.examples import example

pytestmark = pytest.mark.slow


def orders():
    """The parts of the order management example."""
    return living(take_apart(to_document(example("order-management").design)))


def named(parts, kind, name):
    return next(part for part in parts.values() if part.kind is kind and part.name == name)


def merged(base, main, branch):
    merge = three_way(base, main, branch)
    assert merge.conflicts == ()
    return combined(*(design_of(parts) for parts in (main, branch, merge.parts)))


def gsi(parts, part_id, name, key):
    fields = {"name": name, "kind": "GSI", "partition_key": key, "projection": {"type": "ALL"}, "position": "z"}
    table = next(part for part in parts.values() if part.kind is PartKind.TABLE)
    return {**parts, part_id: Part(part_id, PartKind.INDEX, table.id, fields)}


def key(name):
    return [{"name": name, "type": "S"}]


def test_two_indexes_with_the_same_name_are_found():
    base = orders()
    found = merged(base, gsi(base, "m", "GSI9", key("GSI9PK")), gsi(base, "b", "GSI9", key("byEmail")))
    assert "name.duplicate_index" in [finding.rule for finding in found.findings]
    assert Severity.ERROR in [finding.severity for finding in found.findings]


def written(parts, part_id, index, template):
    """An overload of Order for an index, which writes one key attribute."""
    fields = {"index": index, "keys.SLOT": template, "position": "z"}
    return {**parts, part_id: Part(part_id, PartKind.OVERLOAD, named(parts, PartKind.ENTITY, "Order").id, fields)}


def test_two_indexes_that_use_one_key_attribute_differently_are_found():
    base = orders()
    main = written(gsi(base, "m", "GSI8", key("SLOT")), "mo", "m", "STATUS#{status}")
    branch = written(gsi(base, "b", "GSI9", key("SLOT")), "bo", "b", "DAY#{orderDate}")
    found = merged(base, main, branch)
    (error,) = [finding for finding in found.findings if finding.severity is Severity.ERROR]
    assert error.rule == "keys.two_values"


def test_a_template_changed_here_and_a_pattern_that_reads_by_the_old_one_there_are_found():
    base = orders()
    order = named(base, PartKind.ENTITY, "Order").id
    own = next(one for one in base.values() if one.parent == order and "keys.PK" in one.fields)
    main = apply(base, set_field(base, own.id, "keys.PK", own.fields["keys.PK"].replace("CUST#", "BUYER#")))
    read = named(base, PartKind.PATTERN, "Orders of a customer, newest first")
    branch = {**base, "new": Part("new", PartKind.PATTERN, read.parent, {**read.fields, "code": "B1", "position": "z"})}
    found = merged(base, main, branch)
    (served,) = found.servings
    assert (served.pattern, served.main, served.branch.served, served.merged.served) == ("new", None, True, False)
    assert [finding.part for finding in found.findings if finding.rule == "pattern.unserved"] == ["new"]
    assert found.further_servings == ()  # the finding has the reason


def test_a_limit_that_only_both_pass_is_found():
    base = orders()
    main, branch = base, base
    for number in range(10):
        main = gsi(main, f"m{number}", f"M{number}", key(f"M{number}PK"))
        branch = gsi(branch, f"b{number}", f"B{number}", key(f"B{number}PK"))
    found = merged(base, main, branch)
    assert "index.gsi_count" in [finding.rule for finding in found.findings]


def document_of(kind, code="D"):
    """A new entity below a customer, by a key of its own or of another new entity."""
    name = f"{kind.lower()}Id"
    attributes = [{"id": f"{kind}-{one}", "name": one, "type": "S", "format": "id"} for one in ("customerId", name)]
    cell = {"id": f"{kind}-key", "index": None, "keys": {"PK": "CUST#{customerId}", "SK": f"{code}#{{{name}}}"}}
    return {"id": kind, "name": kind, "identity": [name], "attributes": attributes, "overloads": [cell]}


def with_entity(parts, kind, **more):
    """The parts with a new entity, whose own have the ids that its document gets."""
    document = put_together(parts)
    document["tables"][0]["entities"].append(document_of(kind, **more))
    return living(take_apart(document))


def test_two_entities_that_get_the_same_keys_are_found():
    base = orders()
    found = merged(base, with_entity(base, "Invoice"), with_entity(base, "Receipt"))
    (error,) = [finding for finding in found.findings if finding.severity is Severity.ERROR]
    assert error.rule == "keys.collision"
    assert "Invoice and Receipt" in error.message or "Receipt and Invoice" in error.message
    apart = merged(base, with_entity(base, "Invoice"), with_entity(base, "Receipt", code="R"))
    assert [finding.rule for finding in apart.findings if finding.severity is Severity.ERROR] == []


def test_two_access_patterns_with_the_same_code_are_found():
    base = orders()
    read = named(base, PartKind.PATTERN, "Orders of a customer, newest first")
    main, branch = ({**base, one: Part(one, read.kind, read.parent, {**read.fields, "code": "A8"})} for one in "mb")
    found = merged(base, main, branch)
    assert "name.duplicate_code" in [finding.rule for finding in found.findings]


def test_an_entity_that_enters_what_a_new_pattern_of_the_other_side_reads_is_found():
    base = orders()
    read = named(base, PartKind.PATTERN, "Orders of a customer, newest first")
    fields = {**read.fields, "code": "B1", "key.SK": {"begins_with": "O"}}
    found = merged(
        base, with_entity(base, "Offer", code="OFFER"), {**base, "b": Part("b", read.kind, read.parent, fields)}
    )
    assert ("query.prefix_catches_entity", "b") in [(finding.rule, finding.part) for finding in found.findings]


def test_a_side_without_changes_brings_nothing_new():
    base = orders()
    branch = apply(base, set_field(base, named(base, PartKind.ENTITY, "Order").id, "count", 1))
    found = merged(base, base, branch)
    assert found.findings == ()
    assert found.servings == ()


def test_a_design_merged_with_itself_brings_nothing_new():
    design = example("order-management").design
    assert combined(design, design, design).findings == ()


def test_a_read_whose_items_come_in_another_order_is_served_differently():
    base = orders()
    order = named(base, PartKind.ENTITY, "Order").id
    own = next(one for one in base.values() if one.parent == order and "keys.SK" in one.fields)
    literal, date, number = own.fields["keys.SK"].split("#")
    after = design_of(apply(base, set_field(base, own.id, "keys.SK", f"{literal}#{number}#{date}")))
    (read,) = [one for one in served_differently(design_of(base), after) if one.code == "A2"]
    assert read.main is not None
    assert read.main.reason.endswith("sorted by orderDate, orderId")
    assert read.merged.reason.endswith("sorted by orderId, orderDate")
    assert read.order == "orderId, orderDate"


def test_an_order_that_differs_after_the_first_attribute_is_told_whole():
    base = orders()
    order = named(base, PartKind.ENTITY, "Order").id
    own = next(one for one in base.values() if one.parent == order and "keys.SK" in one.fields)
    literal, date, _ = own.fields["keys.SK"].split("#")
    total = "{@" + named(base, PartKind.ATTRIBUTE, "total").id + ":pad(5)}"
    after = design_of(apply(base, set_field(base, own.id, "keys.SK", f"{literal}#{date}#{total}")))
    (read,) = [one for one in served_differently(design_of(base), after) if one.code == "A2"]
    assert read.order == "orderDate, total:pad(5)"


def test_an_order_that_is_not_known_is_not_compared():
    base = orders()
    order = named(base, PartKind.ENTITY, "Order").id
    own = next(one for one in base.values() if one.parent == order and "keys.SK" in one.fields)
    twice = {**base, "more": Part("more", own.kind, order, {**own.fields, "when": "total > 5", "keys.SK": "ORDER#X"})}
    assert [one.code for one in served_differently(design_of(base), design_of(twice)) if one.code == "A2"] == []


def test_a_new_name_of_the_attribute_that_sorts_is_the_same_order():
    base = orders()
    date = named(base, PartKind.ATTRIBUTE, "orderDate")
    after = design_of(apply(base, set_field(base, date.id, "name", "placedOn")))
    assert [one.code for one in served_differently(design_of(base), after) if one.code in {"A2", "A5"}] == []
