-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_feature_acts" table
CREATE TABLE `new_feature_acts` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `admin_id` uuid NOT NULL, `featured` bool NOT NULL, `reason` text NOT NULL, `created_at` datetime NOT NULL, `until` datetime NULL, `ended_at` datetime NULL, `project_id` uuid NOT NULL, CONSTRAINT `feature_acts_projects_feature_acts` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "feature_acts" to new temporary table "new_feature_acts"
INSERT INTO `new_feature_acts` (`id`, `admin_id`, `featured`, `reason`, `created_at`, `project_id`) SELECT `id`, `admin_id`, `featured`, `reason`, `created_at`, `project_id` FROM `feature_acts`;
-- Drop "feature_acts" table after copying rows
DROP TABLE `feature_acts`;
-- Rename temporary table "new_feature_acts" to "feature_acts"
ALTER TABLE `new_feature_acts` RENAME TO `feature_acts`;
-- Create index "featureact_project_id" to table: "feature_acts"
CREATE INDEX `featureact_project_id` ON `feature_acts` (`project_id`);
-- Create index "featureact_until" to table: "feature_acts"
CREATE INDEX `featureact_until` ON `feature_acts` (`until`);
-- Create "new_audit_entries" table
CREATE TABLE `new_audit_entries` (`id` uuid NOT NULL, `action` text NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `subject_id` uuid NULL, `reason` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `actor_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `audit_entries_users_audit_entries` FOREIGN KEY (`actor_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "audit_entries" to new temporary table "new_audit_entries"
INSERT INTO `new_audit_entries` (`id`, `action`, `target_type`, `target_id`, `reason`, `created_at`, `actor_id`) SELECT `id`, `action`, `target_type`, `target_id`, `reason`, `created_at`, `actor_id` FROM `audit_entries`;
-- Drop "audit_entries" table after copying rows
DROP TABLE `audit_entries`;
-- Rename temporary table "new_audit_entries" to "audit_entries"
ALTER TABLE `new_audit_entries` RENAME TO `audit_entries`;
-- Create index "auditentry_actor_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_actor_id_id` ON `audit_entries` (`actor_id`, `id`);
-- Create index "auditentry_target_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_target_id_id` ON `audit_entries` (`target_id`, `id`);
-- Create index "auditentry_subject_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_subject_id_id` ON `audit_entries` (`subject_id`, `id`);
-- Create "new_news_feeds" table
CREATE TABLE `new_news_feeds` (`id` text NOT NULL, `name` text NOT NULL, `own_name` text NOT NULL DEFAULT (''), `is_added` bool NOT NULL DEFAULT (false), `is_disabled` bool NOT NULL DEFAULT (false), `position` integer NOT NULL DEFAULT (0), `etag` text NOT NULL DEFAULT (''), `last_modified` text NOT NULL DEFAULT (''), `last_success_at` datetime NULL, `last_error` text NOT NULL DEFAULT (''), `failures` integer NOT NULL DEFAULT (0), `next_fetch_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Copy rows from old table "news_feeds" to new temporary table "new_news_feeds"
INSERT INTO `new_news_feeds` (`id`, `name`, `position`, `etag`, `last_modified`, `last_success_at`, `last_error`, `failures`, `next_fetch_at`) SELECT `id`, `name`, `position`, `etag`, `last_modified`, `last_success_at`, `last_error`, `failures`, `next_fetch_at` FROM `news_feeds`;
-- Drop "news_feeds" table after copying rows
DROP TABLE `news_feeds`;
-- Rename temporary table "new_news_feeds" to "news_feeds"
ALTER TABLE `new_news_feeds` RENAME TO `news_feeds`;
-- Create "new_reports" table
CREATE TABLE `new_reports` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `reason` text NOT NULL, `details` text NOT NULL DEFAULT (''), `status` text NOT NULL DEFAULT ('open'), `resolved_at` datetime NULL, `decision` text NOT NULL DEFAULT (''), `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `reports_users_reports` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "reports" to new temporary table "new_reports"
INSERT INTO `new_reports` (`id`, `created_at`, `updated_at`, `target_type`, `target_id`, `reason`, `details`, `status`, `resolved_at`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `target_type`, `target_id`, `reason`, `details`, `status`, `resolved_at`, `user_id` FROM `reports`;
-- Drop "reports" table after copying rows
DROP TABLE `reports`;
-- Rename temporary table "new_reports" to "reports"
ALTER TABLE `new_reports` RENAME TO `reports`;
-- Create index "report_open" to table: "reports"
CREATE UNIQUE INDEX `report_open` ON `reports` (`user_id`, `target_type`, `target_id`) WHERE resolved_at IS NULL;
-- Create index "report_status_id" to table: "reports"
CREATE INDEX `report_status_id` ON `reports` (`status`, `id`);
-- Create index "report_target_id_target_type" to table: "reports"
CREATE INDEX `report_target_id_target_type` ON `reports` (`target_id`, `target_type`);
-- Create index "report_user_id_id" to table: "reports"
CREATE INDEX `report_user_id_id` ON `reports` (`user_id`, `id`);
-- Create index "mail_state_id" to table: "mails"
CREATE INDEX `mail_state_id` ON `mails` (`state`, `id`);
-- Who the acts of moderators concern
UPDATE audit_entries SET subject_id = target_id WHERE target_type = 'user';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM projects WHERE projects.id = audit_entries.target_id) WHERE target_type = 'project';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM forum_threads WHERE forum_threads.id = audit_entries.target_id) WHERE target_type = 'forum_thread';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM forum_posts WHERE forum_posts.id = audit_entries.target_id) WHERE target_type = 'forum_post';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM blog_posts WHERE blog_posts.id = audit_entries.target_id) WHERE target_type = 'blog_post';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM blog_comments WHERE blog_comments.id = audit_entries.target_id) WHERE target_type = 'blog_comment';
-- When projects stopped being featured
UPDATE feature_acts SET ended_at = (SELECT MIN(e.created_at) FROM feature_acts e WHERE e.project_id = feature_acts.project_id AND NOT e.featured AND e.id > feature_acts.id) WHERE featured;
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
