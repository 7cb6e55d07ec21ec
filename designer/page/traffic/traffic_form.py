"""The form of a simulation: the scenario, its parameters, measured keys, and the changes of a second run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms

from exporter.key_counts import read_key_counts
from exporter.simulation_asked import MODES, NEW_KEY, PARAMETERS, SHARDS_MAX, key_places, options_of
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import IndexKind, Table
from modeler.core.errors import Invalid
from modeler.core.limits import UNITS_BOUND
from modeler.core.simulation.options import AS_DESIGNED
from modeler.core.simulation.scenario import SCENARIOS
from modeler.wording.sentences import as_sentence

COUNTS_BYTES_MAX: Final = 2_000_000
TEMPLATE_MAX: Final = 1024
KEYS_MAX: Final = 1000
"""Of measured counts, as many keys with the most calls are followed one by one; the rest is even."""
_MODE_WORDS: Final = {"ON_DEMAND": "On-demand", "PROVISIONED": "Provisioned"}
_LABELS: Final = {
    "traffic": "Traffic ×",
    "assumed_rate": "Calls/s of patterns without a rate",
    "factor": "Times as often in the sale",
    "ramp": "Minutes to the peak",
    "share": "Share of the hottest key",
    "hours": "Hours of the backfill",
}
_WHOLE: Final = {
    "read_units": "Provisioned RCU",
    "write_units": "Provisioned WCU",
    "warm_read": "Warm throughput, reads",
    "warm_write": "Warm throughput, writes",
}


class TrafficForm(forms.Form):
    """What to simulate. `asked` is what the service takes."""

    scenario = forms.ChoiceField(label="Scenario", choices=[(one.name, one.title) for one in SCENARIOS])
    place = forms.ChoiceField(label="Counted on", required=False)
    keys = forms.FileField(label="Key counts (CSV)", required=False)
    live = forms.ChoiceField(label="Partitions of live tables at", required=False)
    mode = forms.ChoiceField(
        label="Capacity mode",
        required=False,
        choices=[("", "as designed"), *((one, _MODE_WORDS[one]) for one in MODES)],
    )
    shards = forms.IntegerField(label="Shards of each hot key", required=False, min_value=1, max_value=SHARDS_MAX)
    key_at = forms.ChoiceField(label="Another partition key of", required=False)
    key_template = forms.CharField(label="New partition key", required=False, max_length=TEMPLATE_MAX)

    def __init__(
        self,
        design: Design,
        data: Any = None,
        files: Any = None,
        *,
        asked: Mapping[str, Any] | None = None,
        endpoints: Sequence[str] = (),
    ) -> None:
        super().__init__(data, files, initial=_initial(asked), auto_id="traffic-%s", label_suffix="")
        for one in PARAMETERS:
            number = forms.FloatField(label=_LABELS[one.name], required=False, min_value=one.low, max_value=one.high)
            self.fields[one.name] = number
            number.widget.attrs |= {"placeholder": f"{one.default:g}", "step": "any"}
        for name, label in _WHOLE.items():
            self.fields[name] = forms.IntegerField(label=label, required=False, min_value=1, max_value=UNITS_BOUND)
        self._offer("live", [("", "no endpoint"), *((name, name) for name in endpoints)])
        self._offer("place", [("", "nothing"), *((name, name) for name in key_places(design))])
        self._offer("key_at", [("", "no entity"), *_keys_of(design)])
        for field in self.fields.values():
            field.widget.attrs |= {"class": "input"}

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def compares(self) -> bool:
        """Whether a change is given."""
        return any(field.value() for field in (*self.changes, self["key_at"], self["key_template"]))

    @property
    def scenarios(self) -> list[dict[str, str]]:
        """What each scenario assumes, with the numbers that it has unless others are given."""
        return [{"name": one.name, "title": one.title, "meaning": one.assumes(AS_DESIGNED)} for one in SCENARIOS]

    @property
    def parameters(self) -> list[forms.BoundField]:
        """The parameters that every scenario has."""
        return [self["traffic"], self["assumed_rate"]]

    @property
    def shapes(self) -> list[dict[str, Any]]:
        """The parameter of each scenario that has one, with the scenario's name."""
        return [{"scenario": one.name, "field": self[one.parameter]} for one in SCENARIOS if one.parameter]

    @property
    def changes(self) -> list[forms.BoundField]:
        """The changes of the second run, except for another key."""
        return [self["mode"], *(self[name] for name in _WHOLE), self["shards"]]

    def clean(self) -> dict[str, Any]:
        """Refuse what contradicts itself, and counts without a place."""
        said = super().clean() or self.cleaned_data
        try:
            options_of({}, self._changes(said))
        except Invalid as refusal:
            self.add_error(refusal.path if refusal.path in self.fields else None, as_sentence(f"{refusal.message}."))
        if said.get("keys"):
            self._read_counts(said)
        return said

    def _read_counts(self, said: dict[str, Any]) -> None:
        if not said.get("place"):
            self.add_error("place", "Choose the table or GSI whose keys were counted.")
            return
        if said["keys"].size > COUNTS_BYTES_MAX:
            self.add_error("keys", f"The file is larger than {COUNTS_BYTES_MAX:,} bytes.")
            return
        try:
            said["counts"] = read_key_counts(said["keys"].read())
        except Invalid as refusal:
            self.add_error("keys", as_sentence(f"{refusal.message}."))

    @property
    def asked(self) -> dict[str, Any]:
        """The scenario, the parameters of both runs and the changes of the second, of a valid form."""
        said = self.cleaned_data
        given = {one.name: said[one.name] if said[one.name] is not None else one.default for one in PARAMETERS}
        if counts := said.get("counts"):
            given |= _ranked(counts) | {"place": said["place"]}
        live = {"live": said["live"]} if said["live"] else {}
        return {"scenario": said["scenario"], "given": given, "changes": self._changes(said), **live}

    def _changes(self, said: Mapping[str, Any]) -> dict[str, Any]:
        entity, _, index = (said.get("key_at") or "").rpartition("/")
        named = {"key_entity": entity, "key_index": index, "key_template": said.get("key_template")}
        changes = {name: said.get(name) for name in ("mode", *_WHOLE, "shards")}
        return {name: value for name, value in {**changes, **named}.items() if value}


def _ranked(counts: Mapping[str, float]) -> dict[str, Any]:
    """The counts by rank: the values of keys can be personal, and the simulation does not need them."""
    ordered = sorted(counts.values(), reverse=True)
    followed = {f"key {rank}": count for rank, count in enumerate(ordered[:KEYS_MAX], 1)}
    return {"keys": followed, "uncounted": float(sum(ordered[KEYS_MAX:]))}


def _initial(asked: Mapping[str, Any] | None) -> dict[str, Any]:
    if asked is None:
        return {}
    changes = dict(asked["changes"])
    entity, index, template = (changes.pop(name, "") for name in NEW_KEY)
    given = {one.name: asked["given"].get(one.name) for one in PARAMETERS}
    shown = {name: f"{value:g}" for name, value in given.items() if value is not None and value != _default(name)}
    at = {"key_at": f"{entity}/{index}" if entity else "", "key_template": template}
    live = asked.get("live", "")
    return {
        "scenario": asked["scenario"],
        "live": live,
        "place": asked["given"].get("place", ""),
        **shown,
        **changes,
        **at,
    }


def _default(name: str) -> float:
    return next(one.default for one in PARAMETERS if one.name == name)


def _keys_of(design: Design) -> list[tuple[str, str]]:
    """Each partition key of an entity in a table or GSI, with its template."""
    return [
        (f"{entity.name}/{'' if index.is_base else index.name}", f"{entity.name} in {index.name}: {template}")
        for table, entity in design.entities()
        for index in table.all_indexes
        if index.kind is not IndexKind.LSI and (template := _template(table, entity, index.name, index.is_base))
    ]


def _template(table: Table, entity: Entity, name: str, is_base: bool) -> str:
    index = table.index(None if is_base else name)
    if index is None or not index.partition_key:
        return ""
    overloads = entity.overloads_of(None if is_base else name)
    return next((found for one in overloads if (found := one.keys.get(index.partition_key[0].name))), "")
