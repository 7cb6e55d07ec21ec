"""The page of a design: its scene, its regions as HTML, and its editors."""
