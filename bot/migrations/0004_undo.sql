-- What one command brought about is one act, which can be taken back and brought back as a whole.
-- `undone`: 0 stands, 1 taken back and may come back, 2 taken back for good. `last_seq` is below `first_seq`
-- where an act moved instants alone; `told_first` to `told_last` is what the channel was told because of it.

CREATE TABLE acts (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    at INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    kind TEXT NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    told_first INTEGER,
    told_last INTEGER,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    drafts TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (encounter_id, number)
) STRICT, WITHOUT ROWID;

-- The state at the start of each round, so that what is folded again is one round and never the whole fight.
CREATE TABLE snapshots (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (encounter_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO snapshots (encounter_id, seq, state) SELECT id, snapshot_seq, snapshot FROM encounters;
ALTER TABLE encounters DROP COLUMN snapshot;
ALTER TABLE encounters DROP COLUMN snapshot_seq;
