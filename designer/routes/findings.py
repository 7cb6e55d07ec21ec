"""Findings, and what a person does with them."""

from django.urls import path

from designer.views import designs, findings

paths = [
    path("findings/", designs.design_findings, name="design-findings"),
    path("findings/mends/", findings.finding_mends, name="finding-mends"),
    path("findings/mend/", findings.finding_mend, name="finding-mend"),
    path("findings/mute/", findings.finding_mute, name="finding-mute"),
    path("findings/unmute/", findings.finding_unmute, name="finding-unmute"),
]
