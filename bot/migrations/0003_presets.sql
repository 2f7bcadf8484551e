-- Declarations somebody saved by name. They outlive the fight, so a creature is known by its name; `creature` and
-- `name` are compared without regard to capitals, `label` and `whose` are as they were typed.
CREATE TABLE presets (
    person TEXT NOT NULL,
    creature TEXT NOT NULL,
    name TEXT NOT NULL,
    whose TEXT NOT NULL,
    label TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (person, creature, name)
) STRICT, WITHOUT ROWID;
