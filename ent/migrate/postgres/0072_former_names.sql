-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "email_owned_at" timestamptz NULL;
-- Members who confirmed their address before keep their logins and second factor when they reset the password.
UPDATE users SET email_owned_at = email_verified_at WHERE email_verified_at IS NOT NULL;
-- Create "former_names" table
CREATE TABLE "former_names" ("id" uuid NOT NULL, "username_key" character varying NOT NULL, "email_mac" character varying NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "former_names_username_key_key" to table: "former_names"
CREATE UNIQUE INDEX "former_names_username_key_key" ON "former_names" ("username_key");
-- Create index "formername_expires_at" to table: "former_names"
CREATE INDEX "formername_expires_at" ON "former_names" ("expires_at");
