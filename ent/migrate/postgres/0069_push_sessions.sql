-- A subscription of an access token, or older than its session, ends with nothing: its browser subscribes again.
DELETE FROM push_subscriptions WHERE session_id IS NULL;
-- Modify "push_subscriptions" table
ALTER TABLE "push_subscriptions" ALTER COLUMN "session_id" SET NOT NULL;
