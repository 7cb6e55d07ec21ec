"""A local installation: the stores from wheels, the sandbox, the worker and the web server under one supervisor.

The tests start the same parts through the same modules.
"""
