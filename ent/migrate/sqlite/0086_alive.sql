-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_projects" table
CREATE TABLE `new_projects` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `short` text NOT NULL, `title` text NOT NULL, `title_key` text NOT NULL, `tagline` text NOT NULL, `description` text NOT NULL DEFAULT (''), `logo` text NOT NULL DEFAULT (''), `cover_image` text NOT NULL DEFAULT (''), `stage` text NOT NULL, `primary_category` text NOT NULL, `secondary_categories` json NOT NULL, `vibe_tools` json NOT NULL, `custom_tools` json NOT NULL, `monetization` text NOT NULL DEFAULT ('free'), `looking_for` json NOT NULL, `tags` json NOT NULL, `links` json NOT NULL, `media` json NOT NULL, `impact` json NOT NULL, `launch_date` text NOT NULL DEFAULT (''), `is_public` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `featured_at` datetime NULL, `featured_reason` text NOT NULL DEFAULT (''), `deleted_at` datetime NULL, `hidden_at` datetime NULL, `publish_on_restore` bool NOT NULL DEFAULT (false), `is_awaiting` bool NOT NULL DEFAULT (false), `comment_count` integer NOT NULL DEFAULT (0), `feedback_count` integer NOT NULL DEFAULT (0), `feedback_thread_id` uuid NULL, `first_answer_at` datetime NULL, `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `is_entered` bool NOT NULL DEFAULT (false), `build_code` text NOT NULL DEFAULT (''), `build_hours` integer NULL, `build_cost` integer NULL, `build_lesson` text NOT NULL DEFAULT (''), `alive` text NOT NULL DEFAULT ('unknown'), `alive_share` real NULL, `alive_checked_at` datetime NULL, `rank` real NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `description_version` integer NOT NULL DEFAULT (0), `description_html` text NOT NULL DEFAULT (''), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `projects_users_projects` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "projects" to new temporary table "new_projects"
INSERT INTO `new_projects` (`id`, `created_at`, `updated_at`, `via`, `short`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `featured_reason`, `deleted_at`, `hidden_at`, `publish_on_restore`, `is_awaiting`, `comment_count`, `feedback_count`, `feedback_thread_id`, `first_answer_at`, `upvotes`, `downvotes`, `eligible_upvotes`, `eligible_downvotes`, `is_entered`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `via`, `short`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `featured_reason`, `deleted_at`, `hidden_at`, `publish_on_restore`, `is_awaiting`, `comment_count`, `feedback_count`, `feedback_thread_id`, `first_answer_at`, `upvotes`, `downvotes`, `eligible_upvotes`, `eligible_downvotes`, `is_entered`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id` FROM `projects`;
-- Drop "projects" table after copying rows
DROP TABLE `projects`;
-- Rename temporary table "new_projects" to "projects"
ALTER TABLE `new_projects` RENAME TO `projects`;
-- Create index "projects_short_key" to table: "projects"
CREATE UNIQUE INDEX `projects_short_key` ON `projects` (`short`);
-- Create index "project_user_id_id" to table: "projects"
CREATE INDEX `project_user_id_id` ON `projects` (`user_id`, `id`);
-- Create index "project_newest" to table: "projects"
CREATE INDEX `project_newest` ON `projects` (`id`) WHERE is_public;
-- Create index "project_waiting" to table: "projects"
CREATE INDEX `project_waiting` ON `projects` (`published_at`, `id`) WHERE is_public AND (first_answer_at IS NULL);
-- Create index "project_published" to table: "projects"
CREATE INDEX `project_published` ON `projects` (`published_at`) WHERE is_public;
-- Create index "project_trending" to table: "projects"
CREATE INDEX `project_trending` ON `projects` (`is_entered`, `rank`, `id` DESC, `user_id`) WHERE is_public;
-- Create index "project_alphabetical" to table: "projects"
CREATE INDEX `project_alphabetical` ON `projects` (`title_key`, `id`) WHERE is_public;
-- Create index "project_code" to table: "projects"
CREATE INDEX `project_code` ON `projects` (`build_code`, `id`) WHERE is_public;
-- Create index "project_hours" to table: "projects"
CREATE INDEX `project_hours` ON `projects` (`build_hours`, `id`) WHERE is_public AND (build_hours IS NOT NULL);
-- Create index "project_stage_newest" to table: "projects"
CREATE INDEX `project_stage_newest` ON `projects` (`stage`, `id`) WHERE is_public;
-- Create index "project_stage_trending" to table: "projects"
CREATE INDEX `project_stage_trending` ON `projects` (`stage`, `is_entered`, `rank`, `id` DESC, `user_id`) WHERE is_public;
-- Create index "project_stage_alphabetical" to table: "projects"
CREATE INDEX `project_stage_alphabetical` ON `projects` (`stage`, `title_key`, `id`) WHERE is_public;
-- Create index "project_category_trending" to table: "projects"
CREATE INDEX `project_category_trending` ON `projects` (`primary_category`, `is_entered`, `rank`, `id` DESC, `user_id`) WHERE is_public;
-- Create index "project_all_time" to table: "projects"
CREATE INDEX `project_all_time` ON `projects` (`eligible_upvotes`, `id` DESC, `user_id`) WHERE is_public;
-- Create index "project_deleted" to table: "projects"
CREATE INDEX `project_deleted` ON `projects` (`deleted_at`) WHERE deleted_at IS NOT NULL;
-- Create index "project_title_key_id" to table: "projects"
CREATE INDEX `project_title_key_id` ON `projects` (`title_key`, `id`);
-- Create index "project_upvotes_id" to table: "projects"
CREATE INDEX `project_upvotes_id` ON `projects` (`upvotes`, `id`);
-- Create index "project_downvotes_id" to table: "projects"
CREATE INDEX `project_downvotes_id` ON `projects` (`downvotes`, `id`);
-- Create index "project_featured" to table: "projects"
CREATE INDEX `project_featured` ON `projects` (`featured_at`, `id`) WHERE featured_at IS NOT NULL;
-- Create "project_checks" table
CREATE TABLE `project_checks` (`id` uuid NOT NULL, `is_off` bool NOT NULL DEFAULT (false), `demo` text NOT NULL DEFAULT (''), `repo` text NOT NULL DEFAULT (''), `due_at` datetime NULL, `days` text NOT NULL DEFAULT (''), `last_day` text NOT NULL DEFAULT (''), `tries` integer NOT NULL DEFAULT (0), `tried_day` text NOT NULL DEFAULT (''), `last` json NOT NULL, `project_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `project_checks_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE);
-- Create index "projectcheck_project_id" to table: "project_checks"
CREATE UNIQUE INDEX `projectcheck_project_id` ON `project_checks` (`project_id`);
-- Create index "projectcheck_due" to table: "project_checks"
CREATE INDEX `projectcheck_due` ON `project_checks` (`due_at`) WHERE due_at IS NOT NULL;
-- The links of public projects are checked, spread over the next day
INSERT INTO project_checks (id, project_id, demo, repo, due_at, last)
SELECT id, id, COALESCE(json_extract(links, '$.demo'), ''), COALESCE(json_extract(links, '$.repo'), ''),
  strftime('%Y-%m-%d %H:%M:%S', 'now', '+' || (abs(random()) % 1440) || ' minutes') || '+00:00', '{}'
FROM projects WHERE is_public AND COALESCE(json_extract(links, '$.demo'), '') || COALESCE(json_extract(links, '$.repo'), '') <> '';
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
