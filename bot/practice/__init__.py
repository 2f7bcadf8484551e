"""The same bot against a simulated Discord: no token, no server, no network."""
