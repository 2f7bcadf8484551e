"""The shell around the rules: Discord in, `rules.decide`, commit, then speak."""
