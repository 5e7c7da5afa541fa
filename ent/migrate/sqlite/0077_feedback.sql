-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_projects" table
CREATE TABLE `new_projects` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `title` text NOT NULL, `title_key` text NOT NULL, `tagline` text NOT NULL, `description` text NOT NULL DEFAULT (''), `logo` text NOT NULL DEFAULT (''), `cover_image` text NOT NULL DEFAULT (''), `stage` text NOT NULL, `primary_category` text NOT NULL, `secondary_categories` json NOT NULL, `vibe_tools` json NOT NULL, `custom_tools` json NOT NULL, `monetization` text NOT NULL DEFAULT ('free'), `looking_for` json NOT NULL, `tags` json NOT NULL, `links` json NOT NULL, `media` json NOT NULL, `impact` json NOT NULL, `launch_date` text NOT NULL DEFAULT (''), `is_public` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `featured_at` datetime NULL, `featured_reason` text NOT NULL DEFAULT (''), `deleted_at` datetime NULL, `hidden_at` datetime NULL, `publish_on_restore` bool NOT NULL DEFAULT (false), `comment_count` integer NOT NULL DEFAULT (0), `feedback_count` integer NOT NULL DEFAULT (0), `feedback_thread_id` uuid NULL, `first_answer_at` datetime NULL, `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `rank` real NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `description_version` integer NOT NULL DEFAULT (0), `description_html` text NOT NULL DEFAULT (''), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `projects_users_projects` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "projects" to new temporary table "new_projects"
INSERT INTO `new_projects` (`id`, `created_at`, `updated_at`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `featured_reason`, `deleted_at`, `hidden_at`, `publish_on_restore`, `comment_count`, `upvotes`, `downvotes`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `featured_reason`, `deleted_at`, `hidden_at`, `publish_on_restore`, `comment_count`, `upvotes`, `downvotes`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id` FROM `projects`;
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
CREATE INDEX `project_trending` ON `projects` (`rank`, `id`) WHERE is_public;
-- Create index "project_alphabetical" to table: "projects"
CREATE INDEX `project_alphabetical` ON `projects` (`title_key`, `id`) WHERE is_public;
-- Create index "project_stage_newest" to table: "projects"
CREATE INDEX `project_stage_newest` ON `projects` (`stage`, `id`) WHERE is_public;
-- Create index "project_stage_trending" to table: "projects"
CREATE INDEX `project_stage_trending` ON `projects` (`stage`, `rank`, `id`) WHERE is_public;
-- Create index "project_stage_alphabetical" to table: "projects"
CREATE INDEX `project_stage_alphabetical` ON `projects` (`stage`, `title_key`, `id`) WHERE is_public;
-- Create index "project_category_trending" to table: "projects"
CREATE INDEX `project_category_trending` ON `projects` (`primary_category`, `rank`, `id`) WHERE is_public;
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
CREATE TABLE `new_forum_posts` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `is_visible` bool NOT NULL DEFAULT (true), `via` text NOT NULL DEFAULT (''), `edited_at` datetime NULL, `hidden_at` datetime NULL, `answer_count` integer NOT NULL DEFAULT (0), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `parent_id` uuid NULL, `thread_id` uuid NOT NULL, `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `forum_posts_forum_posts_answers` FOREIGN KEY (`parent_id`) REFERENCES `forum_posts` (`id`) ON DELETE SET NULL, CONSTRAINT `forum_posts_forum_threads_posts` FOREIGN KEY (`thread_id`) REFERENCES `forum_threads` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_posts_users_forum_posts` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "forum_posts" to new temporary table "new_forum_posts"
INSERT INTO `new_forum_posts` (`id`, `created_at`, `updated_at`, `is_visible`, `edited_at`, `hidden_at`, `answer_count`, `upvotes`, `downvotes`, `content_version`, `content`, `content_html`, `parent_id`, `thread_id`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `is_visible`, `edited_at`, `hidden_at`, `answer_count`, `upvotes`, `downvotes`, `content_version`, `content`, `content_html`, `parent_id`, `thread_id`, `user_id` FROM `forum_posts`;
-- Drop "forum_posts" table after copying rows
DROP TABLE `forum_posts`;
-- Rename temporary table "new_forum_posts" to "forum_posts"
ALTER TABLE `new_forum_posts` RENAME TO `forum_posts`;
-- Create index "forumpost_thread_id_id" to table: "forum_posts"
CREATE INDEX `forumpost_thread_id_id` ON `forum_posts` (`thread_id`, `id`);
-- Create index "forumpost_visible" to table: "forum_posts"
CREATE INDEX `forumpost_visible` ON `forum_posts` (`thread_id`, `id`) WHERE is_visible;
-- Create index "forumpost_newest" to table: "forum_posts"
CREATE INDEX `forumpost_newest` ON `forum_posts` (`id`) WHERE is_visible;
-- Create index "forumpost_user_id_id" to table: "forum_posts"
CREATE INDEX `forumpost_user_id_id` ON `forum_posts` (`user_id`, `id`);
-- Create index "forumpost_answers" to table: "forum_posts"
CREATE INDEX `forumpost_answers` ON `forum_posts` (`parent_id`) WHERE parent_id IS NOT NULL;
-- Create "new_forum_threads" table
CREATE TABLE `new_forum_threads` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `title` text NOT NULL, `is_visible` bool NOT NULL DEFAULT (true), `is_feedback` bool NOT NULL DEFAULT (false), `is_pinned` bool NOT NULL DEFAULT (false), `is_locked` bool NOT NULL DEFAULT (false), `edited_at` datetime NULL, `hidden_at` datetime NULL, `deleted_at` datetime NULL, `last_activity_at` datetime NOT NULL, `reply_count` integer NOT NULL DEFAULT (0), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `channel_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `forum_threads_forum_channels_threads` FOREIGN KEY (`channel_id`) REFERENCES `forum_channels` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_threads_users_forum_threads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "forum_threads" to new temporary table "new_forum_threads"
INSERT INTO `new_forum_threads` (`id`, `created_at`, `updated_at`, `title`, `is_visible`, `is_pinned`, `is_locked`, `edited_at`, `hidden_at`, `deleted_at`, `last_activity_at`, `reply_count`, `upvotes`, `downvotes`, `excerpt`, `content_version`, `content`, `content_html`, `channel_id`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `title`, `is_visible`, `is_pinned`, `is_locked`, `edited_at`, `hidden_at`, `deleted_at`, `last_activity_at`, `reply_count`, `upvotes`, `downvotes`, `excerpt`, `content_version`, `content`, `content_html`, `channel_id`, `user_id` FROM `forum_threads`;
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
-- Create index "forumthread_of_channel" to table: "forum_threads"
CREATE INDEX `forumthread_of_channel` ON `forum_threads` (`channel_id`, `id`);
-- Create index "forumthread_feedback" to table: "forum_threads"
CREATE UNIQUE INDEX `forumthread_feedback` ON `forum_threads` (`channel_id`) WHERE is_feedback AND (deleted_at IS NULL);
-- Create index "forumthread_deleted" to table: "forum_threads"
CREATE INDEX `forumthread_deleted` ON `forum_threads` (`deleted_at`) WHERE deleted_at IS NOT NULL;
-- Create "feedback_requests" table
CREATE TABLE `feedback_requests` (`id` uuid NOT NULL, `questions` json NOT NULL, `requested_at` datetime NOT NULL, `is_owed` bool NOT NULL DEFAULT (false), `reserved_until` datetime NULL, `project_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `feedback_requests_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE, CONSTRAINT `feedback_requests_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "feedbackrequest_project_id" to table: "feedback_requests"
CREATE UNIQUE INDEX `feedbackrequest_project_id` ON `feedback_requests` (`project_id`);
-- Create index "feedbackrequest_user_id_id" to table: "feedback_requests"
CREATE INDEX `feedbackrequest_user_id_id` ON `feedback_requests` (`user_id`, `id`);
-- Create index "feedbackrequest_queue" to table: "feedback_requests"
CREATE INDEX `feedbackrequest_queue` ON `feedback_requests` (`is_owed`, `requested_at`, `id`);
-- Create "reviews" table
CREATE TABLE `reviews` (`id` uuid NOT NULL, `maker_id` uuid NOT NULL, `assigned_at` datetime NOT NULL, `skipped_at` datetime NULL, `written_at` datetime NULL, `is_useful` bool NULL, `is_counted` bool NOT NULL DEFAULT (true), `questions` json NOT NULL, `answers` json NOT NULL, `reach` text NOT NULL DEFAULT (''), `first_impression` text NOT NULL DEFAULT (''), `tried` text NOT NULL DEFAULT (''), `broke` text NOT NULL DEFAULT (''), `suggestion` text NOT NULL DEFAULT (''), `post_id` uuid NULL, `project_id` uuid NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `reviews_forum_posts_review` FOREIGN KEY (`post_id`) REFERENCES `forum_posts` (`id`) ON DELETE CASCADE, CONSTRAINT `reviews_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE SET NULL, CONSTRAINT `reviews_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "reviews_post_id_key" to table: "reviews"
CREATE UNIQUE INDEX `reviews_post_id_key` ON `reviews` (`post_id`);
-- Create index "review_user_id_id" to table: "reviews"
CREATE INDEX `review_user_id_id` ON `reviews` (`user_id`, `id`);
-- Create index "review_user_id_project_id" to table: "reviews"
CREATE INDEX `review_user_id_project_id` ON `reviews` (`user_id`, `project_id`);
-- Create index "review_user_id_maker_id_id" to table: "reviews"
CREATE INDEX `review_user_id_maker_id_id` ON `reviews` (`user_id`, `maker_id`, `id`);
-- Create index "review_maker_id_id" to table: "reviews"
CREATE INDEX `review_maker_id_id` ON `reviews` (`maker_id`, `id`);
-- Create index "review_project_id" to table: "reviews"
CREATE INDEX `review_project_id` ON `reviews` (`project_id`);
-- Create index "review_undecided" to table: "reviews"
CREATE INDEX `review_undecided` ON `reviews` (`written_at`) WHERE (written_at IS NOT NULL) AND (is_useful IS NULL);
-- Replies by others in the channel of a project answered it
UPDATE projects SET first_answer_at = (SELECT MIN(p.created_at) FROM forum_channels c JOIN forum_threads t ON t.channel_id = c.id
  JOIN forum_posts p ON p.thread_id = t.id
  WHERE c.project_id = projects.id AND c.deleted_at IS NULL AND t.is_visible AND p.is_visible AND p.user_id <> projects.user_id)
  WHERE comment_count > 0;
-- Projects of the last 30 days without an answer wait for a review; the board owes every maker the oldest
INSERT INTO feedback_requests (id, project_id, user_id, questions, requested_at, is_owed)
SELECT p.id, p.id, p.user_id, '[]', p.published_at, NOT EXISTS (SELECT 1 FROM projects q WHERE q.user_id = p.user_id AND q.is_public
  AND q.first_answer_at IS NULL AND q.published_at > strftime('%Y-%m-%d %H:%M:%S', 'now', '-30 days') AND (q.published_at, q.id) < (p.published_at, p.id))
FROM projects p JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL WHERE p.is_public AND p.first_answer_at IS NULL AND p.published_at > strftime('%Y-%m-%d %H:%M:%S', 'now', '-30 days');
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
