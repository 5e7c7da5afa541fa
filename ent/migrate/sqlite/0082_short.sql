-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_blog_posts" table
CREATE TABLE `new_blog_posts` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `short` text NOT NULL, `title` text NOT NULL, `title_key` text NOT NULL DEFAULT (''), `excerpt` text NOT NULL DEFAULT (''), `tags` json NOT NULL, `cover_image` text NOT NULL DEFAULT (''), `is_published` bool NOT NULL DEFAULT (true), `is_visible` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `hidden_at` datetime NULL, `is_awaiting` bool NOT NULL DEFAULT (false), `deleted_at` datetime NULL, `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `comment_count` integer NOT NULL DEFAULT (0), `popularity` integer NOT NULL DEFAULT (0), `read_time` integer NOT NULL DEFAULT (1), `summary` text NOT NULL DEFAULT (''), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `blog_posts_users_blog_posts` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Rows get the last 12 digits of their ids.
-- Copy rows from old table "blog_posts" to new temporary table "new_blog_posts"
INSERT INTO `new_blog_posts` (`id`, `created_at`, `updated_at`, `via`, `title`, `title_key`, `excerpt`, `tags`, `cover_image`, `is_published`, `is_visible`, `published_at`, `hidden_at`, `is_awaiting`, `deleted_at`, `upvotes`, `downvotes`, `eligible_upvotes`, `eligible_downvotes`, `comment_count`, `popularity`, `read_time`, `summary`, `content_version`, `content`, `content_html`, `user_id`, `short`) SELECT `id`, `created_at`, `updated_at`, `via`, `title`, `title_key`, `excerpt`, `tags`, `cover_image`, `is_published`, `is_visible`, `published_at`, `hidden_at`, `is_awaiting`, `deleted_at`, `upvotes`, `downvotes`, `eligible_upvotes`, `eligible_downvotes`, `comment_count`, `popularity`, `read_time`, `summary`, `content_version`, `content`, `content_html`, `user_id`, substr(`id`, 25) FROM `blog_posts`;
-- Drop "blog_posts" table after copying rows
DROP TABLE `blog_posts`;
-- Rename temporary table "new_blog_posts" to "blog_posts"
ALTER TABLE `new_blog_posts` RENAME TO `blog_posts`;
-- Create index "blog_posts_short_key" to table: "blog_posts"
CREATE UNIQUE INDEX `blog_posts_short_key` ON `blog_posts` (`short`);
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
-- Create index "blogpost_eligible_upvotes_id" to table: "blog_posts"
CREATE INDEX `blogpost_eligible_upvotes_id` ON `blog_posts` (`eligible_upvotes`, `id`);
-- Create index "blogpost_comment_count_id" to table: "blog_posts"
CREATE INDEX `blogpost_comment_count_id` ON `blog_posts` (`comment_count`, `id`);
-- Create index "blogpost_deleted" to table: "blog_posts"
CREATE INDEX `blogpost_deleted` ON `blog_posts` (`deleted_at`) WHERE deleted_at IS NOT NULL;
-- Create "new_projects" table
CREATE TABLE `new_projects` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `short` text NOT NULL, `title` text NOT NULL, `title_key` text NOT NULL, `tagline` text NOT NULL, `description` text NOT NULL DEFAULT (''), `logo` text NOT NULL DEFAULT (''), `cover_image` text NOT NULL DEFAULT (''), `stage` text NOT NULL, `primary_category` text NOT NULL, `secondary_categories` json NOT NULL, `vibe_tools` json NOT NULL, `custom_tools` json NOT NULL, `monetization` text NOT NULL DEFAULT ('free'), `looking_for` json NOT NULL, `tags` json NOT NULL, `links` json NOT NULL, `media` json NOT NULL, `impact` json NOT NULL, `launch_date` text NOT NULL DEFAULT (''), `is_public` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `featured_at` datetime NULL, `featured_reason` text NOT NULL DEFAULT (''), `deleted_at` datetime NULL, `hidden_at` datetime NULL, `publish_on_restore` bool NOT NULL DEFAULT (false), `is_awaiting` bool NOT NULL DEFAULT (false), `comment_count` integer NOT NULL DEFAULT (0), `feedback_count` integer NOT NULL DEFAULT (0), `feedback_thread_id` uuid NULL, `first_answer_at` datetime NULL, `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `is_entered` bool NOT NULL DEFAULT (false), `rank` real NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `description_version` integer NOT NULL DEFAULT (0), `description_html` text NOT NULL DEFAULT (''), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `projects_users_projects` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Rows get the last 12 digits of their ids.
-- Copy rows from old table "projects" to new temporary table "new_projects"
INSERT INTO `new_projects` (`id`, `created_at`, `updated_at`, `via`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `featured_reason`, `deleted_at`, `hidden_at`, `publish_on_restore`, `is_awaiting`, `comment_count`, `feedback_count`, `feedback_thread_id`, `first_answer_at`, `upvotes`, `downvotes`, `eligible_upvotes`, `eligible_downvotes`, `is_entered`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id`, `short`) SELECT `id`, `created_at`, `updated_at`, `via`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `featured_reason`, `deleted_at`, `hidden_at`, `publish_on_restore`, `is_awaiting`, `comment_count`, `feedback_count`, `feedback_thread_id`, `first_answer_at`, `upvotes`, `downvotes`, `eligible_upvotes`, `eligible_downvotes`, `is_entered`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id`, substr(`id`, 25) FROM `projects`;
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
-- Create "new_forum_threads" table
CREATE TABLE `new_forum_threads` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `via` text NOT NULL DEFAULT (''), `short` text NOT NULL, `title` text NOT NULL, `is_visible` bool NOT NULL DEFAULT (true), `is_feedback` bool NOT NULL DEFAULT (false), `is_pinned` bool NOT NULL DEFAULT (false), `is_locked` bool NOT NULL DEFAULT (false), `edited_at` datetime NULL, `hidden_at` datetime NULL, `is_awaiting` bool NOT NULL DEFAULT (false), `deleted_at` datetime NULL, `last_activity_at` datetime NOT NULL, `reply_count` integer NOT NULL DEFAULT (0), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `eligible_upvotes` integer NOT NULL DEFAULT (0), `eligible_downvotes` integer NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `channel_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `forum_threads_forum_channels_threads` FOREIGN KEY (`channel_id`) REFERENCES `forum_channels` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_threads_users_forum_threads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Rows get the last 12 digits of their ids.
-- Copy rows from old table "forum_threads" to new temporary table "new_forum_threads"
INSERT INTO `new_forum_threads` (`id`, `created_at`, `updated_at`, `via`, `title`, `is_visible`, `is_feedback`, `is_pinned`, `is_locked`, `edited_at`, `hidden_at`, `is_awaiting`, `deleted_at`, `last_activity_at`, `reply_count`, `upvotes`, `downvotes`, `eligible_upvotes`, `eligible_downvotes`, `excerpt`, `content_version`, `content`, `content_html`, `channel_id`, `user_id`, `short`) SELECT `id`, `created_at`, `updated_at`, `via`, `title`, `is_visible`, `is_feedback`, `is_pinned`, `is_locked`, `edited_at`, `hidden_at`, `is_awaiting`, `deleted_at`, `last_activity_at`, `reply_count`, `upvotes`, `downvotes`, `eligible_upvotes`, `eligible_downvotes`, `excerpt`, `content_version`, `content`, `content_html`, `channel_id`, `user_id`, substr(`id`, 25) FROM `forum_threads`;
-- Drop "forum_threads" table after copying rows
DROP TABLE `forum_threads`;
-- Rename temporary table "new_forum_threads" to "forum_threads"
ALTER TABLE `new_forum_threads` RENAME TO `forum_threads`;
-- Create index "forum_threads_short_key" to table: "forum_threads"
CREATE UNIQUE INDEX `forum_threads_short_key` ON `forum_threads` (`short`);
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
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
