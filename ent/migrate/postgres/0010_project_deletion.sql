-- Modify "projects" table
ALTER TABLE "projects" ADD COLUMN "deleted_at" timestamptz NULL;
-- Create index "project_deleted" to table: "projects"
CREATE INDEX "project_deleted" ON "projects" ("deleted_at") WHERE deleted_at IS NOT NULL;
