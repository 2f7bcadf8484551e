-- How many fights a server has under way is asked whenever one begins.

CREATE INDEX open_encounters_of_guild ON encounters (guild_id) WHERE ended_at IS NULL;
