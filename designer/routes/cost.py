"""Capacity and cost."""

from django.urls import path

from designer.views import designs

paths = [
    path("cost/", designs.design_cost, name="design-cost"),
]
