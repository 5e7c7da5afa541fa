-- Create "weekly_issues" table
CREATE TABLE "weekly_issues" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "number" bigint NOT NULL DEFAULT 0, "week" bigint NOT NULL, "version" bigint NOT NULL DEFAULT 1, "is_edited" boolean NOT NULL DEFAULT false, "title" character varying NOT NULL, "introduction" text NOT NULL DEFAULT '', "items" jsonb NOT NULL, "published_at" timestamptz NULL, "recipients" bigint NOT NULL DEFAULT 0, "queued" bigint NOT NULL DEFAULT 0, "cursor" uuid NULL, "queued_at" timestamptz NULL, PRIMARY KEY ("id"));
-- Create index "weeklyissue_number" to table: "weekly_issues"
CREATE UNIQUE INDEX "weeklyissue_number" ON "weekly_issues" ("number");
-- Create "weekly_subscribers" table
CREATE TABLE "weekly_subscribers" ("id" uuid NOT NULL, "email" character varying NOT NULL, "email_key" character varying NOT NULL, "token_hash" character varying NOT NULL DEFAULT '', "created_at" timestamptz NOT NULL, "asked_at" timestamptz NOT NULL, "asks" bigint NOT NULL DEFAULT 1, "confirmed_at" timestamptz NULL, "last_number" bigint NOT NULL DEFAULT 0, PRIMARY KEY ("id"));
-- Create index "weekly_subscribers_email_key_key" to table: "weekly_subscribers"
CREATE UNIQUE INDEX "weekly_subscribers_email_key_key" ON "weekly_subscribers" ("email_key");
-- Create index "weeklysubscriber_token_hash" to table: "weekly_subscribers"
CREATE INDEX "weeklysubscriber_token_hash" ON "weekly_subscribers" ("token_hash");
-- Create index "weeklysubscriber_unconfirmed" to table: "weekly_subscribers"
CREATE INDEX "weeklysubscriber_unconfirmed" ON "weekly_subscribers" ("asked_at") WHERE confirmed_at IS NULL;
-- Create index "weeklysubscriber_confirmed" to table: "weekly_subscribers"
CREATE INDEX "weeklysubscriber_confirmed" ON "weekly_subscribers" ("id") WHERE confirmed_at IS NOT NULL;
-- Create index "mail_recipient" to table: "mails"
CREATE INDEX "mail_recipient" ON "mails" ("recipient");
