-- Who was given time for being away, and in which round; it counts while the act of that instant stands.
CREATE TABLE excuses (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    person TEXT NOT NULL,
    round INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (encounter_id, person, at)
) STRICT, WITHOUT ROWID;

-- What a creature does at the deadline while its player is away.
CREATE TABLE orders (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (encounter_id, who)
) STRICT, WITHOUT ROWID;
