"""What things cost: `python -m bench`, and `docs/performance.md` for how to read it."""
