"""The simulation of traffic, as the page shows it: its form, heat maps and figures."""
