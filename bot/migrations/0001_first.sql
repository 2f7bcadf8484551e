-- Instants are whole milliseconds since 1970, UTC. Events are only ever appended; an undo marks them.

CREATE TABLE encounters (
    id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    seed TEXT NOT NULL,
    state TEXT NOT NULL,
    snapshot TEXT NOT NULL,
    snapshot_seq INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    round INTEGER NOT NULL,
    declaration_seconds INTEGER NOT NULL,
    opened_at INTEGER,
    deadline INTEGER,
    remind_at INTEGER,
    close_at INTEGER,
    held_from INTEGER,
    due_at INTEGER GENERATED ALWAYS AS (
        nullif(
            min(
                ifnull(deadline, 9223372036854775807),
                ifnull(remind_at, 9223372036854775807),
                ifnull(close_at, 9223372036854775807)
            ),
            9223372036854775807
        )
    ) VIRTUAL
) STRICT;

CREATE UNIQUE INDEX one_open_encounter_per_channel ON encounters (channel_id) WHERE ended_at IS NULL;
CREATE INDEX encounters_due ON encounters (due_at) WHERE ended_at IS NULL;

-- Whose encounters these are: GMs and seats, kept in step with the state so that it is an indexed look-up.
CREATE TABLE seats (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    person TEXT NOT NULL,
    PRIMARY KEY (encounter_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_person ON seats (person);

CREATE TABLE rounds (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER,
    settings TEXT NOT NULL,
    PRIMARY KEY (encounter_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    round INTEGER NOT NULL,
    at INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    event TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (encounter_id, seq)
) STRICT, WITHOUT ROWID;

-- `complete` is the declaration once the panel's choices make one; `body` is the panel's own affair.
CREATE TABLE drafts (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    person TEXT NOT NULL,
    who TEXT NOT NULL,
    body TEXT NOT NULL,
    complete TEXT,
    PRIMARY KEY (encounter_id, round, person, who)
) STRICT, WITHOUT ROWID;

-- `person` is empty for what stands in the channel.
CREATE TABLE messages (
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (encounter_id, round, kind, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    person TEXT NOT NULL,
    round INTEGER NOT NULL,
    first_seq INTEGER,
    last_seq INTEGER,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1,
    sent_at INTEGER,
    failed TEXT
) STRICT;

CREATE INDEX outbox_due ON outbox (due_at) WHERE sent_at IS NULL AND failed IS NULL;
CREATE INDEX outbox_waiting ON outbox (encounter_id, person, id) WHERE sent_at IS NULL AND failed IS NULL;

-- A projection shows the state as it is when drawn, so one unsent drawing stands for all that led to it.
CREATE UNIQUE INDEX one_drawing_waits ON outbox (encounter_id, kind, round, person)
WHERE sent_at IS NULL AND failed IS NULL AND kind IN ('board', 'panel', 'console');

CREATE TABLE people (
    person TEXT PRIMARY KEY,
    dm_closed INTEGER NOT NULL DEFAULT 0,
    told_at INTEGER
) STRICT, WITHOUT ROWID;
