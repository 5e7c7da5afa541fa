-- Create "project_updates" table
CREATE TABLE "project_updates" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "stage_before" character varying NOT NULL DEFAULT '', "stage_after" character varying NOT NULL DEFAULT '', "title" character varying NOT NULL DEFAULT '', "edited_at" timestamptz NULL, "content_version" bigint NOT NULL DEFAULT 0, "content" text NOT NULL DEFAULT '', "content_html" text NOT NULL DEFAULT '', "project_id" uuid NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "project_updates_projects_project" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE, CONSTRAINT "project_updates_users_author" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "changelogentry_project_id_id" to table: "project_updates"
CREATE INDEX "changelogentry_project_id_id" ON "project_updates" ("project_id", "id");
-- Create index "changelogentry_user_id_id" to table: "project_updates"
CREATE INDEX "changelogentry_user_id_id" ON "project_updates" ("user_id", "id");
