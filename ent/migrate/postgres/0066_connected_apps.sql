-- Create "connected_apps" table
CREATE TABLE "connected_apps" ("id" uuid NOT NULL, "name" character varying NOT NULL, "redirect_host" character varying NOT NULL, "scopes" jsonb NOT NULL, "client_hash" character varying NOT NULL, "family_hash" character varying NOT NULL, "secret_hash" character varying NOT NULL, "code_challenge" character varying NOT NULL, "redirect_uri" character varying NOT NULL, "created_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "used_at" timestamptz NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "connected_apps_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "connected_apps_family_hash_key" to table: "connected_apps"
CREATE UNIQUE INDEX "connected_apps_family_hash_key" ON "connected_apps" ("family_hash");
-- Create index "connectedapp_user_id" to table: "connected_apps"
CREATE INDEX "connectedapp_user_id" ON "connected_apps" ("user_id");
-- Create index "connectedapp_expires_at" to table: "connected_apps"
CREATE INDEX "connectedapp_expires_at" ON "connected_apps" ("expires_at");
-- Modify "access_tokens" table
ALTER TABLE "access_tokens" ADD COLUMN "connected_app_id" uuid NULL, ADD CONSTRAINT "access_tokens_connected_apps_connected_app" FOREIGN KEY ("connected_app_id") REFERENCES "connected_apps" ("id") ON DELETE CASCADE;
-- Create index "accesstoken_connected_app_id" to table: "access_tokens"
CREATE INDEX "accesstoken_connected_app_id" ON "access_tokens" ("connected_app_id");
