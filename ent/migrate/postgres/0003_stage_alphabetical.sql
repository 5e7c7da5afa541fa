-- Create index "project_stage_alphabetical" to table: "projects"
CREATE INDEX "project_stage_alphabetical" ON "projects" ("stage", "title_key", "id") WHERE is_public;
