"""The sample items of one entity by column: the values of an attribute, or of a key template, of all items at once.

A template that is still being typed is rendered for ten thousand items per keystroke. By column, an attribute is looked
up and formatted once for all keystrokes, and what remains is joining texts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from modeler.core.design.items import SampleItem
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.keys.overload_conditions import Condition, compile_condition
from modeler.core.keys.template_writer import key_writer
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, Unrendered, parse, render
from modeler.core.values.attribute_values import AttributeType, AttributeValue, item_size

type Values = Sequence[AttributeValue | None]
type Rendered = Sequence[AttributeValue | Unrendered]
type Find = Callable[[str], Values]
"""The column of an attribute, by its name."""

KEPT: Final = 24


class Recent[K: Hashable, V]:
    """The values that were used last, by key. Several threads can use it: at worst, two of them make the same value."""

    def __init__(self) -> None:
        self._values: dict[K, V] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made now if it is not kept."""
        value = self._values.pop(key, None)
        if value is None:
            value = make()
        for old in list(self._values)[: 1 - KEPT]:
            self._values.pop(old, None)
        self._values[key] = value
        return value


@dataclass(frozen=True, slots=True)
class _Text:
    """What one reference of a template adds to the key of each item; complete if it is a text for all of them."""

    column: list[str | Unrendered]
    is_complete: bool


class SampleColumns:
    """Columns of the sample items of an entity. `formats` are its attribute formats by name. Columns are computed on
    demand and kept; those of key templates only if they were used recently. `keys` are the key attributes that the
    overloads of an index write, and `raw_keys` whole keys without types.
    """

    def __init__(self, samples: tuple[SampleItem, ...], formats: Mapping[str, str]) -> None:
        self.samples, self._formats = samples, formats
        self._values: dict[str, Values] = {}
        self._texts: dict[Reference, _Text] = {}
        self._rendered: Recent[tuple[str, AttributeType], Rendered] = Recent()
        self._held: Recent[str, Sequence[bool]] = Recent()
        self.keys: Recent[Hashable, Mapping[str, Values]] = Recent()
        self.raw_keys: Recent[Hashable, Sequence[tuple[object, ...] | None]] = Recent()
        self._sizes: dict[tuple[frozenset[str], frozenset[str] | None], Sequence[int]] = {}

    def values(self, name: str) -> Values:
        """The given values of one attribute."""
        if name not in self._values:
            self._values[name] = [sample.values.get(name) for sample in self.samples]
        return self._values[name]

    @cached_property
    def names(self) -> Sequence[str]:
        """Every attribute that a sample item has."""
        return tuple(dict.fromkeys(name for names in {tuple(one.values) for one in self.samples} for name in names))

    def sizes(self, without: frozenset[str], only: frozenset[str] | None) -> Sequence[int]:
        """Bytes of the given values of each item that have a name in `only`, if it is given, and not in `without`."""
        if (without, only) not in self._sizes:
            names = frozenset(name for name in self.names if name not in without and (only is None or name in only))
            self._sizes[without, only] = [
                item_size({name: value for name, value in sample.values.items() if name in names})
                for sample in self.samples
            ]
        return self._sizes[without, only]

    @cached_property
    def has_stored_keys(self) -> bool:
        """Does an imported item have keys of its own?"""
        return any(sample.stored_keys for sample in self.samples)

    def rendered(self, source: str, kind: AttributeType, find: Find, own: frozenset[str]) -> Rendered:
        """What `key_writer` makes of each item. Attributes in `own` are found by `find`, and may change; the others are
        the given values.
        """
        template = parse(source)
        if not own.isdisjoint(template.attributes):
            return self._render(template, kind, find, own)
        return self._rendered.get((source, kind), lambda: self._render(template, kind, find, own))

    def _render(self, template: KeyTemplate, kind: AttributeType, find: Find, own: frozenset[str]) -> Rendered:
        if template.problem or template.is_constant or kind != AttributeType.S:
            return self._render_unformatted(template, kind, find)
        texts = [self._text(one, find, own) for one in template.references]
        shape = "".join(
            part.text.replace("%", "%%") if isinstance(part, LiteralText) else "%s" for part in template.parts
        )
        rows = zip(*(text.column for text in texts), strict=True)
        if all(text.is_complete for text in texts):
            return [AttributeValue(kind, shape % row) for row in rows]
        return [self._joined(shape, row) for row in rows]

    @staticmethod
    def _joined(shape: str, row: tuple[str | Unrendered, ...]) -> AttributeValue | Unrendered:
        refused = next((one for one in row if isinstance(one, Unrendered)), None)
        return refused or AttributeValue(AttributeType.S, shape % row)

    def _render_unformatted(self, template: KeyTemplate, kind: AttributeType, find: Find) -> Rendered:
        """Templates that need no text of a value: their result depends on one value at most."""
        write = key_writer(template.source, kind, self._formats)
        reference = template.plain_reference
        if kind == AttributeType.S or template.problem or reference is None:
            return [write({})] * len(self.samples)
        name = reference.attribute
        return [write({} if value is None else {name: value}) for value in find(name)]

    def _text(self, reference: Reference, find: Find, own: frozenset[str]) -> _Text:
        if reference.attribute in own:
            return self._texts_of(reference, find(reference.attribute))
        if reference not in self._texts:
            self._texts[reference] = self._texts_of(reference, self.values(reference.attribute))
        return self._texts[reference]

    def _texts_of(self, reference: Reference, column: Values) -> _Text:
        name, alone = reference.attribute, KeyTemplate("", (reference,))
        missing = render(alone, {}, self._formats)
        is_plain = reference.is_plain

        def text(value: AttributeValue | None) -> str | Unrendered:
            if value is None:
                return missing
            if is_plain and value.type is AttributeType.S:
                return str(value.data)
            return render(alone, {name: value}, self._formats)

        made = [text(value) for value in column]
        return _Text(made, all(isinstance(one, str) for one in made))

    def holds(self, when: str, find: Find, own: frozenset[str]) -> Sequence[bool]:
        """For which items a condition holds. Attributes in `own` are found by `find`, and may change."""
        test, names = compile_condition(when), _names_in(when)
        if own.isdisjoint(names):
            return self._held.get(when, lambda: self._hold(test, names, self.values))
        return self._hold(test, names, find)

    def _hold(self, test: Condition | None, names: Sequence[str], find: Find) -> Sequence[bool]:
        """Evaluated once for each combination of the values that the condition names."""
        if test is None or not names:
            return [test is None or test({})] * len(self.samples)
        known: dict[tuple[AttributeValue | None, ...], bool] = {}
        held = []
        for row in zip(*map(find, names), strict=True):
            if row not in known:
                known[row] = test({name: value for name, value in zip(names, row, strict=True) if value is not None})
            held.append(known[row])
        return held


def _names_in(when: str) -> tuple[str, ...]:
    try:
        return attribute_names(parse_condition(when)) if when.strip() else ()
    except ExpressionInvalid:
        return ()
