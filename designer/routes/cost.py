"""Capacity and cost."""

from django.urls import path

from designer.views import cost, designs

paths = [
    path("cost/", designs.design_cost, name="design-cost"),
    path("cost/arithmetic/", cost.cost_arithmetic, name="cost-arithmetic"),
]
