"""Commands and presses: options become a Command, the Command goes through the table, the outcome becomes words."""
