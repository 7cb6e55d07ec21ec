"""What the key sheet offers and explains while a cell is edited."""
