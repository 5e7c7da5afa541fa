-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_tasks" table
CREATE TABLE `new_tasks` (`id` uuid NOT NULL, `job` text NOT NULL, `payload` text NOT NULL, `owner` text NOT NULL DEFAULT (''), `state` text NOT NULL DEFAULT ('waiting'), `run_at` datetime NOT NULL, `attempts` integer NOT NULL DEFAULT (0), `failure` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Copy rows from old table "tasks" to new temporary table "new_tasks"
INSERT INTO `new_tasks` (`id`, `job`, `payload`, `state`, `run_at`, `attempts`, `failure`, `created_at`) SELECT `id`, `job`, `payload`, `state`, `run_at`, `attempts`, `failure`, `created_at` FROM `tasks`;
-- Drop "tasks" table after copying rows
DROP TABLE `tasks`;
-- Rename temporary table "new_tasks" to "tasks"
ALTER TABLE `new_tasks` RENAME TO `tasks`;
-- Create index "task_job_payload" to table: "tasks"
CREATE UNIQUE INDEX `task_job_payload` ON `tasks` (`job`, `payload`);
-- Create index "task_job_state_run_at" to table: "tasks"
CREATE INDEX `task_job_state_run_at` ON `tasks` (`job`, `state`, `run_at`);
-- Create index "task_state_run_at" to table: "tasks"
CREATE INDEX `task_state_run_at` ON `tasks` (`state`, `run_at`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
