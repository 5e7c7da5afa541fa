-- Modify "sessions" table
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamptz NULL;
-- Create "authenticators" table
CREATE TABLE "authenticators" ("id" uuid NOT NULL, "secret" character varying NOT NULL DEFAULT '', "new_secret" character varying NOT NULL DEFAULT '', "confirmed_at" timestamptz NULL, "last_step" bigint NOT NULL DEFAULT 0, "recovery_hashes" jsonb NOT NULL, "wrong_codes" bigint NOT NULL DEFAULT 0, "wrong_since" timestamptz NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "authenticators_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "authenticator_user_id" to table: "authenticators"
CREATE UNIQUE INDEX "authenticator_user_id" ON "authenticators" ("user_id");
