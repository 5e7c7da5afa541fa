-- Create index "vote_created_at" to table: "votes"
CREATE INDEX `vote_created_at` ON `votes` (`created_at`);
-- Create "analytics_hours" table
CREATE TABLE `analytics_hours` (`id` integer NOT NULL, `visits` integer NOT NULL DEFAULT (0), `ended` integer NOT NULL DEFAULT (0), `seconds` integer NOT NULL DEFAULT (0), `sign_ups` integer NOT NULL DEFAULT (0), `projects` integer NOT NULL DEFAULT (0), `posts` integer NOT NULL DEFAULT (0), `votes` integer NOT NULL DEFAULT (0), `counted_at` datetime NULL, PRIMARY KEY (`id`));
-- Create "analytics_visitors" table
CREATE TABLE `analytics_visitors` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `hour` integer NOT NULL, `previous` integer NOT NULL, `visitors` integer NOT NULL);
-- Create index "analyticsvisitor_hour_previous" to table: "analytics_visitors"
CREATE UNIQUE INDEX `analyticsvisitor_hour_previous` ON `analytics_visitors` (`hour`, `previous`);
-- Create "project_days" table
CREATE TABLE `project_days` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `day` integer NOT NULL, `views` integer NOT NULL, `project_id` uuid NOT NULL, CONSTRAINT `project_days_projects_days` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE);
-- Create index "projectday_project_id_day" to table: "project_days"
CREATE UNIQUE INDEX `projectday_project_id_day` ON `project_days` (`project_id`, `day`);
-- Create index "projectday_day" to table: "project_days"
CREATE INDEX `projectday_day` ON `project_days` (`day`);
-- Create "visits" table
CREATE TABLE `visits` (`id` text NOT NULL, `visitor_id` text NOT NULL, `page` text NOT NULL, `project_id` uuid NULL, `started_at` datetime NOT NULL, `ended_at` datetime NULL, `slot` integer NOT NULL, `seconds` integer NULL, `is_pending` bool NOT NULL DEFAULT (true), PRIMARY KEY (`id`));
-- Create index "visit_slot_visitor_id_seconds" to table: "visits"
CREATE INDEX `visit_slot_visitor_id_seconds` ON `visits` (`slot`, `visitor_id`, `seconds`);
-- Create index "visit_visitor_id_slot" to table: "visits"
CREATE INDEX `visit_visitor_id_slot` ON `visits` (`visitor_id`, `slot`);
-- Create index "visit_project_id_slot" to table: "visits"
CREATE INDEX `visit_project_id_slot` ON `visits` (`project_id`, `slot`) WHERE project_id IS NOT NULL;
-- Create index "visit_pending" to table: "visits"
CREATE INDEX `visit_pending` ON `visits` (`slot`) WHERE is_pending;
