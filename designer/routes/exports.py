"""Exports, proofs, rehearsals."""

from django.urls import path

from designer.views.transfer import endpoint_checks, exports, provision, rehearsals

paths = [
    path("export/", exports.design_export, name="design-export"),
    path("export/bundle/", exports.export_bundle, name="export-bundle"),
    path("export/bundle/<uuid:job_id>/", exports.export_bundle_of, name="export-bundle-of"),
    path("export/bundle/<uuid:job_id>/zip/", exports.export_bundle_zip, name="export-bundle-zip"),
    path("export/job/<uuid:job_id>/progress/", exports.export_progress, name="export-progress"),
    path("export/job/<uuid:job_id>/stop/", exports.export_stop, name="export-stop"),
    path("export/<str:name>/all/", exports.export_target, name="export-target"),
    path("export/<str:name>/", exports.design_export, name="design-export-target"),
    path("export/<str:name>/<path:path>", exports.export_file, name="export-file"),
    path("provision/", provision.design_provision, name="design-provision"),
    path("provision/runs/", provision.design_runs, name="design-runs"),
    path("provision/plan/", provision.run_plan, name="run-plan"),
    path("provision/begin/", provision.run_begin, name="run-begin"),
    path("provision/check/", endpoint_checks.run_check, name="run-check"),
    path("provision/<uuid:run_id>/end/", provision.run_end, name="run-end"),
    path("provision/<uuid:run_id>/longer/", provision.run_longer, name="run-longer"),
    path("provision/<uuid:run_id>/stop/", provision.run_stop, name="run-stop"),
    path("rehearsals/", rehearsals.design_rehearsals, name="design-rehearsals"),
    path("rehearsals/shown/", rehearsals.rehearsals_shown, name="rehearsals-shown"),
    path("rehearsals/begin/", rehearsals.rehearsals_begin, name="rehearsals-begin"),
    path("rehearsals/<uuid:rehearsal_id>/stop/", rehearsals.rehearsal_stop, name="rehearsal-stop"),
    path("rehearsals/<uuid:rehearsal_id>/json/", rehearsals.rehearsal_as_json, name="rehearsal-json"),
    path("rehearsals/<uuid:rehearsal_id>/markdown/", rehearsals.rehearsal_as_markdown, name="rehearsal-markdown"),
]
