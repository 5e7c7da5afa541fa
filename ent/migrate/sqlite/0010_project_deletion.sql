-- Add column "deleted_at" to table: "projects"
ALTER TABLE `projects` ADD COLUMN `deleted_at` datetime NULL;
-- Create index "project_deleted" to table: "projects"
CREATE INDEX `project_deleted` ON `projects` (`deleted_at`) WHERE deleted_at IS NOT NULL;
