"""The findings of a design: sorted, muted, remembered; and no design that makes a rule raise."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modeler.core.analysis import analyse, findings
from modeler.core.design.items import Attribute, Entity, Overload, SampleItem, SizeFact
from modeler.core.design.model import Design, Mute
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation, Rate
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.findings import Severity
from modeler.core.rules import RULES
from modeler.core.rules.support.memo import Memo
from modeler.core.values.attribute_values import AttributeType, AttributeValue
from tests.modeler.core.rules.builders import (
    DESIGN,
    ORDER,
    attribute,
    gsi,
    overload,
    pattern,
    with_attribute,
    with_base,
    with_entity,
    with_order,
    with_pattern,
    with_table,
)

WRONG = with_base(PK="CUST#{customer}", SK="ORDER#{orderDate}")


def test_the_gravest_come_first_and_each_names_its_part_and_why():
    found = analyse(replace(with_pattern(pattern("Query", per_second=None)), tables=WRONG.tables)).findings
    assert [one.severity.rank for one in found] == sorted(one.severity.rank for one in found)
    assert len({one.severity for one in found}) > 1
    for one in found:
        assert all((one.part, one.path, one.message, one.why, one.fix))


def test_access_patterns_are_in_the_order_in_which_people_count():
    unrated = tuple(replace(DESIGN.patterns[0], id=f"p{n}", code=f"A{n}", per_second=None) for n in (10, 2, 1))
    found = [one.path for one in findings(replace(DESIGN, patterns=unrated)) if one.rule == "pattern.no_rate"]
    assert [path.split(".")[1] for path in found] == ["A1", "A2", "A10"]


def test_a_muted_finding_is_kept_apart():
    (first, *_) = analyse(WRONG).findings
    muted = replace(WRONG, mutes=(Mute(first.rule, first.path, "we know"),))
    analysis = analyse(muted)
    assert first in analysis.muted
    assert first not in analysis.findings
    assert len(analysis.findings) + len(analysis.muted) == len(analyse(WRONG).findings)
    assert analyse(replace(WRONG, mutes=(Mute(first.rule, "elsewhere", ""),))).muted == ()


def test_counts_are_by_severity():
    analysis = analyse(WRONG)
    assert analysis.count(Severity.ERROR) > 0
    assert analysis.count(Severity.ERROR) == sum(one.severity is Severity.ERROR for one in findings(WRONG))


def test_the_rules_are_known_by_id_and_say_everything():
    for rule in RULES:
        assert all((rule.title, rule.why, rule.fix, rule.sources)), rule.id
        assert all(any(other.id == hidden for other in RULES) for hidden in rule.hides), rule.id


EDITS = [
    with_base(PK="CUST#{customerId}", SK="ORDER#{orderDate}"),
    with_attribute(attribute("status", format="enum", values={"OPEN": 1, "SHIPPED": 1})),
    with_entity(
        Entity(
            "e-x",
            "X",
            (attribute("customerId", format="id"),),
            (overload(None, PK="CUST#{customerId}", SK="PROFILE"),),
        )
    ),
    with_table(indexes=()),
    with_table(name="other-name"),
    with_order(items=()),
    with_pattern(pattern("Query", key=())),
    replace(DESIGN, patterns=()),
    Design("nothing"),
    DESIGN,
]


def test_what_is_remembered_between_revisions_changes_no_answer():
    memo = Memo()
    for design in [*EDITS, *reversed(EDITS)]:
        assert analyse(design, memo) == analyse(design)


def test_an_edit_of_one_entity_asks_nothing_about_the_others_again():
    memo = Memo()
    analyse(DESIGN, memo)
    asked: list[str] = []
    of_each = memo.of_each

    def counted(question, parts, members, answer):
        def noted(member):
            asked.append(question)
            return answer(member)

        return of_each(question, parts, members, noted)

    memo.of_each = counted
    analyse(
        replace(DESIGN, tables=(replace(DESIGN.tables[0], entities=(DESIGN.tables[0].entities[0], replace(ORDER))),)),
        memo,
    )
    assert asked.count("entity app-main") == 1


NAMES = st.sampled_from(["", "PK", "SK", "a", "b", "status", "GSI1PK", "é#", "x" * 300])
TYPES = st.sampled_from(list(AttributeType))
TEMPLATES = st.one_of(
    st.sampled_from(
        [
            "",
            "{",
            "A#{a}",
            "{a}",
            "{b:pad(3)}",
            "A#{a}#{b}",
            "{a:month}",
            "{status:shard(7)}",
            "}}{{",
            "{a|",
            "{a:join('#')}",
        ]
    ),
    st.text(max_size=6),
)
CONDITIONS = st.one_of(
    st.sampled_from(
        ["", "a = 'x'", "a =", "status IN ('A', 'B') AND b > 3", "#s = :x", "NOT size(a) < 2", "((a = 'x'))"]
    ),
    st.text(max_size=8),
)
SIMPLE = st.one_of(
    st.builds(AttributeValue, st.just(AttributeType.S), st.text(max_size=5)),
    st.builds(AttributeValue, st.just(AttributeType.N), st.sampled_from(["1", "x", "1E999", "-3.5", ""])),
    st.builds(AttributeValue, st.just(AttributeType.B), st.binary(max_size=3)),
    st.builds(AttributeValue, st.just(AttributeType.NULL), st.booleans()),
    st.builds(AttributeValue, st.just(AttributeType.SS), st.lists(st.text(max_size=2), max_size=3).map(tuple)),
)
ITEMS = st.builds(
    SampleItem,
    st.text(max_size=3),
    st.dictionaries(NAMES, SIMPLE, max_size=4),
    st.dictionaries(NAMES, SIMPLE, max_size=2),
)
ATTRIBUTES = st.builds(
    Attribute,
    st.text(max_size=2),
    NAMES,
    TYPES,
    st.sampled_from(
        ["", "id", "date", "enum", "text", "email", "uuid4", "shard(5)", "shard(0)", "nonsense", "epoch_millis"]
    ),
    values=st.dictionaries(st.text(max_size=4), st.floats(0, 1), max_size=3),
    size=st.none() | st.builds(SizeFact, st.floats(0, 1e6), st.none() | st.floats(0, 1e6)),
    optional=st.floats(0, 1),
    range=st.none() | st.tuples(st.floats(-9, 9), st.floats(-9, 9)),
)
INDEX_NAMES = st.sampled_from([None, "GSI1", "LSI1", "gone"])
OVERLOADS = st.builds(
    Overload, st.text(max_size=2), INDEX_NAMES, st.dictionaries(NAMES, TEMPLATES, max_size=3), CONDITIONS
)
ENTITIES = st.builds(
    Entity,
    st.text(max_size=2),
    st.sampled_from(["", "A", "B"]),
    st.lists(ATTRIBUTES, max_size=4).map(tuple),
    st.lists(OVERLOADS, max_size=3).map(tuple),
    st.lists(ITEMS, max_size=3).map(tuple),
    st.lists(NAMES, max_size=2).map(tuple),
    count=st.none() | st.integers(0, 10),
)
KEYS = st.lists(st.builds(KeyAttribute, NAMES, TYPES), max_size=3).map(tuple)
INDEXES = st.builds(
    Index,
    st.text(max_size=2),
    st.sampled_from(["GSI1", "LSI1", "a b"]),
    st.sampled_from([IndexKind.GSI, IndexKind.LSI]),
    KEYS,
    KEYS,
    st.builds(Projection, st.sampled_from(list(ProjectionType)), st.lists(NAMES, max_size=3).map(tuple)),
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
SETTINGS = st.dictionaries(
    st.sampled_from(
        [
            "billing",
            "provisioned",
            "tags",
            "recovery_days",
            "replicas",
            "on_demand_maximum",
            "resource_policy",
            "gsi_quota",
        ]
    ),
    st.sampled_from(["PROVISIONED"]) | ANYTHING,
    max_size=4,
)
TABLES = st.builds(
    Table,
    st.text(max_size=2),
    st.sampled_from(["", "t", "app"]),
    KEYS,
    KEYS,
    st.lists(INDEXES, max_size=3).map(tuple),
    st.lists(ENTITIES, max_size=3).map(tuple),
    st.lists(ITEMS, max_size=2).map(tuple),
    SETTINGS.map(lambda made: made if isinstance(made.get("provisioned"), dict) else {**made, "provisioned": {}}),
)
OPERATORS = st.sampled_from(["=", "<", "between", "begins_with", "contains", ""])


def patterns(steps):
    return st.builds(
        AccessPattern,
        st.text(max_size=2),
        st.text(max_size=2),
        st.text(max_size=2),
        st.sampled_from(list(Operation)),
        st.sampled_from(["", "t", "gone"]),
        INDEX_NAMES,
        st.lists(st.sampled_from(["", "A", "B"]), max_size=2).map(tuple),
        st.lists(
            st.builds(KeyCondition, NAMES, OPERATORS, st.lists(TEMPLATES, min_size=1, max_size=2).map(tuple)),
            max_size=3,
        ).map(tuple),
        filter=CONDITIONS,
        projection=st.lists(NAMES, max_size=2).map(tuple),
        consistent=st.booleans(),
        set=st.dictionaries(NAMES, ANYTHING, max_size=2),
        remove=st.lists(NAMES, max_size=2).map(tuple),
        if_=CONDITIONS,
        update=st.sampled_from(["", "SET a = :x", "REMOVE a, a", "SET", "ADD #n :x"]),
        condition=CONDITIONS,
        names=st.dictionaries(st.sampled_from(["#s", "#n", ""]), NAMES, max_size=2),
        values=st.dictionaries(st.sampled_from([":x", ":y"]), ANYTHING, max_size=2),
        parameters=st.dictionaries(NAMES, ANYTHING, max_size=2),
        per_second=st.none() | st.builds(Rate, st.floats(0, 1e6), st.floats(0, 1e6)),
        steps=steps,
        extra=st.dictionaries(st.sampled_from(["intent", "batch_size", "select"]), ANYTHING, max_size=2),
    )


PATTERNS = patterns(st.lists(patterns(st.just(())), max_size=2).map(tuple))
DESIGNS = st.builds(
    Design,
    st.text(max_size=2),
    tables=st.lists(TABLES, max_size=2).map(tuple),
    patterns=st.lists(PATTERNS, max_size=3).map(tuple),
)


@pytest.mark.slow
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(DESIGNS)
def test_no_ill_design_makes_a_rule_raise(design):
    for finding in analyse(design).findings:
        assert finding.message
        assert finding.path


@st.composite
def edited(draw):
    """A design, and a few of what edits make of it, one after the other: parts that stay are the same objects."""
    found = [draw(DESIGNS)]
    for _ in range(draw(st.integers(1, 3))):
        before = found[-1]
        first, *others = before.tables or (draw(TABLES),)
        changes = {
            "name": st.sampled_from(["", "t", "app"]),
            "partition_key": KEYS,
            "indexes": st.lists(INDEXES, max_size=1).map(lambda more, kept=first.indexes: (*kept[1:], *more)),
            "entities": st.lists(ENTITIES, max_size=1).map(lambda more, kept=first.entities: (*kept[1:], *more)),
            "settings": SETTINGS.map(lambda made: {**made, "provisioned": {}}),
        }
        field = draw(st.sampled_from([*changes, "patterns"]))
        if field == "patterns":
            found.append(replace(before, patterns=(*before.patterns[1:], draw(PATTERNS))))
        else:
            found.append(replace(before, tables=(replace(first, **{field: draw(changes[field])}), *others)))
    return found


@pytest.mark.slow
@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(edited())
def test_what_is_remembered_of_ill_designs_changes_no_answer_either(revisions):
    memo = Memo()
    for design in revisions:
        assert analyse(design, memo) == analyse(design)


def by_intent(narrow, *others):
    """Two indexes that serve alike, of which GSI1 carries too little: what else lies under its keys decides."""
    keys = (
        overload(None, PK="{orderId}", SK="META"),
        overload("GSI1", GSI1PK="{customerId}", GSI1SK="{orderDate}"),
        overload("GSI2", GSI2PK="{customerId}", GSI2SK="{orderDate}"),
    )
    indexes = (gsi("GSI1", projection=narrow), gsi("GSI2", projection=narrow))
    asked = pattern("Query", projection=("total",), consistent=True, extra={"intent": {"given": ["customerId"]}})
    made = with_table(indexes=indexes, entities=(replace(ORDER, overloads=keys), *others))
    return replace(made, patterns=(asked,))


def test_what_another_entity_writes_into_an_index_is_not_remembered_past_its_edit():
    """The rules of a call speak of the index that serves it, which hangs on the other entities of the table."""
    note = Entity("e-n", "Note", (attribute("id", format="id"),), (overload("GSI1", GSI1PK="A", GSI1SK="B"),))
    before = by_intent("KEYS_ONLY")
    table = before.tables[0]
    after = replace(before, tables=(replace(table, entities=(*table.entities, note)),))
    thin = [
        one.message for made in (before, after) for one in findings(made) if one.rule == "index.projection_too_thin"
    ]
    assert [message.split("which ")[1].split()[0] for message in thin] == ["GSI1", "GSI2"]
    memo = Memo()
    for made in (before, after, before):
        assert analyse(made, memo) == analyse(made)
