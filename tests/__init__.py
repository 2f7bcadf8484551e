"""Tests: rule cases and rules/, the bot on a simulated Discord, and the house itself."""
