"""The inputs of a generated function: tables, then parameters by name, each with its type and an example."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from exporter.targets.access_code.naming import PYTHON_BODY
from exporter.targets.support.literals import Language, Style, identifier
from modeler.core.design.tables import Table


@dataclass(frozen=True, slots=True)
class Argument:
    """One parameter of a function. `example` is code of the design's own example, '' if it has none.

    `default` is code too: '' if the caller must pass a value. `said` explains it.
    """

    name: str
    annotation: str
    example: str = ""
    default: str = ""
    said: str = ""

    @property
    def declared(self) -> str:
        """Return it as written in the signature."""
        return f"{self.name}: {self.annotation}" + (f" = {self.default}" if self.default else "")


@dataclass(slots=True)
class Signature:
    """The tables, arguments and notes of one function, collected while its body is written.

    Members of one batch or transaction that give one parameter two examples get two arguments for it.
    """

    reserved: frozenset[str] = frozenset()
    tables: dict[str, str] = field(default_factory=dict)
    arguments: dict[tuple[str, str], Argument] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def note(self, said: str) -> None:
        """Add a sentence about what the function does not do, once."""
        if said and said not in self.notes:
            self.notes.append(said)

    def table(self, table: Table, *, is_only: bool) -> str:
        """Return the name of the argument for the table; `is_only`: the function uses no other table."""
        if table.name not in self.tables:
            name = "table" if is_only else identifier(table.name, Style.SNAKE, Language.PYTHON, self._taken())
            self.tables[table.name] = name
        return self.tables[table.name]

    def argument(self, wanted: str, made: Argument, *, apart: str | None = None) -> Argument:
        """Return the argument of that preferred name and example; `made` supplies everything but its name.

        `apart` distinguishes two of one name if their examples should not.
        """
        place = (wanted, made.example if apart is None else apart)
        found = self.arguments.get(place)
        if found is None:
            name = identifier(wanted, Style.SNAKE, Language.PYTHON, self._taken(), otherwise="parameter")
            found = self.arguments[place] = replace(made, name=name)
        return found

    def change(self, argument: Argument, **changed: str) -> None:
        """Give an argument a different type or default."""
        for place, one in self.arguments.items():
            if one.name == argument.name:
                self.arguments[place] = replace(one, **changed)

    def _taken(self) -> set[str]:
        mine = {one.name for one in self.arguments.values()}
        return {*PYTHON_BODY, *self.reserved, *self.tables.values(), *mine, *(f"one_{name}" for name in mine)}

    def declared(self, more: tuple[str, ...] = ()) -> str:
        """Return the whole signature, optional arguments last."""
        own = sorted(self.arguments.values(), key=lambda one: bool(one.default))
        named = [*(one.declared for one in own), *more]
        tables = [f"{name}: Table" for name in self.tables.values()]
        return ", ".join([*tables, *(["*", *named] if named else [])])
