"""Every address of the application."""

from django.urls import include, path

from designer.views import (
    accounts,
    designs,
    exports,
    findings,
    home,
    imports,
    parts,
    provision,
    sheet,
    tokens,
    workspaces,
)
from designer.views.health import health
from designer.views.local_sign_in import local_sign_in

handler400 = "designer.views.refusals.bad_request"
design_patterns = [
    path("", designs.design, name="design"),
    path("findings/", designs.design_findings, name="design-findings"),
    path("findings/mend/", findings.finding_mend, name="finding-mend"),
    path("findings/mute/", findings.finding_mute, name="finding-mute"),
    path("findings/unmute/", findings.finding_unmute, name="finding-unmute"),
    path("cost/", designs.design_cost, name="design-cost"),
    path("history/", designs.design_history, name="design-history"),
    path("fragments/", designs.design_fragments, name="design-fragments"),
    path("grid/", designs.design_grid, name="design-grid"),
    path("draft/", sheet.draft, name="draft"),
    path("parts/edit/", sheet.part_edit, name="part-edit"),
    path("parts/add/", parts.part_add, name="part-add"),
    path("parts/remove/", parts.part_drop, name="part-remove"),
    path("overloads/add/", sheet.overload_add, name="overload-add"),
    path("undo/", sheet.undo, name="undo"),
    path("redo/", sheet.redo, name="redo"),
    path("copy/", home.design_copy, name="design-copy"),
    path("delete/", home.design_delete, name="design-delete"),
    path("export/", exports.design_export, name="design-export"),
    path("export/bundle/", exports.export_bundle, name="export-bundle"),
    path("export/<slug:name>/", exports.design_export, name="design-export-target"),
    path("export/<slug:name>/<path:path>", exports.export_file, name="export-file"),
    path("provision/", provision.design_provision, name="design-provision"),
    path("provision/runs/", provision.design_runs, name="design-runs"),
    path("provision/begin/", provision.run_begin, name="run-begin"),
    path("provision/<uuid:run_id>/end/", provision.run_end, name="run-end"),
    path("provision/<uuid:run_id>/stop/", provision.run_stop, name="run-stop"),
]
workspace_patterns = [
    path("members/", workspaces.members, name="members"),
    path("members/<int:user_id>/role/", workspaces.member_role, name="member-role"),
    path("members/<int:user_id>/remove/", workspaces.member_out, name="member-remove"),
    path("invitations/new/", workspaces.invitation_new, name="invitation-new"),
    path("invitations/<uuid:invitation_id>/revoke/", workspaces.invitation_end, name="invitation-end"),
]
urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", health, name="health"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-in/local/<str:token>/", local_sign_in, name="local-sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/new/", tokens.token_new, name="token-new"),
    path("tokens/<uuid:token_id>/revoke/", tokens.token_end, name="token-end"),
    path("join/<str:token>/", accounts.join, name="join"),
    path("join/<str:token>/accept/", accounts.join_accept, name="join-accept"),
    path("join/<str:token>/new/", accounts.join_new, name="join-new"),
    path("examples/<slug:key>/copy/", home.example_copy, name="example-copy"),
    path("import/", imports.import_read, name="import"),
    path("import/<str:token>/store/", imports.import_store, name="import-store"),
    path("designs/new/", home.design_new, name="design-new"),
    path("designs/<uuid:design_id>/", include(design_patterns)),
    path("workspaces/<uuid:workspace_id>/", include(workspace_patterns)),
    path("api/v1/", include("exporter.api.urls")),
]
