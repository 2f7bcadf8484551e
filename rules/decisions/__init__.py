"""What each command comes to. Every function adds events to a Record, or refuses; what a refused one added is dropped."""
