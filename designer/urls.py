"""Every address of the application."""

from django.urls import include, path

from designer.routes import arriving, cost, editors, findings, history, items, leaving, patterns, reach, sheet, together
from designer.views import accounts, home, tokens, workspaces
from designer.views.health import health
from designer.views.local_sign_in import local_sign_in

handler400 = "designer.views.refusals.bad_request"
design_patterns = [
    *sheet.paths,
    *items.paths,
    *patterns.paths,
    *editors.paths,
    *findings.paths,
    *cost.paths,
    *history.paths,
    *together.paths,
    *reach.paths,
    *arriving.paths,
    *leaving.paths,
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
    *together.doors,
    *reach.doors,
    path("examples/<slug:key>/copy/", home.example_copy, name="example-copy"),
    *arriving.doors,
    path("designs/new/", home.design_new, name="design-new"),
    path("bin/", include(history.of_bin)),
    path("designs/<uuid:design_id>/", include(design_patterns)),
    path("workspaces/<uuid:workspace_id>/", include(workspace_patterns)),
    path("api/v1/", include("exporter.api.urls")),
]
