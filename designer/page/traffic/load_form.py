"""The form of a load proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms

from exporter.loads.asked import BOUNDS, HELP, LoadAsked
from modeler.core.simulation.scenario import BY_NAME, SCENARIOS

USUAL: Final = {"seconds": 30, "calls_per_second": 50, "items": 500, "read_units": 10_000, "write_units": 10_000}
_LABELS: Final = {
    "seconds": "Seconds",
    "calls_per_second": "Calls/s, at most",
    "items": "Items to generate",
    "read_units": "Budget, read units",
    "write_units": "Budget, write units",
}


class LoadForm(forms.Form):
    """What to send, and where. `asked` is what the service takes."""

    scenario = forms.ChoiceField(label="Scenario", choices=[(one.name, one.title) for one in SCENARIOS])
    endpoint = forms.ChoiceField(label="Endpoint")

    def __init__(
        self, data: Any = None, *, endpoints: Sequence[str], scenario: str = "", last: Mapping[str, Any] | None = None
    ) -> None:
        """The form begins with the values of `last`."""
        usual = {"scenario": "steady", **USUAL, **(last or {})}
        if scenario in BY_NAME:
            usual["scenario"] = scenario
        super().__init__(data, initial=usual, auto_id="load-%s", label_suffix="")
        for name, label in _LABELS.items():
            low, high = BOUNDS[name]
            number = forms.IntegerField(label=label, min_value=low, max_value=high, help_text=HELP[name])
            number.widget.attrs["title"] = HELP[name].capitalize()
            self.fields[name] = number
        chosen = self.fields["endpoint"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [(one, one) for one in endpoints]
        for field in self.fields.values():
            field.widget.attrs |= {"class": "input"}

    @property
    def has_endpoints(self) -> bool:
        """Whether there is one to choose."""
        chosen = self.fields["endpoint"]
        assert isinstance(chosen, forms.ChoiceField)
        return bool(chosen.choices)

    @property
    def asked(self) -> LoadAsked:
        """What a valid form asks for."""
        return LoadAsked(**{name: self.cleaned_data[name] for name in ("scenario", "endpoint", *_LABELS)})
