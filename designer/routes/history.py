"""History, versions, comparison, copies, the bin."""

from django.urls import path

from designer.views import designs, home

paths = [
    path("history/", designs.design_history, name="design-history"),
    path("copy/", home.design_copy, name="design-copy"),
    path("delete/", home.design_delete, name="design-delete"),
]
