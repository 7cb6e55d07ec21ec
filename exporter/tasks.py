"""Registers the kinds of job of this app; modeler.tasks runs them."""

from exporter.services.bundles import BUNDLE
from exporter.services.provisioning_jobs import LAB, PROVISION, TEARDOWN

__all__ = ["BUNDLE", "LAB", "PROVISION", "TEARDOWN"]
