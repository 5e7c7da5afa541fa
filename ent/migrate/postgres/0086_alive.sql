-- Modify "projects" table
ALTER TABLE "projects" ADD COLUMN "build_code" character varying NOT NULL DEFAULT '', ADD COLUMN "build_hours" bigint NULL, ADD COLUMN "build_cost" bigint NULL, ADD COLUMN "build_lesson" character varying NOT NULL DEFAULT '', ADD COLUMN "alive" character varying NOT NULL DEFAULT 'unknown', ADD COLUMN "alive_share" double precision NULL, ADD COLUMN "alive_checked_at" timestamptz NULL;
-- Create index "project_code" to table: "projects"
CREATE INDEX "project_code" ON "projects" ("build_code", "id") WHERE is_public;
-- Create index "project_hours" to table: "projects"
CREATE INDEX "project_hours" ON "projects" ("build_hours", "id") WHERE is_public AND (build_hours IS NOT NULL);
-- Create "project_checks" table
CREATE TABLE "project_checks" ("id" uuid NOT NULL, "is_off" boolean NOT NULL DEFAULT false, "demo" character varying NOT NULL DEFAULT '', "repo" character varying NOT NULL DEFAULT '', "due_at" timestamptz NULL, "days" character varying NOT NULL DEFAULT '', "last_day" character varying NOT NULL DEFAULT '', "tries" bigint NOT NULL DEFAULT 0, "tried_day" character varying NOT NULL DEFAULT '', "last" jsonb NOT NULL, "project_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "project_checks_projects_project" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE);
-- Create index "projectcheck_project_id" to table: "project_checks"
CREATE UNIQUE INDEX "projectcheck_project_id" ON "project_checks" ("project_id");
-- Create index "projectcheck_due" to table: "project_checks"
CREATE INDEX "projectcheck_due" ON "project_checks" ("due_at") WHERE due_at IS NOT NULL;
-- The links of public projects are checked, spread over the next day
INSERT INTO project_checks (id, project_id, demo, repo, due_at, last)
SELECT id, id, COALESCE(links->>'demo', ''), COALESCE(links->>'repo', ''), now() + random() * interval '24 hours', '{}'
FROM projects WHERE is_public AND COALESCE(links->>'demo', '') || COALESCE(links->>'repo', '') <> '';
