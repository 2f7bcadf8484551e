-- While the clock stands still there is no instant: what is left of the time, in milliseconds, is kept instead.
ALTER TABLE encounters ADD COLUMN paused_left INTEGER;
ALTER TABLE encounters ADD COLUMN remind_left INTEGER;
-- When the GM last reminded those awaited, so that nobody is reminded all the time.
ALTER TABLE encounters ADD COLUMN nudged_at INTEGER;
