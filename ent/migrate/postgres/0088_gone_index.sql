-- Create index "project_gone" to table: "projects"
CREATE INDEX "project_gone" ON "projects" ("id") WHERE is_public AND (alive = 'gone');
