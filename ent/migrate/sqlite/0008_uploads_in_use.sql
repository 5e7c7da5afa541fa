-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "project_uploads" table
CREATE TABLE `project_uploads` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `project_id` uuid NOT NULL, `upload_id` uuid NOT NULL, CONSTRAINT `project_uploads_projects_uploads` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE, CONSTRAINT `project_uploads_uploads_uses` FOREIGN KEY (`upload_id`) REFERENCES `uploads` (`id`) ON DELETE CASCADE);
-- Create index "projectupload_project_id_upload_id" to table: "project_uploads"
CREATE UNIQUE INDEX `projectupload_project_id_upload_id` ON `project_uploads` (`project_id`, `upload_id`);
-- Create index "projectupload_upload_id" to table: "project_uploads"
CREATE INDEX `projectupload_upload_id` ON `project_uploads` (`upload_id`);
-- Create "file_removals" table
CREATE TABLE `file_removals` (`id` text NOT NULL, `due_at` datetime NOT NULL, `user_id` uuid NULL, `bytes` integer NOT NULL DEFAULT (0), PRIMARY KEY (`id`));
-- Create index "fileremoval_due_at_id" to table: "file_removals"
CREATE INDEX `fileremoval_due_at_id` ON `file_removals` (`due_at`, `id`);
-- Create index "fileremoval_user_id" to table: "file_removals"
CREATE INDEX `fileremoval_user_id` ON `file_removals` (`user_id`) WHERE user_id IS NOT NULL;
-- What shows an upload so far
INSERT INTO `project_uploads` (`project_id`, `upload_id`) SELECT `project_id`, `id` FROM `uploads` WHERE `project_id` IS NOT NULL;
-- What nothing shows was not to be removed so far, and is not now
INSERT INTO `file_removals` (`id`, `due_at`) SELECT substr(`path`, 1, 37), '9999-12-31 00:00:00+00:00' FROM `uploads` WHERE `project_id` IS NULL AND '/uploads/' || `path` NOT IN (SELECT `avatar` FROM `users`);
-- Create "new_uploads" table
CREATE TABLE `new_uploads` (`id` uuid NOT NULL, `content_type` text NOT NULL, `path` text NOT NULL, `width` integer NOT NULL DEFAULT (0), `height` integer NOT NULL DEFAULT (0), `bytes` integer NOT NULL, `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `uploads_users_uploads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "uploads" to new temporary table "new_uploads"
INSERT INTO `new_uploads` (`id`, `content_type`, `path`, `width`, `height`, `bytes`, `created_at`, `user_id`) SELECT `id`, `content_type`, `path`, `width`, `height`, `bytes`, `created_at`, `user_id` FROM `uploads`;
-- Drop "uploads" table after copying rows
DROP TABLE `uploads`;
-- Rename temporary table "new_uploads" to "uploads"
ALTER TABLE `new_uploads` RENAME TO `uploads`;
-- Create index "uploads_path_key" to table: "uploads"
CREATE UNIQUE INDEX `uploads_path_key` ON `uploads` (`path`);
-- Create index "upload_user_id" to table: "uploads"
CREATE INDEX `upload_user_id` ON `uploads` (`user_id`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
