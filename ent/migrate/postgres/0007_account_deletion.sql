-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamptz NULL, ADD COLUMN "deleting" character varying NULL;
-- Create index "user_admins" to table: "users"
CREATE INDEX "user_admins" ON "users" ("id") WHERE is_admin;
-- Create index "user_deleting" to table: "users"
CREATE INDEX "user_deleting" ON "users" ("deleted_at") WHERE deleting IS NOT NULL;
