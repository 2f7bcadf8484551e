"""Commands and presses: options become a Command for the table, and its outcome becomes words."""
