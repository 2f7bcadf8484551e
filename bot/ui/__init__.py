"""Cards as Discord's components, and what comes back from them. Static ids, no waiting, no time-outs."""
