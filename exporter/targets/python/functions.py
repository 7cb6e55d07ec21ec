"""One function per pattern: its signature, its docstring, its body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from exporter.targets.access_code.entity_plan import EntityPlan, PlanKey
from exporter.targets.access_code.naming import PYTHON_BODY
from exporter.targets.access_code.pattern_plan import pattern_plan
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.base import comment_text
from exporter.targets.python.members import MemberWriter
from exporter.targets.python.reads import Body, batch_get_body, find_body, get_body, transact_get_body
from exporter.targets.python.signature import Argument, Signature
from exporter.targets.python.writes import batch_write_body, transact_write_body, write_body
from exporter.targets.support.literals import Language, Style, identifier, python_docstring
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.errors import Invalid
from modeler.core.evaluator import Evaluation, evaluate
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.scope import PatternScope, members, scope_of

_SINGLE = {
    Operation.GET: get_body,
    Operation.QUERY: find_body,
    Operation.SCAN: find_body,
    Operation.PUT: write_body,
    Operation.UPDATE: write_body,
    Operation.DELETE: write_body,
    Operation.CHECK: write_body,
}


@dataclass(frozen=True, slots=True)
class PackageFunction:
    """A function of the package: `code` as written in the module.

    `parts` are the functions of a sequence's steps, which precede it. `evaluation` is the evaluator's result for the
    pattern on the sample items.
    """

    name: str
    pattern: AccessPattern
    tables: tuple[str, ...]
    arguments: tuple[Argument, ...]
    returns: str
    code: str
    evaluation: Evaluation
    parts: tuple[PackageFunction, ...] = ()


@dataclass(slots=True)
class FunctionContext:
    """The input of functions. `taken` are the names already used in the module."""

    design: Design
    plans: Mapping[PlanKey, EntityPlan]
    database: Database
    taken: set[str]


def function_of(writing: FunctionContext, pattern: AccessPattern) -> PackageFunction:
    """The function of a pattern. Raises Unsupported where none says it."""
    if pattern.operation is Operation.STEPS:
        return _sequence(writing, pattern)
    evaluation = evaluate(writing.design, pattern, stored=writing.database)
    signature = Signature(PYTHON_BODY)
    try:
        body = _body(writing, pattern, signature)
    except Unsupported:
        raise
    except Invalid as error:
        raise Unsupported(error.message) from error
    return _assembled(writing, pattern, signature, body, evaluation)


def _body(writing: FunctionContext, pattern: AccessPattern, signature: Signature) -> Body:
    if not pattern.operation.is_multiple:
        return _SINGLE[pattern.operation](_member(writing, pattern, signature, is_only_table=True))
    own = [pattern] if pattern.key else []
    several = [*own, *members(pattern)]
    tables = {one.table or pattern.table for one in several}
    found = [_member(writing, one, signature, is_only_table=len(tables) == 1) for one in several]
    if not found:
        raise Unsupported("the pattern names no keys and has no steps")
    match pattern.operation:
        case Operation.BATCH_GET:
            return batch_get_body(_gets(found), consistent=pattern.consistent)
        case Operation.TRANSACT_GET:
            return transact_get_body(_gets(found))
        case Operation.BATCH_WRITE:
            return batch_write_body(found)
    return transact_write_body(found)


def _gets(found: list[MemberWriter]) -> list[MemberWriter]:
    for member in found[1:]:
        if member.plan.pattern.operation is not Operation.GET:
            raise Unsupported(f"{member.plan.pattern.label or 'a step'} is not a GetItem")
    return found


def _member(
    writing: FunctionContext, pattern: AccessPattern, signature: Signature, *, is_only_table: bool
) -> MemberWriter:
    scope = scope_of(writing.design, pattern, None, writing.database)
    if not isinstance(scope, PatternScope):
        said = (*scope.problems, *(one.message for one in scope.refusals))
        raise Unsupported(said[0] if said else "its table is not in this design")
    plan = pattern_plan(writing.design, writing.plans.values(), pattern)
    return MemberWriter(plan, scope, writing.plans, signature, is_only_table)


def _name(writing: FunctionContext, pattern: AccessPattern) -> str:
    name = identifier(pattern.name or pattern.code, Style.SNAKE, Language.PYTHON, writing.taken, otherwise="pattern")
    writing.taken.add(name)
    return name


def _assembled(
    writing: FunctionContext, pattern: AccessPattern, signature: Signature, body: Body, evaluation: Evaluation
) -> PackageFunction:
    name = _name(writing, pattern)
    arguments = tuple(signature.arguments.values())
    lines = "".join(f"    {line}\n" for line in body.lines)
    doc = _doc(pattern, arguments, evaluation, signature.notes)
    code = _head(name, signature.declared(body.more), body.returns) + doc + lines
    return PackageFunction(name, pattern, tuple(signature.tables), arguments, body.returns, code, evaluation)


def _head(name: str, declared: str, returns: str) -> str:
    line = f"def {name}({declared}) -> {returns}:\n"
    if len(line) <= 100:
        return line
    parts = "".join(f"    {part},\n" for part in _split(declared))
    return f"def {name}(\n{parts}) -> {returns}:\n"


def _split(declared: str) -> Iterator[str]:
    """Return the parameters of a signature; a comma within brackets belongs to a parameter."""
    depth, start = 0, 0
    for at, letter in enumerate(declared):
        depth += (letter in "[({") - (letter in "])}")
        if letter == "," and not depth:
            yield declared[start:at].strip()
            start = at + 1
    yield declared[start:].strip()


def _doc(
    pattern: AccessPattern, arguments: tuple[Argument, ...], evaluation: Evaluation, notes: Iterable[str] = ()
) -> str:
    code = f"{pattern.code}: " if pattern.code else ""
    lines = [f"{code}{pattern.name or pattern.operation}."]
    lines += ["", *_wrapped(comment_text(pattern.description))] if pattern.description else []
    lines += ["", f"{_operation(pattern)}; {_cost(evaluation)}."]
    said = [f"{one.name}: {one.said}." for one in arguments if one.said]
    said += [f"{note}." for note in notes]
    return python_docstring([*lines, *([""] if said else []), *said], 4)


def _wrapped(text: str) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) > 100:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _operation(pattern: AccessPattern) -> str:
    where = f" of {pattern.index}" if pattern.index else ""
    consistent = ", consistent" if pattern.consistent else ""
    return f"{pattern.operation}{where}{consistent}"


def _cost(evaluation: Evaluation) -> str:
    """Return what it costs on the sample items, as text."""
    if evaluation.problems:
        return f"its cost is unknown: {evaluation.problems[0]}"
    reads, writes = _units(evaluation.read_units), _units(evaluation.write_units)
    costs = [f"{reads} read unit{_s(reads)}"] if evaluation.read_units or not evaluation.write_units else []
    costs += [f"{writes} write unit{_s(writes)}"] if evaluation.write_units else []
    return f"{' and '.join(costs)} on the sample items"


def _s(number: str) -> str:
    return "" if number in ("1", "0.5") else "s"


def _units(units: Decimal) -> str:
    return format(units.normalize(), "f")


def _sequence(writing: FunctionContext, pattern: AccessPattern) -> PackageFunction:
    """Return a function for each step, and one that calls them in order."""
    evaluation = evaluate(writing.design, pattern, stored=writing.database)
    name = _name(writing, pattern)
    parts: list[PackageFunction] = []
    stepping = replace(writing)
    for number, step in enumerate(members(pattern), 1):
        titled = replace(step, name=step.name or f"{pattern.name or pattern.code} step {number}")
        parts.append(function_of(stepping, titled))
        stepping.database = parts[-1].evaluation.after
    if not parts:
        raise Unsupported("the pattern has no steps")
    signature = Signature(PYTHON_BODY)
    calls = [_step_call(writing, part, signature) for part in parts]
    returns = f"tuple[{', '.join(part.returns for part in parts)}]"
    ends = "".join(f"        {call},\n" for call in calls)
    head = _head(name, signature.declared(), returns)
    code = head + _doc(pattern, tuple(signature.arguments.values()), evaluation) + f"    return (\n{ends}    )\n"
    if any(part.returns == "None" for part in parts):
        code = _stepwise(head, pattern, signature, evaluation, parts, calls)
        code = code.replace(f"-> {returns}:", f"-> {_answers(parts)}:", 1)
        returns = _answers(parts)
    whole = "\n\n".join([*(part.code for part in parts), code])
    arguments = tuple(signature.arguments.values())
    return PackageFunction(name, pattern, tuple(signature.tables), arguments, returns, whole, evaluation, tuple(parts))


def _answers(parts: list[PackageFunction]) -> str:
    answers = [part.returns for part in parts if part.returns != "None"]
    return f"tuple[{', '.join(answers)}]" if answers else "None"


def _stepwise(
    head: str,
    pattern: AccessPattern,
    signature: Signature,
    evaluation: Evaluation,
    parts: list[PackageFunction],
    calls: list[str],
) -> str:
    """Return the body of a sequence whose answer leaves out steps that return nothing."""
    lines: list[str] = []
    answers: list[str] = []
    for number, (part, call) in enumerate(zip(parts, calls, strict=True), 1):
        if part.returns == "None":
            lines.append(f"    {call}\n")
        else:
            answers.append(f"answer{number}")
            lines.append(f"    answer{number} = {call}\n")
    ends = f"    return ({', '.join(answers)},)\n" if answers else ""
    return head + _doc(pattern, tuple(signature.arguments.values()), evaluation) + "".join(lines) + ends


def _step_call(writing: FunctionContext, part: PackageFunction, signature: Signature) -> str:
    tables = []
    for name in part.tables:
        table = writing.design.table(name)
        assert table is not None  # this function was written from it
        tables.append(signature.table(table, is_only=len(writing.design.tables) == 1))
    given = [f"{one.name}={signature.argument(one.name, replace(one, name='')).name}" for one in part.arguments]
    return f"{part.name}({', '.join([*tables, *given])})"
