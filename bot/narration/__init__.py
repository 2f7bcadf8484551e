"""Events, refusals and receipts as sentences. No word of Discord, and every sentence in one place."""
