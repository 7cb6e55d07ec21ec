"""Items, conditions, updates and texts for the laws of expressions."""

from hypothesis import strategies as st

from modeler.core.expressions.nodes import (
    Add,
    And,
    Arithmetic,
    Between,
    Comparison,
    Function,
    In,
    Literal,
    Name,
    Not,
    Or,
    Path,
    Placeholder,
    Remove,
    Set,
    Update,
)
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string

# Few names, so that conditions meet attributes; odd ones, so that quoting is met too.
NAMES = ("status", "qty", "a", "b", "size", "set", "and", "State#Date", 'a"b', "größe", "x.y", "")

names = st.sampled_from(NAMES)
any_name = names | st.text(max_size=6)
texts = st.text(alphabet="ab'\"#:() 😀é", max_size=4)
numbers = st.decimals(min_value=-1000, max_value=1000, places=2).map(number) | st.integers(-3, 3).map(number)
constants = (
    texts.map(string)
    | numbers
    | st.booleans().map(lambda flag: AttributeValue(AttributeType.BOOL, flag))
    | st.just(AttributeValue(AttributeType.NULL, True))
)
sets = (
    st.lists(texts, min_size=1, max_size=3, unique=True).map(
        lambda found: AttributeValue(AttributeType.SS, tuple(found))
    )
    | st.lists(st.integers(-3, 3), min_size=1, max_size=3, unique=True).map(
        lambda found: AttributeValue(AttributeType.NS, tuple(map(str, found)))
    )
    | st.lists(st.binary(max_size=2), min_size=1, max_size=3, unique=True).map(
        lambda found: AttributeValue(AttributeType.BS, tuple(found))
    )
)
binaries = st.binary(max_size=3).map(lambda data: AttributeValue(AttributeType.B, data))


def _containers(children):
    lists = st.lists(children, max_size=3).map(lambda found: AttributeValue(AttributeType.L, tuple(found)))
    maps = st.dictionaries(names, children, max_size=3).map(
        lambda found: AttributeValue(AttributeType.M, tuple(sorted(found.items())))
    )
    return lists | maps


attribute_values = st.recursive(constants | sets | binaries, _containers, max_leaves=5)
items = st.dictionaries(names, attribute_values, max_size=6)

parts = names.map(Name) | st.integers(0, 3)
paths = st.tuples(names.map(Name), st.lists(parts, max_size=2)).map(lambda made: Path((made[0], *made[1])))
literals = constants.map(Literal)
parameters = st.sampled_from((":p", ":v1", ":q")).map(Placeholder)
sizes = paths.map(lambda path: Function("size", (path,)))
operands = paths | literals | sizes

leaves = (
    st.builds(Comparison, st.sampled_from(("=", "<>", "<", "<=", ">", ">=")), operands, operands)
    | st.builds(Between, operands, operands, operands)
    | st.builds(In, operands, st.lists(operands, min_size=1, max_size=3).map(tuple))
    | paths.map(lambda path: Function("attribute_exists", (path,)))
    | paths.map(lambda path: Function("attribute_not_exists", (path,)))
    | st.tuples(st.sampled_from(("begins_with", "contains")), paths, operands).map(
        lambda made: Function(made[0], made[1:])
    )
)


def _combined(conditions):
    several = st.lists(conditions, min_size=2, max_size=3).map(tuple)
    return several.map(And) | several.map(Or) | conditions.map(Not)


conditions = st.recursive(leaves, _combined, max_leaves=6)
projections = st.lists(paths, min_size=1, max_size=4).map(tuple)

defaults = st.recursive(
    paths | literals | parameters,
    lambda inner: st.tuples(paths, inner).map(lambda made: Function("if_not_exists", made)),
    max_leaves=4,
)
# list_append is no operand of a function.
update_terms = defaults | st.tuples(defaults, defaults).map(lambda made: Function("list_append", made))
update_operands = update_terms | st.builds(Arithmetic, st.sampled_from("+-"), update_terms, update_terms)
updates = st.tuples(
    st.lists(st.builds(Set, paths, update_operands), min_size=1, max_size=3),
    st.lists(st.builds(Remove, paths), max_size=2),
    st.lists(st.builds(Add, paths, literals), max_size=2),
).map(lambda sections: Update(tuple(action for section in sections for action in section)))

half_typed = st.lists(
    st.sampled_from(
        (
            "status",
            "qty",
            "size",
            "(",
            ")",
            "'OPEN'",
            "'it''s",
            '"State#Date"',
            '"',
            "=",
            "AND",
            "in",
            " ",
            ".",
            "-1",
            "a",
        )
    )
    | st.text(max_size=3),
    max_size=12,
).map("".join)
