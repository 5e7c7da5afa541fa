-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "role" character varying NOT NULL DEFAULT 'member';
-- Admins keep their role
UPDATE "users" SET "role" = 'admin' WHERE "is_admin";
-- Drop index "user_admins" from table: "users"
DROP INDEX "user_admins";
-- Create index "user_role" to table: "users"
CREATE INDEX "user_role" ON "users" ("role");
-- Modify "users" table
ALTER TABLE "users" DROP COLUMN "is_admin";
