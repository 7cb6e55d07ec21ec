"""Capacity and cost."""

from django.urls import path

from designer.views.design import cost, pages

paths = [
    path("cost/", pages.design_cost, name="design-cost"),
    path("cost/arithmetic/", cost.cost_arithmetic, name="cost-arithmetic"),
]
