"""Forms: they turn a POST into the values that a service takes."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.http import QueryDict

from designer.links import LINK_DAYS, LINK_DAYS_MAX
from designer.models import User
from designer.services import APPROVALS_MAX, NAME_MAX
from exporter.models import TokenScope
from exporter.services.live_imports import ITEMS, ITEMS_MAX, UNITS, UNITS_MAX
from exporter.services.tokens import DAYS_MAX
from exporter.webhooks.addresses import URL_MAX
from exporter.webhooks.services import NAME_MAX as WEBHOOK_NAME_MAX
from modeler.announcing import EventKind
from modeler.core.errors import KeysheetError
from modeler.permissions import MEMBER_ROLES, Role

EVENT_LABELS: Final = (
    (EventKind.DESIGN_CHANGED.value, "A design was changed"),
    (EventKind.DESIGN_ACCEPTED.value, "A proposal or an import was accepted"),
    (EventKind.ERROR_INTRODUCED.value, "A change introduced an error"),
    (EventKind.REVIEW_REQUESTED.value, "A review of a branch was requested"),
    (EventKind.REVIEW_APPROVED.value, "A branch was approved"),
    (EventKind.BRANCH_MERGED.value, "A branch was merged"),
    (EventKind.PROOF_FINISHED.value, "A proof run finished"),
    (EventKind.RUN_EXPIRING.value, "The tables of a proof run expire soon"),
    (EventKind.RUN_EXPIRED.value, "The tables of a proof run expired"),
)
TEXT_MAX: Final = 20_000


class StyledForm(forms.Form):
    """Fields with the classes of the style sheet."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.setdefault("class", "input")

    def refuse(self, error: KeysheetError) -> None:
        """Show what a service refused: at its field, or above the form."""
        said = error.message[:1].upper() + error.message[1:]
        self.add_error(error.path if error.path in self.fields else None, said if said.endswith(".") else f"{said}.")


class SignInForm(StyledForm):
    """Email address and password; `user` is the authenticated account."""

    email = forms.EmailField(
        label="Email",
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True, "class": "input input-large"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "class": "input input-large"}),
    )
    user: User | None = None

    def clean(self) -> dict[str, Any]:
        """Return the same message for an unknown address and a wrong password."""
        cleaned = super().clean() or {}
        if cleaned.get("email") and cleaned.get("password"):
            self.user = authenticate(username=cleaned["email"].lower(), password=cleaned["password"])
            if self.user is None:
                raise forms.ValidationError("Wrong email address or password.")
        return cleaned


class JoinForm(StyledForm):
    """An account for an invited person who has none."""

    display_name = forms.CharField(label="Your name", max_length=80)
    email = forms.EmailField(label="Email", widget=forms.EmailInput(attrs={"autocomplete": "username"}))
    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validation.password_validators_help_texts()[1],
    )


class NewPasswordForm(StyledForm):
    """A new password."""

    new = forms.CharField(
        label="New password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validation.password_validators_help_texts()[1],
    )


class PasswordForm(NewPasswordForm):
    """The same, by a person who knows the current one."""

    old = forms.CharField(
        label="Current password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ("old", "new")


class ForgottenForm(StyledForm):
    """The address to which a link is sent."""

    email = forms.EmailField(label="Email", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "username"}))


class InviteForm(StyledForm):
    """The role that a new member gets."""

    role = forms.ChoiceField(choices=[(role.value, role.value) for role in MEMBER_ROLES], initial=Role.EDITOR.value)


class WorkspaceForm(StyledForm):
    """The settings of a workspace."""

    name = forms.CharField(max_length=NAME_MAX, label="Name of the workspace")
    approvals_needed = forms.IntegerField(
        min_value=0,
        max_value=APPROVALS_MAX,
        label="Approvals that a branch needs before it is merged",
    )


class LinkForm(StyledForm):
    """A link that opens one design."""

    role = forms.ChoiceField(
        choices=[
            (Role.GUEST_READER.value, "read"),
            (Role.GUEST_COMMENTER.value, "read and comment"),
            (Role.GUEST_EDITOR.value, "edit and comment"),
        ],
        initial=Role.GUEST_COMMENTER.value,
        label="Permission",
    )
    days = forms.IntegerField(min_value=1, max_value=LINK_DAYS_MAX, initial=LINK_DAYS, label="Expires after (days)")
    note = forms.CharField(max_length=80, required=False, label="Note, such as a name (optional)")


class WebhookForm(StyledForm):
    """Where events of a workspace are sent, and which."""

    name = forms.CharField(max_length=WEBHOOK_NAME_MAX, label="Name")
    url = forms.CharField(
        max_length=URL_MAX,
        label="Address",
        widget=forms.TextInput(attrs={"inputmode": "url", "placeholder": "https://", "autocomplete": "off"}),
    )
    kinds = forms.MultipleChoiceField(
        choices=EVENT_LABELS,
        label="Events",
        initial=[kind for kind, _ in EVENT_LABELS],
        widget=forms.CheckboxSelectMultiple(attrs={"class": ""}),
    )


class TokenForm(StyledForm):
    """A new API token."""

    name = forms.CharField(max_length=80, label="Purpose")
    scope = forms.ChoiceField(
        choices=TokenScope.choices,
        label="Scope",
        help_text="Read: designs and exports. Comment: also comments. Write: also edits. Provision: also proof runs. "
        "Audit: the audit log only.",
    )
    days = forms.IntegerField(min_value=1, max_value=DAYS_MAX, label="Expires after (days)")


class NewDesignForm(StyledForm):
    """The name of a new design."""

    name = forms.CharField(max_length=255, label="Name")
    workspace = forms.UUIDField()


LINES_TEXT_MAX: Final = 60_000


class LinesForm(StyledForm):
    """Requirements as text, one sentence per line."""

    workspace = forms.UUIDField()
    name = forms.CharField(max_length=255, required=False, label="Name")
    text = forms.CharField(
        label="Requirements, one sentence per line",
        max_length=LINES_TEXT_MAX,
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "true"}),
    )


class UpdateForm(StyledForm):
    """A file, or its text pasted."""

    file = forms.FileField(required=False, label="File", allow_empty_file=True)
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or paste the text",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    @property
    def raw(self) -> bytes:
        """Return the uploaded bytes."""
        file = self.cleaned_data.get("file")
        read: bytes = file.read() if file else self.cleaned_data.get("text", "").encode("utf-8", "surrogatepass")
        return read

    @property
    def filename(self) -> str:
        """Return the name of the file; '' for pasted text."""
        file = self.cleaned_data.get("file")
        return file.name if file else ""

    def clean(self) -> dict[str, Any]:
        """Require a file or text."""
        cleaned = super().clean() or {}
        if not cleaned.get("file") and not cleaned.get("text", "").strip():
            raise forms.ValidationError("Choose a file, drop a file here, or paste its text.")
        return cleaned


class DriftForm(UpdateForm):
    """The same, for a comparison."""

    names = forms.CharField(
        required=False,
        max_length=2000,
        label="Tables with different names there",
        widget=forms.TextInput(attrs={"placeholder": "orders=orders-prod, users=users-prod", "autocomplete": "off"}),
    )


class ImportForm(UpdateForm):
    """The same, for a new design in a workspace."""

    workspace = forms.UUIDField()


class LiveForm(StyledForm):
    """Which live tables are read, and how much of them."""

    workspace = forms.UUIDField(required=False)
    endpoint = forms.CharField(max_length=120)
    items = forms.IntegerField(min_value=0, max_value=ITEMS_MAX, initial=ITEMS, label="Maximum items per table")
    units_per_second = forms.IntegerField(
        min_value=1, max_value=UNITS_MAX, initial=UNITS, label="Maximum read units per second"
    )
    unmasked = forms.BooleanField(
        required=False,
        label="Import the values of items unmasked",
        widget=forms.CheckboxInput(attrs={"class": ""}),
    )

    @property
    def tables(self) -> list[str]:
        """Return the selected tables."""
        return list(self.data.getlist("tables")) if isinstance(self.data, QueryDict) else []
