-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_blog_posts" table
CREATE TABLE `new_blog_posts` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `title` text NOT NULL, `title_key` text NOT NULL DEFAULT (''), `excerpt` text NOT NULL DEFAULT (''), `tags` json NOT NULL, `cover_image` text NOT NULL DEFAULT (''), `is_published` bool NOT NULL DEFAULT (true), `is_visible` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `hidden_at` datetime NULL, `is_awaiting` bool NOT NULL DEFAULT (false), `deleted_at` datetime NULL, `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `comment_count` integer NOT NULL DEFAULT (0), `popularity` integer NOT NULL DEFAULT (0), `read_time` integer NOT NULL DEFAULT (1), `summary` text NOT NULL DEFAULT (''), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `blog_posts_users_blog_posts` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "blog_posts" to new temporary table "new_blog_posts"
INSERT INTO `new_blog_posts` (`id`, `created_at`, `updated_at`, `title`, `title_key`, `excerpt`, `tags`, `cover_image`, `is_published`, `is_visible`, `published_at`, `hidden_at`, `deleted_at`, `upvotes`, `downvotes`, `comment_count`, `popularity`, `read_time`, `summary`, `content_version`, `content`, `content_html`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `title`, `title_key`, `excerpt`, `tags`, `cover_image`, `is_published`, `is_visible`, `published_at`, `hidden_at`, `deleted_at`, `upvotes`, `downvotes`, `comment_count`, `popularity`, `read_time`, `summary`, `content_version`, `content`, `content_html`, `user_id` FROM `blog_posts`;
-- Drop "blog_posts" table after copying rows
DROP TABLE `blog_posts`;
-- Rename temporary table "new_blog_posts" to "blog_posts"
ALTER TABLE `new_blog_posts` RENAME TO `blog_posts`;
-- Create index "blogpost_user_id_id" to table: "blog_posts"
CREATE INDEX `blogpost_user_id_id` ON `blog_posts` (`user_id`, `id`);
-- Create index "blogpost_newest" to table: "blog_posts"
CREATE INDEX `blogpost_newest` ON `blog_posts` (`published_at`, `id`) WHERE is_visible;
-- Create index "blogpost_popular" to table: "blog_posts"
CREATE INDEX `blogpost_popular` ON `blog_posts` (`popularity`, `published_at`, `id`) WHERE is_visible;
-- Create index "blogpost_visible" to table: "blog_posts"
CREATE INDEX `blogpost_visible` ON `blog_posts` (`id`) WHERE is_visible;
-- Create index "blogpost_with_popularity" to table: "blog_posts"
CREATE INDEX `blogpost_with_popularity` ON `blog_posts` (`id`) WHERE popularity > 0;
-- Create index "blogpost_title_key_id" to table: "blog_posts"
CREATE INDEX `blogpost_title_key_id` ON `blog_posts` (`title_key`, `id`);
-- Create index "blogpost_upvotes_id" to table: "blog_posts"
CREATE INDEX `blogpost_upvotes_id` ON `blog_posts` (`upvotes`, `id`);
-- Create index "blogpost_comment_count_id" to table: "blog_posts"
CREATE INDEX `blogpost_comment_count_id` ON `blog_posts` (`comment_count`, `id`);
-- Create index "blogpost_deleted" to table: "blog_posts"
CREATE INDEX `blogpost_deleted` ON `blog_posts` (`deleted_at`) WHERE deleted_at IS NOT NULL;
-- Create "new_reports" table
CREATE TABLE `new_reports` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `reason` text NOT NULL, `details` text NOT NULL DEFAULT (''), `status` text NOT NULL DEFAULT ('open'), `resolved_at` datetime NULL, `decision` text NOT NULL DEFAULT (''), `in_good_standing` bool NOT NULL DEFAULT (true), `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `reports_users_reports` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "reports" to new temporary table "new_reports"
INSERT INTO `new_reports` (`id`, `created_at`, `updated_at`, `target_type`, `target_id`, `reason`, `details`, `status`, `resolved_at`, `decision`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `target_type`, `target_id`, `reason`, `details`, `status`, `resolved_at`, `decision`, `user_id` FROM `reports`;
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
-- Add column "public_by" to table: "audit_entries"
ALTER TABLE `audit_entries` ADD COLUMN `public_by` text NULL;
-- Create index "auditentry_public" to table: "audit_entries"
CREATE INDEX `auditentry_public` ON `audit_entries` (`id`) WHERE public_by IS NOT NULL;
-- Create "new_boards" table
CREATE TABLE `new_boards` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `name` text NOT NULL DEFAULT (''), `tagline` text NOT NULL DEFAULT (''), `logo` text NOT NULL DEFAULT (''), `mark` text NOT NULL DEFAULT (''), `accent` text NOT NULL DEFAULT (''), `contact_email` text NOT NULL DEFAULT (''), `registration` text NOT NULL DEFAULT (''), `footer_links` json NOT NULL, `founded_year` integer NOT NULL DEFAULT (0), `default_theme` text NOT NULL DEFAULT (''), `time_zone` text NOT NULL DEFAULT (''), `min_account_hours` integer NULL, `entry_votes` integer NULL, `first_posts` text NOT NULL DEFAULT (''), `watched_words` json NULL, `public_log_at` datetime NULL, `blocked_mail_domains` json NULL, `allowed_mail_domains` json NULL, `proof_of_work` bool NOT NULL DEFAULT (false), `privacy` text NOT NULL DEFAULT (''), `privacy_at` datetime NULL, `terms` text NOT NULL DEFAULT (''), `terms_at` datetime NULL, PRIMARY KEY (`id`));
-- Copy rows from old table "boards" to new temporary table "new_boards"
INSERT INTO `new_boards` (`id`, `created_at`, `updated_at`, `name`, `tagline`, `logo`, `mark`, `accent`, `contact_email`, `registration`, `footer_links`, `founded_year`, `default_theme`, `time_zone`, `privacy`, `privacy_at`, `terms`, `terms_at`) SELECT `id`, `created_at`, `updated_at`, `name`, `tagline`, `logo`, `mark`, `accent`, `contact_email`, `registration`, `footer_links`, `founded_year`, `default_theme`, `time_zone`, `privacy`, `privacy_at`, `terms`, `terms_at` FROM `boards`;
-- Drop "boards" table after copying rows
DROP TABLE `boards`;
-- Rename temporary table "new_boards" to "boards"
ALTER TABLE `new_boards` RENAME TO `boards`;
-- Create "new_blog_comments" table
CREATE TABLE `new_blog_comments` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `content` text NOT NULL, `content_version` integer NOT NULL DEFAULT (0), `content_html` text NOT NULL DEFAULT (''), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `is_visible` bool NOT NULL DEFAULT (true), `edited_at` datetime NULL, `hidden_at` datetime NULL, `hidden_by_moderator` bool NOT NULL DEFAULT (false), `is_awaiting` bool NOT NULL DEFAULT (false), `parent_id` uuid NULL, `post_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `blog_comments_blog_comments_answers` FOREIGN KEY (`parent_id`) REFERENCES `blog_comments` (`id`) ON DELETE SET NULL, CONSTRAINT `blog_comments_blog_posts_comments` FOREIGN KEY (`post_id`) REFERENCES `blog_posts` (`id`) ON DELETE CASCADE, CONSTRAINT `blog_comments_users_blog_comments` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "blog_comments" to new temporary table "new_blog_comments"
INSERT INTO `new_blog_comments` (`id`, `created_at`, `updated_at`, `content`, `content_version`, `content_html`, `upvotes`, `downvotes`, `is_visible`, `edited_at`, `hidden_at`, `hidden_by_moderator`, `parent_id`, `post_id`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `content`, `content_version`, `content_html`, `upvotes`, `downvotes`, `is_visible`, `edited_at`, `hidden_at`, `hidden_by_moderator`, `parent_id`, `post_id`, `user_id` FROM `blog_comments`;
-- Drop "blog_comments" table after copying rows
DROP TABLE `blog_comments`;
-- Rename temporary table "new_blog_comments" to "blog_comments"
ALTER TABLE `new_blog_comments` RENAME TO `blog_comments`;
-- Create index "blogcomment_post_id_id" to table: "blog_comments"
CREATE INDEX `blogcomment_post_id_id` ON `blog_comments` (`post_id`, `id`);
-- Create index "blogcomment_user_id_id" to table: "blog_comments"
CREATE INDEX `blogcomment_user_id_id` ON `blog_comments` (`user_id`, `id`);
-- Create index "blogcomment_parent_id" to table: "blog_comments"
CREATE INDEX `blogcomment_parent_id` ON `blog_comments` (`parent_id`);
-- Create "new_users" table
CREATE TABLE `new_users` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `username` text NOT NULL, `username_key` text NOT NULL, `email` text NOT NULL, `email_key` text NOT NULL, `new_email` text NULL, `email_verified_at` datetime NULL, `email_owned_at` datetime NULL, `password_hash` text NOT NULL, `viber_tag` text NOT NULL, `display_name` text NOT NULL DEFAULT (''), `avatar` text NOT NULL DEFAULT (''), `bio` text NOT NULL DEFAULT (''), `github` text NOT NULL DEFAULT (''), `twitter` text NOT NULL DEFAULT (''), `linkedin` text NOT NULL DEFAULT (''), `website` text NOT NULL DEFAULT (''), `skills` json NOT NULL, `location` text NOT NULL DEFAULT (''), `is_admin` bool NOT NULL DEFAULT (false), `is_demo` bool NOT NULL DEFAULT (false), `deleted_at` datetime NULL, `deleting` text NULL, `project_count` integer NOT NULL DEFAULT (0), `draft_count` integer NOT NULL DEFAULT (0), `forum_thread_count` integer NOT NULL DEFAULT (0), `forum_post_count` integer NOT NULL DEFAULT (0), `blog_post_count` integer NOT NULL DEFAULT (0), `blog_comment_count` integer NOT NULL DEFAULT (0), `follower_count` integer NOT NULL DEFAULT (0), `following_count` integer NOT NULL DEFAULT (0), `hides_follows` bool NOT NULL DEFAULT (false), `hides_agents` bool NOT NULL DEFAULT (false), `votes_given` integer NOT NULL DEFAULT (0), `upvotes_received` integer NOT NULL DEFAULT (0), `downvotes_received` integer NOT NULL DEFAULT (0), `eligible_upvotes_received` integer NOT NULL DEFAULT (0), `votes_held_at` datetime NULL, `reputation` integer NOT NULL DEFAULT (0), `link_post_count` integer NOT NULL DEFAULT (0), `link_posted_at` datetime NULL, `suspended_at` datetime NULL, `suspended_until` datetime NULL, `suspension_reason` text NOT NULL DEFAULT (''), `last_active_at` datetime NULL, PRIMARY KEY (`id`));
-- Copy rows from old table "users" to new temporary table "new_users"
INSERT INTO `new_users` (`id`, `created_at`, `updated_at`, `username`, `username_key`, `email`, `email_key`, `new_email`, `email_verified_at`, `email_owned_at`, `password_hash`, `viber_tag`, `display_name`, `avatar`, `bio`, `github`, `twitter`, `linkedin`, `website`, `skills`, `location`, `is_admin`, `is_demo`, `deleted_at`, `deleting`, `project_count`, `draft_count`, `forum_thread_count`, `forum_post_count`, `blog_post_count`, `blog_comment_count`, `follower_count`, `following_count`, `hides_follows`, `votes_given`, `upvotes_received`, `downvotes_received`, `reputation`, `link_post_count`, `link_posted_at`, `suspended_at`, `suspended_until`, `suspension_reason`, `last_active_at`) SELECT `id`, `created_at`, `updated_at`, `username`, `username_key`, `email`, `email_key`, `new_email`, `email_verified_at`, `email_owned_at`, `password_hash`, `viber_tag`, `display_name`, `avatar`, `bio`, `github`, `twitter`, `linkedin`, `website`, `skills`, `location`, `is_admin`, `is_demo`, `deleted_at`, `deleting`, `project_count`, `draft_count`, `forum_thread_count`, `forum_post_count`, `blog_post_count`, `blog_comment_count`, `follower_count`, `following_count`, `hides_follows`, `votes_given`, `upvotes_received`, `downvotes_received`, `reputation`, `link_post_count`, `link_posted_at`, `suspended_at`, `suspended_until`, `suspension_reason`, `last_active_at` FROM `users`;
-- Drop "users" table after copying rows
DROP TABLE `users`;
-- Rename temporary table "new_users" to "users"
ALTER TABLE `new_users` RENAME TO `users`;
-- Create index "users_username_key_key" to table: "users"
CREATE UNIQUE INDEX `users_username_key_key` ON `users` (`username_key`);
-- Create index "users_email_key_key" to table: "users"
CREATE UNIQUE INDEX `users_email_key_key` ON `users` (`email_key`);
-- Create index "users_viber_tag_key" to table: "users"
CREATE UNIQUE INDEX `users_viber_tag_key` ON `users` (`viber_tag`);
-- Create index "user_upvotes_received_id" to table: "users"
CREATE INDEX `user_upvotes_received_id` ON `users` (`upvotes_received`, `id`);
-- Create index "user_last_active_at_id" to table: "users"
CREATE INDEX `user_last_active_at_id` ON `users` (`last_active_at`, `id`);
-- Create index "user_reputation_id" to table: "users"
CREATE INDEX `user_reputation_id` ON `users` (`reputation`, `id`);
-- Create index "user_project_count_id" to table: "users"
CREATE INDEX `user_project_count_id` ON `users` (`project_count`, `id`);
-- Create index "user_forum_post_count_id" to table: "users"
CREATE INDEX `user_forum_post_count_id` ON `users` (`forum_post_count`, `id`);
-- Create index "user_blog_post_count_id" to table: "users"
CREATE INDEX `user_blog_post_count_id` ON `users` (`blog_post_count`, `id`);
-- Create index "user_suspended" to table: "users"
CREATE INDEX `user_suspended` ON `users` (`suspended_at`) WHERE suspended_at IS NOT NULL;
-- Create index "user_demo" to table: "users"
CREATE INDEX `user_demo` ON `users` (`id`) WHERE is_demo;
-- Create index "user_admins" to table: "users"
CREATE INDEX `user_admins` ON `users` (`id`) WHERE is_admin;
-- Create index "user_deleting" to table: "users"
CREATE INDEX `user_deleting` ON `users` (`deleted_at`) WHERE deleting IS NOT NULL;
-- Create "new_project_updates" table
CREATE TABLE `new_project_updates` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `stage_before` text NOT NULL DEFAULT (''), `stage_after` text NOT NULL DEFAULT (''), `title` text NOT NULL DEFAULT (''), `edited_at` datetime NULL, `hidden_at` datetime NULL, `is_awaiting` bool NOT NULL DEFAULT (false), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL DEFAULT (''), `content_html` text NOT NULL DEFAULT (''), `project_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `project_updates_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE, CONSTRAINT `project_updates_users_author` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "project_updates" to new temporary table "new_project_updates"
INSERT INTO `new_project_updates` (`id`, `created_at`, `updated_at`, `stage_before`, `stage_after`, `title`, `edited_at`, `content_version`, `content`, `content_html`, `project_id`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `stage_before`, `stage_after`, `title`, `edited_at`, `content_version`, `content`, `content_html`, `project_id`, `user_id` FROM `project_updates`;
-- Drop "project_updates" table after copying rows
DROP TABLE `project_updates`;
-- Rename temporary table "new_project_updates" to "project_updates"
ALTER TABLE `new_project_updates` RENAME TO `project_updates`;
-- Create index "changelogentry_project_id_id" to table: "project_updates"
CREATE INDEX `changelogentry_project_id_id` ON `project_updates` (`project_id`, `id`);
-- Create index "changelogentry_user_id_id" to table: "project_updates"
CREATE INDEX `changelogentry_user_id_id` ON `project_updates` (`user_id`, `id`);
-- Create "new_votes" table
CREATE TABLE `new_votes` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `value` integer NOT NULL, `is_counted` bool NOT NULL DEFAULT (true), `is_eligible` bool NOT NULL DEFAULT (true), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `cast_day` integer NOT NULL DEFAULT (0), `user_id` uuid NOT NULL, CONSTRAINT `votes_users_votes` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `vote_value` CHECK (value IN (-1, 1)));
-- Copy rows from old table "votes" to new temporary table "new_votes"
INSERT INTO `new_votes` (`id`, `target_type`, `target_id`, `value`, `is_counted`, `created_at`, `updated_at`, `cast_day`, `user_id`) SELECT `id`, `target_type`, `target_id`, `value`, `is_counted`, `created_at`, `updated_at`, `cast_day`, `user_id` FROM `votes`;
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
-- Create index "vote_ineligible" to table: "votes"
CREATE INDEX `vote_ineligible` ON `votes` (`user_id`) WHERE NOT is_eligible;
-- Create "new_project_tallies" table
CREATE TABLE `new_project_tallies` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `period` text NOT NULL, `start` integer NOT NULL, `votes` integer NOT NULL, `project_id` uuid NOT NULL, CONSTRAINT `project_tallies_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "project_tallies" to new temporary table "new_project_tallies"
INSERT INTO `new_project_tallies` (`id`, `period`, `start`, `votes`, `project_id`) SELECT `id`, `period`, `start`, `votes`, `project_id` FROM `project_tallies`;
-- Drop "project_tallies" table after copying rows
DROP TABLE `project_tallies`;
-- Rename temporary table "new_project_tallies" to "project_tallies"
ALTER TABLE `new_project_tallies` RENAME TO `project_tallies`;
-- Create index "projecttally_project_id_period_start" to table: "project_tallies"
CREATE UNIQUE INDEX `projecttally_project_id_period_start` ON `project_tallies` (`project_id`, `period`, `start`);
-- Create index "projecttally_period_start_votes_project_id" to table: "project_tallies"
CREATE INDEX `projecttally_period_start_votes_project_id` ON `project_tallies` (`period`, `start`, `votes`, `project_id` DESC);
-- Create "new_projects" table
CREATE TABLE `new_projects` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `title` text NOT NULL, `title_key` text NOT NULL, `tagline` text NOT NULL, `description` text NOT NULL DEFAULT (''), `logo` text NOT NULL DEFAULT (''), `cover_image` text NOT NULL DEFAULT (''), `stage` text NOT NULL, `primary_category` text NOT NULL, `secondary_categories` json NOT NULL, `vibe_tools` json NOT NULL, `custom_tools` json NOT NULL, `monetization` text NOT NULL DEFAULT ('free'), `looking_for` json NOT NULL, `tags` json NOT NULL, `links` json NOT NULL, `media` json NOT NULL, `impact` json NOT NULL, `launch_date` text NOT NULL DEFAULT (''), `is_public` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `featured_at` datetime NULL, `featured_reason` text NOT NULL DEFAULT (''), `deleted_at` datetime NULL, `hidden_at` datetime NULL, `publish_on_restore` bool NOT NULL DEFAULT (false), `is_awaiting` bool NOT NULL DEFAULT (false), `comment_count` integer NOT NULL DEFAULT (0), `feedback_count` integer NOT NULL DEFAULT (0), `feedback_thread_id` uuid NULL, `first_answer_at` datetime NULL, `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `is_entered` bool NOT NULL DEFAULT (false), `rank` real NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `description_version` integer NOT NULL DEFAULT (0), `description_html` text NOT NULL DEFAULT (''), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `projects_users_projects` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "projects" to new temporary table "new_projects"
INSERT INTO `new_projects` (`id`, `created_at`, `updated_at`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `featured_reason`, `deleted_at`, `hidden_at`, `publish_on_restore`, `comment_count`, `feedback_count`, `feedback_thread_id`, `first_answer_at`, `upvotes`, `downvotes`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `featured_reason`, `deleted_at`, `hidden_at`, `publish_on_restore`, `comment_count`, `feedback_count`, `feedback_thread_id`, `first_answer_at`, `upvotes`, `downvotes`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id` FROM `projects`;
-- Drop "projects" table after copying rows
DROP TABLE `projects`;
-- Rename temporary table "new_projects" to "projects"
ALTER TABLE `new_projects` RENAME TO `projects`;
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
-- Create "new_forum_posts" table
CREATE TABLE `new_forum_posts` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `is_visible` bool NOT NULL DEFAULT (true), `edited_at` datetime NULL, `hidden_at` datetime NULL, `is_awaiting` bool NOT NULL DEFAULT (false), `answer_count` integer NOT NULL DEFAULT (0), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `parent_id` uuid NULL, `thread_id` uuid NOT NULL, `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `forum_posts_forum_posts_answers` FOREIGN KEY (`parent_id`) REFERENCES `forum_posts` (`id`) ON DELETE SET NULL, CONSTRAINT `forum_posts_forum_threads_posts` FOREIGN KEY (`thread_id`) REFERENCES `forum_threads` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_posts_users_forum_posts` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "forum_posts" to new temporary table "new_forum_posts"
INSERT INTO `new_forum_posts` (`id`, `created_at`, `updated_at`, `via`, `is_visible`, `edited_at`, `hidden_at`, `answer_count`, `upvotes`, `downvotes`, `content_version`, `content`, `content_html`, `parent_id`, `thread_id`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `via`, `is_visible`, `edited_at`, `hidden_at`, `answer_count`, `upvotes`, `downvotes`, `content_version`, `content`, `content_html`, `parent_id`, `thread_id`, `user_id` FROM `forum_posts`;
-- Drop "forum_posts" table after copying rows
DROP TABLE `forum_posts`;
-- Rename temporary table "new_forum_posts" to "forum_posts"
ALTER TABLE `new_forum_posts` RENAME TO `forum_posts`;
-- Create index "forumpost_thread_id_id" to table: "forum_posts"
CREATE INDEX `forumpost_thread_id_id` ON `forum_posts` (`thread_id`, `id`);
-- Create index "forumpost_visible" to table: "forum_posts"
CREATE INDEX `forumpost_visible` ON `forum_posts` (`thread_id`, `id`, `user_id`, `via`) WHERE is_visible;
-- Create index "forumpost_newest" to table: "forum_posts"
CREATE INDEX `forumpost_newest` ON `forum_posts` (`id`) WHERE is_visible;
-- Create index "forumpost_user_id_id" to table: "forum_posts"
CREATE INDEX `forumpost_user_id_id` ON `forum_posts` (`user_id`, `id`);
-- Create index "forumpost_answers" to table: "forum_posts"
CREATE INDEX `forumpost_answers` ON `forum_posts` (`parent_id`) WHERE parent_id IS NOT NULL;
-- Create "new_forum_threads" table
CREATE TABLE `new_forum_threads` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `title` text NOT NULL, `is_visible` bool NOT NULL DEFAULT (true), `is_feedback` bool NOT NULL DEFAULT (false), `is_pinned` bool NOT NULL DEFAULT (false), `is_locked` bool NOT NULL DEFAULT (false), `edited_at` datetime NULL, `hidden_at` datetime NULL, `is_awaiting` bool NOT NULL DEFAULT (false), `deleted_at` datetime NULL, `last_activity_at` datetime NOT NULL, `reply_count` integer NOT NULL DEFAULT (0), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `channel_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `forum_threads_forum_channels_threads` FOREIGN KEY (`channel_id`) REFERENCES `forum_channels` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_threads_users_forum_threads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "forum_threads" to new temporary table "new_forum_threads"
INSERT INTO `new_forum_threads` (`id`, `created_at`, `updated_at`, `title`, `is_visible`, `is_feedback`, `is_pinned`, `is_locked`, `edited_at`, `hidden_at`, `deleted_at`, `last_activity_at`, `reply_count`, `upvotes`, `downvotes`, `excerpt`, `content_version`, `content`, `content_html`, `channel_id`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `title`, `is_visible`, `is_feedback`, `is_pinned`, `is_locked`, `edited_at`, `hidden_at`, `deleted_at`, `last_activity_at`, `reply_count`, `upvotes`, `downvotes`, `excerpt`, `content_version`, `content`, `content_html`, `channel_id`, `user_id` FROM `forum_threads`;
-- Drop "forum_threads" table after copying rows
DROP TABLE `forum_threads`;
-- Rename temporary table "new_forum_threads" to "forum_threads"
ALTER TABLE `new_forum_threads` RENAME TO `forum_threads`;
-- Create index "forumthread_user_id_id" to table: "forum_threads"
CREATE INDEX `forumthread_user_id_id` ON `forum_threads` (`user_id`, `id`);
-- Create index "forumthread_channel" to table: "forum_threads"
CREATE INDEX `forumthread_channel` ON `forum_threads` (`channel_id`, `is_pinned`, `last_activity_at`, `id`) WHERE is_visible;
-- Create index "forumthread_active" to table: "forum_threads"
CREATE INDEX `forumthread_active` ON `forum_threads` (`last_activity_at`, `id`) WHERE is_visible;
-- Create index "forumthread_newest" to table: "forum_threads"
CREATE INDEX `forumthread_newest` ON `forum_threads` (`id`) WHERE is_visible;
-- Create index "forumthread_top" to table: "forum_threads"
CREATE INDEX `forumthread_top` ON `forum_threads` (`eligible_upvotes`, `id`) WHERE is_visible;
-- Create index "forumthread_channel_top" to table: "forum_threads"
CREATE INDEX `forumthread_channel_top` ON `forum_threads` (`channel_id`, `eligible_upvotes`, `id`) WHERE is_visible;
-- Create index "forumthread_unanswered" to table: "forum_threads"
CREATE INDEX `forumthread_unanswered` ON `forum_threads` (`id`) WHERE is_visible AND (reply_count = 0) AND (NOT is_locked);
-- Create index "forumthread_channel_unanswered" to table: "forum_threads"
CREATE INDEX `forumthread_channel_unanswered` ON `forum_threads` (`channel_id`, `id`) WHERE is_visible AND (reply_count = 0) AND (NOT is_locked);
-- Create index "forumthread_of_channel" to table: "forum_threads"
CREATE INDEX `forumthread_of_channel` ON `forum_threads` (`channel_id`, `id`);
-- Create index "forumthread_feedback" to table: "forum_threads"
CREATE UNIQUE INDEX `forumthread_feedback` ON `forum_threads` (`channel_id`) WHERE is_feedback AND (deleted_at IS NULL);
-- Create index "forumthread_deleted" to table: "forum_threads"
CREATE INDEX `forumthread_deleted` ON `forum_threads` (`deleted_at`) WHERE deleted_at IS NOT NULL;
-- Add column "is_endorsed" to table: "reviews"
ALTER TABLE `reviews` ADD COLUMN `is_endorsed` bool NULL;
-- Create index "review_marked" to table: "reviews"
CREATE INDEX `review_marked` ON `reviews` (`maker_id`) WHERE is_endorsed IS NOT NULL;
-- Create index "review_endorsed" to table: "reviews"
CREATE INDEX `review_endorsed` ON `reviews` (`user_id`) WHERE is_endorsed;
-- Create "appeals" table
CREATE TABLE `appeals` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `decision_id` uuid NOT NULL, `message` text NOT NULL, `status` text NOT NULL DEFAULT ('open'), `answer` text NOT NULL DEFAULT (''), `decided_at` datetime NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `appeals_users_appeals` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "appeals_decision_id_key" to table: "appeals"
CREATE UNIQUE INDEX `appeals_decision_id_key` ON `appeals` (`decision_id`);
-- Create index "appeal_status_id" to table: "appeals"
CREATE INDEX `appeal_status_id` ON `appeals` (`status`, `id`);
-- Create index "appeal_target_id" to table: "appeals"
CREATE INDEX `appeal_target_id` ON `appeals` (`target_id`);
-- Create index "appeal_user_id_id" to table: "appeals"
CREATE INDEX `appeal_user_id_id` ON `appeals` (`user_id`, `id`);
-- Create "approvals" table
CREATE TABLE `approvals` (`id` uuid NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `reason` text NOT NULL, `detail` text NOT NULL DEFAULT (''), `flags` json NOT NULL, `is_new` bool NOT NULL, `is_open` bool NOT NULL DEFAULT (true), `is_refused` bool NOT NULL DEFAULT (false), `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `approvals_users_author` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "approval_target_id_target_type" to table: "approvals"
CREATE UNIQUE INDEX `approval_target_id_target_type` ON `approvals` (`target_id`, `target_type`);
-- Create index "approval_user_id_id" to table: "approvals"
CREATE INDEX `approval_user_id_id` ON `approvals` (`user_id`, `id`);
-- Create index "approval_open" to table: "approvals"
CREATE INDEX `approval_open` ON `approvals` (`created_at`, `id`) WHERE is_open;
-- Create "newcomer_sites" table
CREATE TABLE `newcomer_sites` (`id` text NOT NULL, `project_id` uuid NOT NULL, `is_refused` bool NOT NULL DEFAULT (false), `created_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "newcomersite_project_id" to table: "newcomer_sites"
CREATE INDEX `newcomersite_project_id` ON `newcomer_sites` (`project_id`);
-- Create index "newcomersite_created_at" to table: "newcomer_sites"
CREATE INDEX `newcomersite_created_at` ON `newcomer_sites` (`created_at`);
-- Create "report_cases" table
CREATE TABLE `report_cases` (`id` uuid NOT NULL, `target_type` text NOT NULL, `open_reports` integer NOT NULL DEFAULT (0), `reporters` integer NOT NULL DEFAULT (0), `opened_at` datetime NOT NULL, `due_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "reportcase_due_at_id" to table: "report_cases"
CREATE INDEX `reportcase_due_at_id` ON `report_cases` (`due_at`, `id`);
-- Create "rings" table
CREATE TABLE `rings` (`id` uuid NOT NULL, `kind` text NOT NULL, `owner_id` uuid NOT NULL, `state` text NOT NULL, `findings` text NOT NULL, `created_at` datetime NOT NULL, `decided_by` uuid NULL, `decided_at` datetime NULL, `reason` text NOT NULL DEFAULT (''), `act_id` uuid NOT NULL, PRIMARY KEY (`id`));
-- Create index "ring_state_id" to table: "rings"
CREATE INDEX `ring_state_id` ON `rings` (`state`, `id`);
-- Create index "ring_owner_id_kind" to table: "rings"
CREATE INDEX `ring_owner_id_kind` ON `rings` (`owner_id`, `kind`);
-- Create "ring_members" table
CREATE TABLE `ring_members` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `created_at` datetime NOT NULL, `appeal` text NOT NULL DEFAULT (''), `appealed_at` datetime NULL, `ring_id` uuid NOT NULL, `user_id` uuid NOT NULL, CONSTRAINT `ring_members_rings_members` FOREIGN KEY (`ring_id`) REFERENCES `rings` (`id`) ON DELETE CASCADE, CONSTRAINT `ring_members_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "ringmember_ring_id_user_id" to table: "ring_members"
CREATE UNIQUE INDEX `ringmember_ring_id_user_id` ON `ring_members` (`ring_id`, `user_id`);
-- Create index "ringmember_user_id" to table: "ring_members"
CREATE INDEX `ringmember_user_id` ON `ring_members` (`user_id`);
-- Create "ring_searches" table
CREATE TABLE `ring_searches` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `vote_id` integer NOT NULL, `registered_until` datetime NOT NULL);
-- Create "traces" table
CREATE TABLE `traces` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `day` integer NOT NULL, `network` text NOT NULL, `agent` text NOT NULL, `user_id` uuid NOT NULL, CONSTRAINT `traces_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "trace_user_id_day_network_agent" to table: "traces"
CREATE UNIQUE INDEX `trace_user_id_day_network_agent` ON `traces` (`user_id`, `day`, `network`, `agent`);
-- Create index "trace_day_agent_user_id" to table: "traces"
CREATE INDEX `trace_day_agent_user_id` ON `traces` (`day`, `agent`, `user_id`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
-- Every vote that counts is eligible until the rule is applied to its voter
UPDATE votes SET is_eligible = false WHERE NOT is_counted;
UPDATE projects SET eligible_upvotes = upvotes, eligible_downvotes = downvotes, is_entered = upvotes >= 2 WHERE upvotes > 0 OR downvotes > 0;
UPDATE forum_threads SET eligible_upvotes = upvotes, eligible_downvotes = downvotes WHERE upvotes > 0 OR downvotes > 0;
UPDATE forum_posts SET eligible_upvotes = upvotes, eligible_downvotes = downvotes WHERE upvotes > 0 OR downvotes > 0;
UPDATE blog_posts SET eligible_upvotes = upvotes WHERE upvotes > 0;
UPDATE blog_comments SET eligible_upvotes = upvotes WHERE upvotes > 0;
UPDATE users SET eligible_upvotes_received = upvotes_received WHERE upvotes_received > 0;
-- Data: reports by the board weigh less, and open reports have a case.
UPDATE `reports` SET `in_good_standing` = false WHERE `user_id` IS NULL;
INSERT INTO `report_cases` (`id`, `target_type`, `open_reports`, `reporters`, `opened_at`, `due_at`)
  SELECT `target_id`, MIN(`target_type`), COUNT(*), SUM(`in_good_standing`), MIN(`created_at`),
    strftime('%Y-%m-%d %H:%M:%S', MIN(`created_at`), CASE SUM(`in_good_standing`) WHEN 0 THEN '+48 hours'
      ELSE '+' || (2 * (5 - min(5, SUM(`in_good_standing`)))) || ' hours' END) || substr(MIN(`created_at`), 20)
  FROM `reports` WHERE `status` = 'open' GROUP BY `target_id`;
