-- Create "invitations" table
CREATE TABLE "invitations" ("id" uuid NOT NULL, "code" character varying NOT NULL, "created_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "used_at" timestamptz NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "invitations_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "invitations_code_key" to table: "invitations"
CREATE UNIQUE INDEX "invitations_code_key" ON "invitations" ("code");
-- Create index "invitation_user_id" to table: "invitations"
CREATE INDEX "invitation_user_id" ON "invitations" ("user_id");
-- Create index "invitation_expires_at" to table: "invitations"
CREATE INDEX "invitation_expires_at" ON "invitations" ("expires_at");
