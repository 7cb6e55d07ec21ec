"""Rules about provisioned units and billing modes."""
