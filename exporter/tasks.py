"""Registers this app's kinds of jobs; modeler.tasks runs them."""

from exporter.rehearsals.job import REHEARSE
from exporter.services.bundles import BUNDLE
from exporter.services.drift_jobs import DRIFT_FILE, DRIFT_LIVE
from exporter.services.forgotten.jobs import KEEP_LONGER, LOOK, REMOVE
from exporter.services.import_jobs import ACCEPT, ACCEPT_UPDATE, AT_ONCE, READ, READ_UPDATE
from exporter.services.language_model_jobs import ASK
from exporter.services.live_import_jobs import LIVE
from exporter.services.provisioning_jobs import EXPIRE, LAB, PROVISION, TEARDOWN
from exporter.services.simulation_jobs import SIMULATE
from exporter.services.standing_runs import runs_expire
from modeler.jobs import on_sweep

on_sweep(runs_expire)

__all__ = [
    "ACCEPT",
    "ACCEPT_UPDATE",
    "ASK",
    "AT_ONCE",
    "BUNDLE",
    "DRIFT_FILE",
    "DRIFT_LIVE",
    "EXPIRE",
    "KEEP_LONGER",
    "LAB",
    "LIVE",
    "LOOK",
    "PROVISION",
    "READ",
    "READ_UPDATE",
    "REHEARSE",
    "REMOVE",
    "SIMULATE",
    "TEARDOWN",
]
