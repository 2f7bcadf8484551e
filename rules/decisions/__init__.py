"""What each command comes to: events added to a Record, or a refusal, which drops what was added."""
