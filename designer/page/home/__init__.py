"""What the home page shows of designs and of the bundled examples."""
