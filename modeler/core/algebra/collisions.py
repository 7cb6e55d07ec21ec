"""Whether two lists of key templates can produce the same key, and whether a condition on one matches a key of the
other.

Yes with two concrete items, no with the reason, or unknown. "Yes" is given only after both items were rendered. "No"
follows from the shapes, which allow more than the templates can produce. If the answer depends on undeclared
characters, it is "unknown".
"""

from __future__ import annotations

from typing import Final

from modeler.core import effort
from modeler.core.algebra.automaton import Spent, TooLarge
from modeler.core.algebra.search import search
from modeler.core.algebra.sides import ReasonedVerdict as ReasonedVerdict
from modeler.core.algebra.sides import TemplateSide as TemplateSide
from modeler.core.algebra.sides import Verdict as Verdict

COMPARISON_STEPS: Final = 300
"""What a comparison costs at least: making the sides takes time, even if they differ in the first character."""

_NOT_COMPARED: Final = ReasonedVerdict(
    Verdict.UNKNOWN, "not compared: this design takes more comparisons than one analysis can make"
)


def can_collide(left: TemplateSide, right: TemplateSide) -> ReasonedVerdict:
    """Whether an item of the left and an item of the right can have equal keys, element by element."""
    return _answer(left, right, "=")


def prefix_catches(prefix: TemplateSide, other: TemplateSide) -> ReasonedVerdict:
    """Whether the last template, used with begins_with, can match a key of `other`. All templates before it must be
    equal.
    """
    return _answer(prefix, other, "begins_with")


def range_catches(asked: TemplateSide, other: TemplateSide, operator: str) -> ReasonedVerdict:
    """Whether a condition `<`, `<=`, `>`, `>=` or `between` on the last key can match a key of `other`.

    The templates of `asked` are those that must be equal, then the bound, or both bounds of `between`. `keys` of a yes
    is the matched key, `left` values of the attributes and parameters of the condition. Ordered as strings.
    """
    return _answer(asked, other, operator)


def _answer(left: TemplateSide, right: TemplateSide, operator: str) -> ReasonedVerdict:
    effort.spend(COMPARISON_STEPS)
    if reason := _literally_apart(left, right, operator):
        return ReasonedVerdict(Verdict.NO, reason)
    try:
        trusted = search(left, right, operator, trusting=True)
        undeclared = left.undeclared | right.undeclared
        if trusted.verdict is not Verdict.NO or not undeclared:
            return trusted
        free = search(left, right, operator, trusting=False)
    except Spent:
        effort.not_compared()
        return _NOT_COMPARED
    except TooLarge:
        return ReasonedVerdict(Verdict.UNKNOWN, "the templates are too complex to compare")
    if free.verdict is Verdict.NO:
        return free
    reason = f"only if {', '.join(sorted(undeclared))} can contain delimiters; declare a format to decide it"
    return ReasonedVerdict(Verdict.UNKNOWN, reason, free.left, free.right, free.keys, undeclared=True)


def _literally_apart(left: TemplateSide, right: TemplateSide, operator: str) -> str:
    """The quick no: most pairs of entities differ in the text before the first attribute."""
    if not left.templates or not right.templates:
        return "there is no key"
    if len(left.templates) != len(right.templates) + (operator == "between"):
        return "they have different numbers of key elements"
    if any(template.problem for template in (*left.templates, *right.templates)):
        return "a template is invalid"
    last = len(right.templates) - 1
    for position, (one, other) in enumerate(zip(left.templates, right.templates, strict=False)):
        if position == last and operator not in {"=", "begins_with"}:
            break
        first, second = one.literal_prefix, other.literal_prefix
        shorter = min(len(first), len(second))
        if first[:shorter] != second[:shorter]:
            return f"one starts with {first!r}, the other with {second!r}"
        equal = operator == "=" or position != last
        if one.is_constant and other.is_constant and first != second and equal:
            return f"one is {first!r}, the other {second!r}"
    return ""
