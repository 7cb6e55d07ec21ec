"""Capacity, cost and traffic."""

from django.urls import path

from designer.views.design import cost, pages, traffic
from designer.views.transfer import loads

paths = [
    path("cost/", pages.design_cost, name="design-cost"),
    path("cost/arithmetic/", cost.cost_arithmetic, name="cost-arithmetic"),
    path("cost/hand-out.pdf", cost.cost_hand_out_pdf, name="cost-hand-out-pdf"),
    path("cost/hand-out.txt", cost.cost_hand_out_text, name="cost-hand-out-text"),
    path("traffic/", traffic.design_traffic, name="design-traffic"),
    path("traffic/shown/", traffic.traffic_shown, name="traffic-shown"),
    path("traffic/begin/", traffic.traffic_begin, name="traffic-begin"),
    path("loads/", loads.design_loads, name="design-loads"),
    path("loads/shown/", loads.loads_shown, name="loads-shown"),
    path("loads/begin/", loads.loads_begin, name="loads-begin"),
    path("loads/<uuid:load_id>/stop/", loads.load_stop, name="load-stop"),
    path("traffic/<uuid:simulation_id>/stop/", traffic.traffic_stop, name="traffic-stop"),
]
