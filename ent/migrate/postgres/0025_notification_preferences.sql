-- Modify "mails" table
ALTER TABLE "mails" ADD COLUMN "unsubscribe" character varying NOT NULL DEFAULT '';
-- Create "keys" table
CREATE TABLE "keys" ("id" character varying NOT NULL, "secret" bytea NOT NULL, PRIMARY KEY ("id"));
-- Create "notification_preferences" table
CREATE TABLE "notification_preferences" ("id" uuid NOT NULL, "email_off" jsonb NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "notification_preferences_users_notification_preferences" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
