-- Create "used_challenges" table
CREATE TABLE "used_challenges" ("id" uuid NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "usedchallenge_expires_at" to table: "used_challenges"
CREATE INDEX "usedchallenge_expires_at" ON "used_challenges" ("expires_at");
-- Create "passkeys" table
CREATE TABLE "passkeys" ("id" uuid NOT NULL, "name" character varying NOT NULL, "credential_id" character varying NOT NULL, "public_key" bytea NOT NULL, "transports" jsonb NOT NULL, "synced" boolean NOT NULL, "sign_count" bigint NOT NULL, "created_at" timestamptz NOT NULL, "last_used_at" timestamptz NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "passkeys_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "passkeys_credential_id_key" to table: "passkeys"
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" ("credential_id");
-- Create index "passkey_user_id" to table: "passkeys"
CREATE INDEX "passkey_user_id" ON "passkeys" ("user_id");
