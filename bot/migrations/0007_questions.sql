-- Short questions to the GM and their answers. `held` is how long the deadline was put off for the answer, in
-- milliseconds; once answered, how long it really waited.

CREATE TABLE questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    person TEXT NOT NULL,
    words TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    held INTEGER NOT NULL DEFAULT 0,
    answer TEXT,
    answered_at INTEGER
) STRICT;

CREATE INDEX questions_of_round ON questions (encounter_id, round, person);
