"""Access patterns as English text: lines, their meaning in a design, and a new design from them."""
