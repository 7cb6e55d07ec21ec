"""History, versions, comparison, copies, the trash."""

from django.urls import path

from designer.views import home, trash
from designer.views.design import branch_proofs, branches, compare, history

paths = [
    path("undo/steps/", history.undo_steps, name="undo-steps"),
    path("history/", history.design_history, name="design-history"),
    path("history/<int:revision>/", history.design_revision, name="design-revision"),
    path("history/<int:revision>/grid/", history.revision_grid, name="revision-grid"),
    path("history/<int:revision>/restore/", history.revision_restore, name="revision-restore"),
    path("versions/new/", history.version_new, name="version-new"),
    path("versions/<uuid:version_id>/rename/", history.version_rename, name="version-rename"),
    path("versions/<uuid:version_id>/remove/", history.version_remove, name="version-remove"),
    path("compare/", compare.design_compare, name="design-compare"),
    path("compare/weight/", compare.compare_weight, name="compare-weight"),
    path("compare/templates/", compare.compare_templates, name="compare-templates"),
    path("branches/", branches.design_branches, name="design-branches"),
    path("branches/new/", branches.branch_new, name="branch-new"),
    path("branches/<uuid:branch_id>/", branches.branch_review, name="branch-review"),
    path("branches/<uuid:branch_id>/weight/", branches.branch_weight, name="branch-weight"),
    path("branches/<uuid:branch_id>/choose/", branches.branch_choose, name="branch-choose"),
    path("branches/<uuid:branch_id>/update/", branches.branch_update, name="branch-update"),
    path("branches/<uuid:branch_id>/merge/", branches.branch_merge, name="branch-merge"),
    path("branches/<uuid:branch_id>/revert/", branches.branch_revert, name="branch-revert"),
    path("branches/<uuid:branch_id>/archive/", branches.branch_archive, name="branch-archive"),
    path("branches/<uuid:branch_id>/proof/", branch_proofs.branch_proof, name="branch-proof"),
    path("branches/<uuid:branch_id>/prove/", branch_proofs.branch_prove, name="branch-prove"),
    path("branches/<uuid:branch_id>/request/", branches.branch_request, name="branch-request"),
    path("branches/<uuid:branch_id>/approve/", branches.branch_approve, name="branch-approve"),
    path("branch/", history.design_branch, name="design-branch"),
    path("copy/", home.design_copy, name="design-copy"),
    path("delete/", home.design_delete, name="design-delete"),
]
trash_paths = [
    path("", trash.trash, name="trash"),
    path("<uuid:removed_id>/", trash.trash_question, name="trash-question"),
    path("<uuid:removed_id>/restore/", trash.trash_restore, name="trash-restore"),
    path("<uuid:removed_id>/purge/", trash.trash_purge, name="trash-purge"),
]
