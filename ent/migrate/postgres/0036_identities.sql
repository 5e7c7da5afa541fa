-- Create "identities" table
CREATE TABLE "identities" ("id" uuid NOT NULL, "provider" character varying NOT NULL, "subject" character varying NOT NULL, "label" character varying NOT NULL, "created_at" timestamptz NOT NULL, "last_used_at" timestamptz NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "identities_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "identity_provider_subject" to table: "identities"
CREATE UNIQUE INDEX "identity_provider_subject" ON "identities" ("provider", "subject");
-- Create index "identity_user_id" to table: "identities"
CREATE INDEX "identity_user_id" ON "identities" ("user_id");
