"""Every address of the application."""

from django.urls import include, path

from designer.routes import (
    cost,
    editors,
    exports,
    findings,
    guide,
    history,
    imports,
    items,
    palette,
    patterns,
    sharing,
    sheet,
)
from designer.views import examples, help, home
from designer.views.accounts import account, audit, passwords, sign_in, standing_runs, tokens, workspaces
from designer.views.accounts.local_sign_in import local_sign_in
from designer.views.documentation import documentation
from designer.views.health import alive, health, metrics
from designer.views.transfer import endpoint_checks

handler400 = "designer.views.refusals.bad_request"
design_paths = [
    *sheet.paths,
    *items.paths,
    *patterns.paths,
    *editors.paths,
    *findings.paths,
    *guide.paths,
    *cost.paths,
    *history.paths,
    *sharing.paths,
    *palette.paths,
    *imports.paths,
    *exports.paths,
]
workspace_paths = [
    path("members/", workspaces.members, name="members"),
    path("change/", workspaces.workspace_change, name="workspace-change"),
    path("members/<int:user_id>/role/", workspaces.member_role, name="member-role"),
    path("members/<int:user_id>/remove/", workspaces.member_remove, name="member-remove"),
    path("runs/", standing_runs.workspace_runs, name="workspace-runs"),
    path("endpoints/<str:endpoint>/policy/<str:name>/", endpoint_checks.endpoint_policy, name="endpoint-policy"),
    path("runs/end/", standing_runs.workspace_runs_end, name="workspace-runs-end"),
    path("runs/forgotten/", standing_runs.forgotten_tables, name="forgotten-tables"),
    path("runs/forgotten/look/", standing_runs.forgotten_tables_look, name="forgotten-tables-look"),
    path("runs/forgotten/remove/", standing_runs.forgotten_tables_remove, name="forgotten-tables-remove"),
    path("audit/", audit.workspace_audit, name="workspace-audit"),
    path("audit/<str:form>/", audit.workspace_audit_file, name="workspace-audit-file"),
    path("invitations/new/", workspaces.invitation_new, name="invitation-new"),
    path("invitations/<uuid:invitation_id>/revoke/", workspaces.invitation_revoke, name="invitation-revoke"),
]
urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", health, name="health"),
    path("livez", alive, name="alive"),
    path("metrics", metrics, name="metrics"),
    path("docs/<path:path>", documentation, name="documentation"),
    path("docs/", documentation, {"path": ""}, name="documentation-home"),
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-in/local/<str:token>/", local_sign_in, name="local-sign-in"),
    path("session-token/", sign_in.session_token, name="session-token"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password_change, name="password-change"),
    path("account/sessions/end/", account.session_close, name="session-close"),
    path("password/forgotten/", passwords.password_forgotten, name="password-forgotten"),
    path("password/reset/<str:uid>/<str:token>/", passwords.password_reset, name="password-reset"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/new/", tokens.token_new, name="token-new"),
    path("tokens/<uuid:token_id>/revoke/", tokens.token_revoke, name="token-revoke"),
    path("join/<str:token>/", sign_in.join, name="join"),
    path("join/<str:token>/accept/", sign_in.join_accept, name="join-accept"),
    path("join/<str:token>/new/", sign_in.join_new, name="join-new"),
    *sharing.top_level_paths,
    *palette.top_level_paths,
    path("help/", help.help_page, name="help"),
    path("help/terms/<slug:slug>/", help.help_term, name="help-term"),
    path("examples/<slug:key>/", examples.example_page, name="example"),
    path("examples/<slug:key>/grid/", examples.example_grid, name="example-grid"),
    path("examples/<slug:key>/copy/", home.example_copy, name="example-copy"),
    *imports.top_level_paths,
    path("designs/new/", home.design_new, name="design-new"),
    path("trash/", include(history.trash_paths)),
    path("designs/<uuid:design_id>/", include(design_paths)),
    path("workspaces/<uuid:workspace_id>/", include(workspace_paths)),
    path("api/v1/", include("exporter.api.urls")),
]
