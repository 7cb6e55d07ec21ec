"""The audit log: who did what that concerns security, from where. Rows are added and expire; nothing changes them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from modeler.models.designs import Design


class AuditKind(models.TextChoices):
    """What happened. The part before the dot is its subject."""

    SIGNED_IN = "account.signed_in", "Signed in"
    SIGN_IN_REFUSED = "account.sign_in_refused", "Sign-in refused"
    SIGNED_OUT = "account.signed_out", "Signed out"
    SESSION_ENDED = "account.session_ended", "Ended another session"
    ACCOUNT_MADE = "account.made", "Created an account"
    ACCOUNT_DISABLED = "account.disabled", "Account disabled"
    ACCOUNT_ENABLED = "account.enabled", "Account enabled"
    PASSWORD_CHANGED = "account.password_changed", "Changed the password"
    RESET_REQUESTED = "account.reset_requested", "Requested a new password by email"
    PASSWORD_RESET = "account.password_reset", "Set a new password by email"
    IDENTITY_CONNECTED = "account.identity_connected", "Connected single sign-on"
    IDENTITY_DISCONNECTED = "account.identity_disconnected", "Disconnected single sign-on"
    SECOND_STEP_CHANGED = "account.second_step_changed", "Changed the second step of signing in"
    INVITED = "workspace.invited", "Created an invitation"
    INVITATION_REVOKED = "workspace.invitation_revoked", "Revoked an invitation"
    JOINED = "workspace.joined", "Joined"
    ROLE_CHANGED = "workspace.role_changed", "Changed a role"
    MEMBER_REMOVED = "workspace.member_removed", "Removed a member"
    WORKSPACE_CHANGED = "workspace.changed", "Changed the settings of the workspace"
    LOG_EXPORTED = "workspace.log_exported", "Exported the audit log"
    WEBHOOK_MADE = "workspace.webhook_made", "Created a webhook"
    WEBHOOK_CHANGED = "workspace.webhook_changed", "Changed a webhook"
    WEBHOOK_REMOVED = "workspace.webhook_removed", "Removed a webhook"
    WEBHOOK_TURNED_OFF = "workspace.webhook_turned_off", "Turned a webhook off"
    LINK_MADE = "design.link_made", "Created a link"
    LINK_REVOKED = "design.link_revoked", "Revoked a link"
    LINK_USED = "design.link_used", "Opened a link"
    EXPORTED = "design.exported", "Exported"
    REMOVED = "design.removed", "Moved to the trash"
    RESTORED = "design.restored", "Restored from the trash"
    PURGED = "design.purged", "Deleted permanently"
    RUN_STARTED = "endpoint.run_started", "Started a proof run"
    RUN_ENDED = "endpoint.run_ended", "Removed the tables of a proof run"
    RUN_GIVEN_UP = "endpoint.run_given_up", "Gave up the tables of a proof run"
    TABLES_READ = "endpoint.tables_read", "Read live tables"
    TOKEN_MADE = "token.made", "Created an API token"
    TOKEN_REVOKED = "token.revoked", "Revoked an API token"
    ENDPOINTS_CHANGED = "server.endpoints_changed", "The declared endpoints changed"
    RESTORED_SERVER = "server.restored", "Restored the server from a backup"


class AuditEvent(models.Model):
    """One event. `by_name` and `design_name` outlive the person and the design. `detail` says what exactly, `address`
    is the network address of the request, and `token` names the API token that was used.
    """

    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=40, choices=AuditKind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=340, blank=True)
    workspace = models.ForeignKey("designer.Workspace", models.SET_NULL, null=True, related_name="+")
    design = models.ForeignKey(Design, models.SET_NULL, null=True, related_name="+")
    design_name = models.TextField(blank=True)
    detail = models.TextField(blank=True)
    address = models.CharField(max_length=64, blank=True)
    token = models.CharField(max_length=80, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=["workspace", "-at"], name="audit_of_workspace"),
            models.Index(fields=["by", "-at"], name="audit_of_person"),
            models.Index(fields=["at"], name="audit_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind} by {self.by_name or 'nobody'}"
