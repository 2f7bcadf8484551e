-- When a post could first be sent; `due_at` moves with each further try. What may have been sent by a process
-- that died is looked for in the channel from then on.

ALTER TABLE outbox ADD COLUMN queued_at INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET queued_at = due_at;
