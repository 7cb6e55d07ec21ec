"""Findings and the actions on them."""

from django.urls import path

from designer.views.design import findings, pages

paths = [
    path("findings/", pages.design_findings, name="design-findings"),
    path("findings/fixes/", findings.finding_fixes, name="finding-fixes"),
    path("findings/fix/", findings.finding_fix, name="finding-fix"),
    path("findings/mute/", findings.finding_mute, name="finding-mute"),
    path("findings/unmute/", findings.finding_unmute, name="finding-unmute"),
]
