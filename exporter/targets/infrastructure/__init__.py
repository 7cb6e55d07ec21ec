"""What infrastructure formats share: table inputs, alarms, API calls, and HCL as data."""
