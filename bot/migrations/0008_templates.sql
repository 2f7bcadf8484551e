-- Creatures a server saved by name, to bring into any fight there. `name` is compared without regard to capitals,
-- `label` is as it was typed; `body` holds the particulars.
CREATE TABLE templates (
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;
