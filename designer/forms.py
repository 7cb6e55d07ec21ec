"""What pages send: a form turns a POST into the values that a service takes."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib.auth import authenticate, password_validation

from designer.links import LINK_DAYS, LINK_DAYS_MAX
from designer.models import User
from exporter.models import TokenScope
from exporter.services.tokens import DAYS_MAX
from modeler.core.edits import Delta
from modeler.core.errors import Invalid, Missing
from modeler.core.keys import parse
from modeler.core.parts import Part, PartKind, Parts, children
from modeler.core.references import Names
from modeler.permissions import MEMBER_ROLES, Role

TEXT_MAX: Final = 20_000
EDITABLE: Final = {
    PartKind.DESIGN: ("name",),
    PartKind.ENTITY: ("name",),
    PartKind.ATTRIBUTE: ("name", "format"),
    PartKind.PATTERN: ("name",),
    PartKind.OVERLOAD: ("when",),
}


class StyledForm(forms.Form):
    """Fields as the style sheet knows them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        for field in self.fields.values():
            field.widget.attrs.setdefault("class", "input")


class SignInForm(StyledForm):
    """E-mail address and password; `user` is who they belong to."""

    email = forms.EmailField(
        label="E-mail",
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True, "class": "input input-large"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "class": "input input-large"}),
    )
    user: User | None = None

    def clean(self) -> dict[str, Any]:
        """One sentence for an unknown address and a wrong password alike."""
        cleaned = super().clean() or {}
        if cleaned.get("email") and cleaned.get("password"):
            self.user = authenticate(username=cleaned["email"].lower(), password=cleaned["password"])
            if self.user is None:
                raise forms.ValidationError("This e-mail address and password do not belong together.")
        return cleaned


class JoinForm(StyledForm):
    """An account for somebody who was invited and has none."""

    display_name = forms.CharField(label="Your name", max_length=80)
    email = forms.EmailField(label="E-mail", widget=forms.EmailInput(attrs={"autocomplete": "username"}))
    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validation.password_validators_help_texts()[1],
    )


class InviteForm(StyledForm):
    """The role that a new member gets."""

    role = forms.ChoiceField(choices=[(role.value, role.value) for role in MEMBER_ROLES], initial=Role.EDITOR.value)


class LinkForm(StyledForm):
    """A link that opens one design."""

    role = forms.ChoiceField(
        choices=[
            (Role.GUEST_READER.value, "read"),
            (Role.GUEST_COMMENTER.value, "read and comment"),
            (Role.GUEST_EDITOR.value, "edit and comment"),
        ],
        initial=Role.GUEST_COMMENTER.value,
        label="Whoever opens it may",
    )
    days = forms.IntegerField(min_value=1, max_value=LINK_DAYS_MAX, initial=LINK_DAYS, label="Days until it ends")
    note = forms.CharField(max_length=80, required=False, label="Whom it is for (optional)")


class TokenForm(StyledForm):
    """A new API token."""

    name = forms.CharField(max_length=80, label="What it is for")
    scope = forms.ChoiceField(choices=TokenScope.choices, label="Scope")
    days = forms.IntegerField(min_value=1, max_value=DAYS_MAX, label="Days until it ends")


class NewDesignForm(StyledForm):
    """A design's first name."""

    name = forms.CharField(max_length=255, label="Name")
    workspace = forms.UUIDField()


class LinesForm(StyledForm):
    """Access patterns as text, one a line."""

    workspace = forms.UUIDField()
    name = forms.CharField(max_length=255, required=False, label="Name")
    text = forms.CharField(
        label="Access patterns, one a line",
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "true"}),
    )


class ImportForm(StyledForm):
    """A file, or its text pasted."""

    workspace = forms.UUIDField()
    file = forms.FileField(required=False, label="File", allow_empty_file=True)
    text = forms.CharField(
        required=False,
        strip=False,
        label="or paste it",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    @property
    def raw(self) -> bytes:
        """The bytes that were sent."""
        file = self.cleaned_data.get("file")
        return file.read() if file else self.cleaned_data.get("text", "").encode("utf-8", "surrogatepass")

    @property
    def filename(self) -> str:
        """What the file was called, '' where it was pasted."""
        file = self.cleaned_data.get("file")
        return file.name if file else ""

    def clean(self) -> dict[str, Any]:
        """There must be something."""
        cleaned = super().clean() or {}
        if not cleaned.get("file") and not cleaned.get("text", "").strip():
            raise forms.ValidationError("Choose a file, drop one here, or paste its text.")
        return cleaned


class PartEditForm(forms.Form):
    """One field of one part. `base` is the stored text that the person began with, `shown` the same as they saw it."""

    part = forms.CharField(max_length=64)
    field = forms.CharField(max_length=300)
    base = forms.CharField(required=False, strip=False, max_length=TEXT_MAX)
    shown = forms.CharField(required=False, strip=False, max_length=TEXT_MAX)
    value = forms.CharField(required=False, strip=False, max_length=TEXT_MAX)

    def delta(self, parts: Parts) -> Delta:
        """The edit as one delta. Raises Missing for a part that is gone, Invalid for a field that is not edited so."""
        part = self.edited(parts)
        after = self.stored(parts, part)
        return Delta(part.id, self.cleaned_data["field"], self.cleaned_data["base"] or None, after or None)

    def edited(self, parts: Parts) -> Part:
        """The part that is edited."""
        part = parts.get(self.cleaned_data["part"])
        if part is None:
            raise Missing("this part of the design no longer exists", path=self.cleaned_data["part"])
        field = self.cleaned_data["field"]
        is_key = part.kind is PartKind.OVERLOAD and field.startswith("keys.")
        if not is_key and field not in EDITABLE.get(part.kind, ()):
            raise Invalid(f"{field} of {part.kind} is not edited here", path=field)
        return part

    def stored(self, parts: Parts, part: Part) -> str:
        """The typed text as it is stored: names of attributes as ids."""
        value = str(self.cleaned_data["value"])
        if part.kind is not PartKind.OVERLOAD:
            value = value.strip()
            if not value and self.cleaned_data["field"] == "name":
                raise Invalid("a name cannot be empty", path="name")
            return value
        names = self.names(parts, part)
        return (
            names.store_condition(value.strip())
            if self.cleaned_data["field"] == "when"
            else names.store_template(value)
        )

    def names(self, parts: Parts, overload: Part) -> Names:
        """Names of the entity's attributes; one that was renamed meanwhile is still known by its old name."""
        ids = _references(self.cleaned_data["shown"], self.cleaned_data["base"])
        ids |= {one.name: one.id for one in children(parts, overload.parent, PartKind.ATTRIBUTE)}
        return Names(ids, {})


def _references(shown: str, stored: str) -> dict[str, str]:
    """Names in a shown template with the ids that stand at their places in the stored one."""
    names, ids = parse(shown).references, parse(stored).references
    if len(names) != len(ids):
        return {}
    return {
        name.attribute: one.attribute.removeprefix("@")
        for name, one in zip(names, ids, strict=True)
        if one.attribute.startswith("@") and not one.attribute.startswith("@@")
    }
