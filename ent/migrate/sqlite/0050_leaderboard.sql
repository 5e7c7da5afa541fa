-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_votes" table
CREATE TABLE `new_votes` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `value` integer NOT NULL, `is_counted` bool NOT NULL DEFAULT (true), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `cast_day` integer NOT NULL DEFAULT (0), `user_id` uuid NOT NULL, CONSTRAINT `votes_users_votes` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `vote_value` CHECK (value IN (-1, 1)));
-- Copy rows from old table "votes" to new temporary table "new_votes". Earlier votes count on the day when they were created, in UTC.
INSERT INTO `new_votes` (`id`, `target_type`, `target_id`, `value`, `is_counted`, `created_at`, `updated_at`, `cast_day`, `user_id`) SELECT `id`, `target_type`, `target_id`, `value`, `is_counted`, `created_at`, `updated_at`, CAST(strftime('%Y%m%d', `created_at`) AS integer), `user_id` FROM `votes`;
-- Drop "votes" table after copying rows
DROP TABLE `votes`;
-- Rename temporary table "new_votes" to "votes"
ALTER TABLE `new_votes` RENAME TO `votes`;
-- Create index "vote_target_id_user_id_target_type" to table: "votes"
CREATE UNIQUE INDEX `vote_target_id_user_id_target_type` ON `votes` (`target_id`, `user_id`, `target_type`);
-- Create index "vote_user_id_created_at" to table: "votes"
CREATE INDEX `vote_user_id_created_at` ON `votes` (`user_id`, `created_at`);
-- Create index "vote_created_at" to table: "votes"
CREATE INDEX `vote_created_at` ON `votes` (`created_at`);
-- Create index "vote_uncounted" to table: "votes"
CREATE INDEX `vote_uncounted` ON `votes` (`user_id`) WHERE NOT is_counted;
-- Create "closed_periods" table
CREATE TABLE `closed_periods` (`id` uuid NOT NULL, `period` text NOT NULL, `start` integer NOT NULL, `created_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "closedperiod_period_start" to table: "closed_periods"
CREATE UNIQUE INDEX `closedperiod_period_start` ON `closed_periods` (`period`, `start`);
-- Create "project_awards" table
CREATE TABLE `project_awards` (`id` uuid NOT NULL, `period` text NOT NULL, `start` integer NOT NULL, `rank` integer NOT NULL, `votes` integer NOT NULL, `project_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `project_awards_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE);
-- Create index "projectaward_period_start_rank" to table: "project_awards"
CREATE UNIQUE INDEX `projectaward_period_start_rank` ON `project_awards` (`period`, `start`, `rank`);
-- Create index "projectaward_project_id_rank_start" to table: "project_awards"
CREATE INDEX `projectaward_project_id_rank_start` ON `project_awards` (`project_id`, `rank`, `start`);
-- Create "project_tallies" table
CREATE TABLE `project_tallies` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `period` text NOT NULL, `start` integer NOT NULL, `votes` integer NOT NULL, `project_id` uuid NOT NULL, CONSTRAINT `project_tallies_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE);
-- Count the upvotes of each period
INSERT INTO project_tallies (project_id, period, start, votes)
  SELECT target_id, 'day', cast_day, COUNT(*) FROM votes
  WHERE target_type = 'project' AND value = 1 AND is_counted AND target_id IN (SELECT id FROM projects) GROUP BY target_id, cast_day;
INSERT INTO project_tallies (project_id, period, start, votes)
  SELECT project_id, 'week', CAST(strftime('%Y%m%d', substr(start, 1, 4) || '-' || substr(start, 5, 2) || '-' || substr(start, 7, 2), 'weekday 0', '-6 days') AS integer), SUM(votes) FROM project_tallies WHERE period = 'day' GROUP BY 1, 3;
INSERT INTO project_tallies (project_id, period, start, votes)
  SELECT project_id, 'month', start / 100 * 100 + 1, SUM(votes) FROM project_tallies WHERE period = 'day' GROUP BY 1, 3;
INSERT INTO project_tallies (project_id, period, start, votes)
  SELECT project_id, 'year', start / 10000 * 10000 + 101, SUM(votes) FROM project_tallies WHERE period = 'day' GROUP BY 1, 3;
-- Create index "projecttally_project_id_period_start" to table: "project_tallies"
CREATE UNIQUE INDEX `projecttally_project_id_period_start` ON `project_tallies` (`project_id`, `period`, `start`);
-- Create index "projecttally_period_start_votes_project_id" to table: "project_tallies"
CREATE INDEX `projecttally_period_start_votes_project_id` ON `project_tallies` (`period`, `start`, `votes`, `project_id`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
