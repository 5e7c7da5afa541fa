-- Create "jobs" table
CREATE TABLE `jobs` (`id` text NOT NULL, `next_run_at` datetime NOT NULL, `holder` text NOT NULL DEFAULT (''), `held_until` datetime NOT NULL, `ran_at` datetime NULL, `run_ms` integer NOT NULL DEFAULT (0), `failures` integer NOT NULL DEFAULT (0), `failure` text NOT NULL DEFAULT (''), PRIMARY KEY (`id`));
-- Create "tasks" table
CREATE TABLE `tasks` (`id` uuid NOT NULL, `job` text NOT NULL, `payload` text NOT NULL, `state` text NOT NULL DEFAULT ('waiting'), `run_at` datetime NOT NULL, `attempts` integer NOT NULL DEFAULT (0), `failure` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "task_job_payload" to table: "tasks"
CREATE UNIQUE INDEX `task_job_payload` ON `tasks` (`job`, `payload`);
-- Create index "task_job_state_run_at" to table: "tasks"
CREATE INDEX `task_job_state_run_at` ON `tasks` (`job`, `state`, `run_at`);
-- Create index "task_state_run_at" to table: "tasks"
CREATE INDEX `task_state_run_at` ON `tasks` (`state`, `run_at`);
-- Waiting mails become tasks, with the payload of jobs.Enqueue.
INSERT INTO tasks (id, job, payload, run_at, attempts, failure, created_at)
SELECT id, 'deliver mail', '"' || id || '"', next_try_at, attempts, failure, created_at FROM mails WHERE state = 'waiting';
DROP TABLE leases;
