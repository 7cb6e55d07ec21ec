"""The form of budgets and musts before keys and indexes are proposed: only what the synthesis takes."""

from __future__ import annotations

from typing import Any, Final

from django import forms

from modeler.core.design.items import BASE
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.limits import GSI_MAX
from modeler.core.synthesis import SynthesisOptions

ALTERNATIVES: Final = (3, 4, 5, 6)
_READS: Final = frozenset({Operation.GET, Operation.QUERY, Operation.BATCH_GET, Operation.TRANSACT_GET})


class BudgetsForm(forms.Form):
    """How many alternatives, at most how many GSIs, which keys stay, which reads are strongly consistent."""

    alternatives = forms.TypedChoiceField(
        label="Alternatives", coerce=int, choices=[(n, str(n)) for n in ALTERNATIVES], initial=3
    )
    max_gsis = forms.IntegerField(label="GSIs at most", required=False, min_value=0, max_value=GSI_MAX)
    keep_keys = forms.MultipleChoiceField(label="Keep table keys", required=False, widget=forms.CheckboxSelectMultiple)
    consistent = forms.MultipleChoiceField(
        label="Strongly consistent reads", required=False, widget=forms.CheckboxSelectMultiple
    )
    no_copies = forms.BooleanField(label="No counts or copies", required=False)
    multi_attribute_keys = forms.BooleanField(label="Multi-attribute keys", required=False)
    live = forms.BooleanField(label="Table is live", required=False)

    def __init__(self, design: Design, data: Any = None, options: SynthesisOptions | None = None) -> None:
        super().__init__(data, initial=_initial(options), auto_id="budget-%s", label_suffix="")
        self.fields["max_gsis"].widget.attrs |= {"class": "input", "placeholder": "no limit", "inputmode": "numeric"}
        self.fields["alternatives"].widget.attrs |= {"class": "input fits"}
        self.offer("keep_keys", [(name, name) for name in _kept_names(design)])
        self.offer("consistent", [(one.label, one.label) for one in design.patterns if one.operation in _READS])

    def offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Set the choices of a list; a list without choices is not offered."""
        field = self.fields[name]
        if choices and isinstance(field, forms.MultipleChoiceField):
            field.choices = choices
        else:
            del self.fields[name]

    @property
    def options(self) -> SynthesisOptions:
        """The options, of a valid form."""
        said = self.cleaned_data
        return SynthesisOptions(
            alternatives=said["alternatives"],
            max_gsis=said["max_gsis"],
            keep_keys=frozenset(said.get("keep_keys", ())),
            consistent=frozenset(said.get("consistent", ())),
            copies=not said["no_copies"],
            live=said["live"],
            multi_attribute_keys=said["multi_attribute_keys"],
        )


def _initial(options: SynthesisOptions | None) -> dict[str, Any]:
    if options is None:
        return {}
    return {
        "alternatives": options.alternatives,
        "max_gsis": options.max_gsis,
        "keep_keys": sorted(options.keep_keys),
        "consistent": sorted(options.consistent),
        "no_copies": not options.copies,
        "live": options.live,
        "multi_attribute_keys": options.multi_attribute_keys,
    }


def _kept_names(design: Design) -> list[str]:
    """The entities whose present key of the table can stay: it has one, of a partition key and a sort key."""
    found = []
    for table, entity in design.entities():
        base = entity.overloads_of(BASE)
        if len(base) == 1 and len(table.base.key_names) == 2 and all(map(base[0].keys.get, table.base.key_names)):
            found.append(entity.name)
    return found


def said_options(options: SynthesisOptions) -> str:
    """Budgets and musts as text."""
    limit = "no limit of GSIs" if options.max_gsis is None else f"at most {options.max_gsis} GSIs"
    told = [limit.replace(" 1 GSIs", " 1 GSI")]
    if options.keep:
        told.append("all present keys stay")
    if options.keep_keys:
        told.append(f"keys of {', '.join(sorted(options.keep_keys))} stay")
    if options.consistent:
        told.append(f"{', '.join(sorted(options.consistent))} strongly consistent")
    if not options.copies:
        told.append("no counts or copies")
    if options.multi_attribute_keys:
        told.append("multi-attribute keys")
    if options.live:
        told.append("the table is live")
    return "; ".join(told)
