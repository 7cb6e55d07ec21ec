"""Every address of the REST API, under /api/v1/."""

from __future__ import annotations

from typing import Final

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from exporter.api.views import branches
from exporter.api.views.analysis import AnalysisDetail, FindingFix, FindingMute, PatternEvaluate
from exporter.api.views.audit import AuditList
from exporter.api.views.designs import DesignDetail, DesignList, ImportDesign, WorkspaceList
from exporter.api.views.document import NothingHere, OpenApiDocument, document_page
from exporter.api.views.drift import DriftDetail, DriftHeld
from exporter.api.views.endpoint_checks import PlanCheck
from exporter.api.views.exports import BundleDetail, BundleList, ExportDetail, JobDetail, TargetList
from exporter.api.views.imports import ImportAccept, ImportDetail, ImporterList, ImportList
from exporter.api.views.live import LiveImport, LiveTables
from exporter.api.views.loads import LoadDetail, LoadList, LoadPlanDetail
from exporter.api.views.notices import NoticeList
from exporter.api.views.ordered import OrderedTemplates
from exporter.api.views.rehearsals import RehearsalDetail, RehearsalList
from exporter.api.views.requirements import RequirementsDetail
from exporter.api.views.runs import EndpointList, PlanDetail, RunDetail, RunList
from exporter.api.views.scenarios import ScenarioList
from exporter.api.views.simulation import SimulationDetail
from exporter.api.views.synthesis import SynthesisDetail
from exporter.api.views.threads import ThreadList, ThreadReply, ThreadResolve
from exporter.api.views.tokens import TokenDetail, TokenList
from exporter.api.views.versions import (
    ChangeList,
    ComparisonDetail,
    RevisionDetail,
    RevisionRestore,
    TrashDetail,
    TrashList,
    VersionDetail,
    VersionList,
)

app_name = "api"


class AnyText(StringConverter):
    """Any other address, including line ends: refused in the one shape too."""

    regex = r"[\s\S]+"


register_converter(AnyText, "text")

BRANCH: Final = "designs/<uuid:design_id>/branches/<uuid:branch_id>/"

urlpatterns = [
    path("", document_page, name="page"),
    path("openapi.json", OpenApiDocument.as_view(), name="openapi"),
    path("workspaces/", WorkspaceList.as_view(), name="workspaces"),
    path("designs/", DesignList.as_view(), name="designs"),
    path("designs/<uuid:design_id>/", DesignDetail.as_view(), name="design"),
    path("designs/<uuid:design_id>/analysis/", AnalysisDetail.as_view(), name="analysis"),
    path("designs/<uuid:design_id>/fixes/", FindingFix.as_view(), name="fixes"),
    path("designs/<uuid:design_id>/mutes/", FindingMute.as_view(), name="mutes"),
    path("designs/<uuid:design_id>/patterns/<str:pattern>/evaluate/", PatternEvaluate.as_view(), name="evaluate"),
    path("designs/<uuid:design_id>/requirements/", RequirementsDetail.as_view(), name="requirements"),
    path("designs/<uuid:design_id>/synthesis/", SynthesisDetail.as_view(), name="synthesis"),
    path("designs/<uuid:design_id>/scenarios/", ScenarioList.as_view(), name="scenarios"),
    path("designs/<uuid:design_id>/simulation/", SimulationDetail.as_view(), name="simulation"),
    path("designs/<uuid:design_id>/exports/<str:name>/", ExportDetail.as_view(), name="export"),
    path("designs/<uuid:design_id>/bundles/", BundleList.as_view(), name="bundles"),
    path("designs/<uuid:design_id>/changes/", ChangeList.as_view(), name="changes"),
    path("designs/<uuid:design_id>/revisions/<int:revision>/", RevisionDetail.as_view(), name="revision"),
    path("designs/<uuid:design_id>/revisions/<int:revision>/restore/", RevisionRestore.as_view(), name="restore"),
    path("designs/<uuid:design_id>/versions/", VersionList.as_view(), name="versions"),
    path("designs/<uuid:design_id>/versions/<uuid:version_id>/", VersionDetail.as_view(), name="version"),
    path("designs/<uuid:design_id>/compare/", ComparisonDetail.as_view(), name="compare"),
    path("designs/<uuid:design_id>/compare/templates/", OrderedTemplates.as_view(), name="compare-templates"),
    path("designs/<uuid:design_id>/branches/", branches.BranchList.as_view(), name="branches"),
    path(BRANCH, branches.BranchDetail.as_view(), name="branch"),
    path(f"{BRANCH}choices/", branches.BranchChoice.as_view(), name="branch-choices"),
    path(f"{BRANCH}update/", branches.BranchUpdate.as_view(), name="branch-update"),
    path(f"{BRANCH}merge/", branches.BranchMerge.as_view(), name="branch-merge"),
    path(f"{BRANCH}revert/", branches.BranchRevert.as_view(), name="branch-revert"),
    path(f"{BRANCH}archive/", branches.BranchArchive.as_view(), name="branch-archive"),
    path(f"{BRANCH}approval/", branches.BranchApproval.as_view(), name="branch-approval"),
    path(f"{BRANCH}reviewers/", branches.BranchReviewers.as_view(), name="branch-reviewers"),
    path("designs/<uuid:design_id>/threads/", ThreadList.as_view(), name="threads"),
    path("designs/<uuid:design_id>/threads/<uuid:thread_id>/comments/", ThreadReply.as_view(), name="thread-comments"),
    path("designs/<uuid:design_id>/threads/<uuid:thread_id>/resolve/", ThreadResolve.as_view(), name="thread-resolve"),
    path("trash/", TrashList.as_view(), name="trash"),
    path("trash/<uuid:removed_id>/", TrashDetail.as_view(), name="removed"),
    path("bundles/<uuid:bundle_id>/", BundleDetail.as_view(), name="bundle"),
    path("jobs/<uuid:job_id>/", JobDetail.as_view(), name="job"),
    path("endpoints/", EndpointList.as_view(), name="endpoints"),
    path("workspaces/<uuid:workspace_id>/endpoints/<str:endpoint>/tables/", LiveTables.as_view(), name="live-tables"),
    path("workspaces/<uuid:workspace_id>/audit/", AuditList.as_view(), name="audit"),
    path("live-imports/", LiveImport.as_view(), name="live-imports"),
    path("designs/<uuid:design_id>/drift/", DriftDetail.as_view(), name="drift"),
    path("designs/<uuid:design_id>/drift/<str:token>/", DriftHeld.as_view(), name="held-drift"),
    path("designs/<uuid:design_id>/plan/", PlanDetail.as_view(), name="plan"),
    path("designs/<uuid:design_id>/plan/check/", PlanCheck.as_view(), name="plan-check"),
    path("designs/<uuid:design_id>/runs/", RunList.as_view(), name="runs"),
    path("designs/<uuid:design_id>/loads/", LoadList.as_view(), name="loads"),
    path("designs/<uuid:design_id>/loads/plan/", LoadPlanDetail.as_view(), name="load-plan"),
    path("loads/<uuid:load_id>/", LoadDetail.as_view(), name="load"),
    path("designs/<uuid:design_id>/rehearsals/", RehearsalList.as_view(), name="rehearsals"),
    path("rehearsals/<uuid:rehearsal_id>/", RehearsalDetail.as_view(), name="rehearsal"),
    path("runs/<uuid:run_id>/", RunDetail.as_view(), name="run"),
    path("import/", ImportDesign.as_view(), name="import"),
    path("imports/", ImportList.as_view(), name="imports"),
    path("imports/<str:token>/", ImportDetail.as_view(), name="held-import"),
    path("imports/<str:token>/accept/", ImportAccept.as_view(), name="import-accept"),
    path("importers/", ImporterList.as_view(), name="importers"),
    path("targets/", TargetList.as_view(), name="targets"),
    path("notices/", NoticeList.as_view(), name="notices"),
    path("tokens/", TokenList.as_view(), name="tokens"),
    path("tokens/<uuid:token_id>/", TokenDetail.as_view(), name="token"),
    path("<text:rest>", NothingHere.as_view(), name="nothing"),
]
