"""Findings and the actions on them."""

from django.urls import path

from designer.views.design import findings, pages

paths = [
    path("findings/", pages.design_findings, name="design-findings"),
    path("findings/fixes/", findings.finding_fixes, name="finding-fixes"),
    path("findings/fix/", findings.finding_fix, name="finding-fix"),
    path("findings/rule-fixes/", findings.rule_fixes, name="rule-fixes"),
    path("findings/rule-fix/", findings.rule_fix, name="rule-fix"),
    path("findings/muting/", findings.finding_muting, name="finding-muting"),
    path("findings/mute-several/", findings.findings_mute, name="findings-mute"),
    path("findings/mute/", findings.finding_mute, name="finding-mute"),
    path("findings/unmute/", findings.finding_unmute, name="finding-unmute"),
]
