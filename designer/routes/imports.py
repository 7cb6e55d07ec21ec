"""Imports: files and live tables, as new designs and as changes of a design."""

from django.urls import path

from designer.views.transfer import drift, imports, live_imports, updates

paths = [
    path("drift/", drift.design_drift, name="design-drift"),
    path("drift/file/", drift.drift_file, name="drift-file"),
    path("drift/live/", drift.drift_live, name="drift-live"),
    path("drift/of/<str:token>/", drift.drift_of, name="drift-of"),
    path("drift/of/<str:token>/progress/", drift.drift_progress, name="drift-progress"),
    path("drift/of/<str:token>/stop/", drift.drift_stop, name="drift-stop"),
    path("update/", updates.design_update, name="design-update"),
    path("update/read/", updates.update_read, name="update-read"),
    path("update/live/", live_imports.live_update, name="live-update"),
    path("update/live/begin/", live_imports.live_update_begin, name="live-update-begin"),
    path("update/from/<str:token>/", updates.update_page, name="update-page"),
    path("update/from/<str:token>/progress/", updates.update_progress, name="update-progress"),
    path("update/from/<str:token>/store/", updates.update_store, name="update-store"),
    path("update/from/<str:token>/values/", updates.update_values, name="update-values"),
    path("update/from/<str:token>/done/", updates.update_done, name="update-done"),
    path("update/from/<str:token>/discard/", updates.update_discard, name="update-discard"),
]
top_level_paths = [
    path("import/", imports.import_read, name="import"),
    path("import/live/", live_imports.live_import, name="live-import"),
    path("import/live/begin/", live_imports.live_import_begin, name="live-import-begin"),
    path("import/from/<str:token>/", imports.import_page, name="import-page"),
    path("import/from/<str:token>/progress/", imports.import_progress, name="import-progress"),
    path("import/from/<str:token>/store/", imports.import_store, name="import-store"),
    path("import/from/<str:token>/values/", imports.import_values, name="import-values"),
    path("import/from/<str:token>/discard/", imports.import_discard, name="import-discard"),
]
"""Outside of ``/designs/<id>/``."""
