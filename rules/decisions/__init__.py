"""What each command comes to: it adds events to a Record, or refuses and adds none."""
