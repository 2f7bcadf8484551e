-- At each close one digest over all that is sealed. It belongs to the close's event, and so counts as long as that
-- one stands: a close that is taken back takes its digest with it, and both are kept.
CREATE TABLE digests (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    round INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (encounter_id, seq)
) STRICT, WITHOUT ROWID;
