-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamptz NULL;
-- Create "leases" table
CREATE TABLE "leases" ("id" character varying NOT NULL, "holder" character varying NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create "mail_tokens" table
CREATE TABLE "mail_tokens" ("id" uuid NOT NULL, "token_hash" character varying NOT NULL, "purpose" character varying NOT NULL, "created_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "mail_tokens_users_mail_tokens" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "mail_tokens_token_hash_key" to table: "mail_tokens"
CREATE UNIQUE INDEX "mail_tokens_token_hash_key" ON "mail_tokens" ("token_hash");
-- Create index "mailtoken_user_id_purpose" to table: "mail_tokens"
CREATE INDEX "mailtoken_user_id_purpose" ON "mail_tokens" ("user_id", "purpose");
-- Create index "mailtoken_expires_at" to table: "mail_tokens"
CREATE INDEX "mailtoken_expires_at" ON "mail_tokens" ("expires_at");
-- Create "mails" table
CREATE TABLE "mails" ("id" uuid NOT NULL, "recipient" character varying NOT NULL, "subject" character varying NOT NULL, "text" text NOT NULL, "html" text NOT NULL, "state" character varying NOT NULL DEFAULT 'waiting', "attempts" bigint NOT NULL DEFAULT 0, "next_try_at" timestamptz NOT NULL, "sent_at" timestamptz NULL, "failure" character varying NOT NULL DEFAULT '', "created_at" timestamptz NOT NULL, "user_id" uuid NULL, PRIMARY KEY ("id"), CONSTRAINT "mails_users_mails" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "mail_state_next_try_at" to table: "mails"
CREATE INDEX "mail_state_next_try_at" ON "mails" ("state", "next_try_at");
-- Create index "mail_user_id_created_at" to table: "mails"
CREATE INDEX "mail_user_id_created_at" ON "mails" ("user_id", "created_at");
-- Create index "mail_created_at" to table: "mails"
CREATE INDEX "mail_created_at" ON "mails" ("created_at");
