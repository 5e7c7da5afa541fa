-- Modify "sessions" table
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamptz NULL, ADD COLUMN "network" character varying NOT NULL DEFAULT '';
-- A renewal set the expiry to 30 days from the use.
UPDATE sessions SET last_used_at = expires_at - interval '30 days', expires_at = LEAST(expires_at, created_at + interval '90 days');
ALTER TABLE "sessions" ALTER COLUMN "last_used_at" SET NOT NULL;
-- Modify "push_subscriptions" table
ALTER TABLE "push_subscriptions" ADD COLUMN "session_id" uuid NULL, ADD CONSTRAINT "push_subscriptions_sessions_session" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE;
-- Create index "pushsubscription_session_id" to table: "push_subscriptions"
CREATE INDEX "pushsubscription_session_id" ON "push_subscriptions" ("session_id");
-- Create "security_events" table
CREATE TABLE "security_events" ("id" uuid NOT NULL, "kind" character varying NOT NULL, "label" character varying NOT NULL DEFAULT '', "user_agent" character varying NOT NULL DEFAULT '', "network" character varying NOT NULL DEFAULT '', "created_at" timestamptz NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "security_events_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "securityevent_user_id_id" to table: "security_events"
CREATE INDEX "securityevent_user_id_id" ON "security_events" ("user_id", "id");
-- Create index "securityevent_created_at" to table: "security_events"
CREATE INDEX "securityevent_created_at" ON "security_events" ("created_at");
