-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_projects" table
CREATE TABLE `new_projects` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `title` text NOT NULL, `title_key` text NOT NULL, `tagline` text NOT NULL, `description` text NOT NULL DEFAULT (''), `logo` text NOT NULL DEFAULT (''), `cover_image` text NOT NULL DEFAULT (''), `stage` text NOT NULL, `primary_category` text NOT NULL, `secondary_categories` json NOT NULL, `vibe_tools` json NOT NULL, `custom_tools` json NOT NULL, `monetization` text NOT NULL DEFAULT ('free'), `looking_for` json NOT NULL, `tags` json NOT NULL, `links` json NOT NULL, `media` json NOT NULL, `impact` json NOT NULL, `launch_date` text NOT NULL DEFAULT (''), `is_public` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `featured_at` datetime NULL, `deleted_at` datetime NULL, `hidden_at` datetime NULL, `publish_on_restore` bool NOT NULL DEFAULT (false), `comment_count` integer NOT NULL DEFAULT (0), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `rank` real NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `description_version` integer NOT NULL DEFAULT (0), `description_html` text NOT NULL DEFAULT (''), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `projects_users_projects` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "projects" to new temporary table "new_projects"
INSERT INTO `new_projects` (`id`, `created_at`, `updated_at`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `deleted_at`, `upvotes`, `downvotes`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `title`, `title_key`, `tagline`, `description`, `logo`, `cover_image`, `stage`, `primary_category`, `secondary_categories`, `vibe_tools`, `custom_tools`, `monetization`, `looking_for`, `tags`, `links`, `media`, `impact`, `launch_date`, `is_public`, `published_at`, `featured_at`, `deleted_at`, `upvotes`, `downvotes`, `rank`, `excerpt`, `description_version`, `description_html`, `user_id` FROM `projects`;
-- Drop "projects" table after copying rows
DROP TABLE `projects`;
-- Rename temporary table "new_projects" to "projects"
ALTER TABLE `new_projects` RENAME TO `projects`;
-- Create index "project_user_id_id" to table: "projects"
CREATE INDEX `project_user_id_id` ON `projects` (`user_id`, `id`);
-- Create index "project_newest" to table: "projects"
CREATE INDEX `project_newest` ON `projects` (`id`) WHERE is_public;
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
-- Create index "project_featured" to table: "projects"
CREATE INDEX `project_featured` ON `projects` (`featured_at`, `id`) WHERE featured_at IS NOT NULL;
-- Create "new_users" table
CREATE TABLE `new_users` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `username` text NOT NULL, `username_key` text NOT NULL, `email` text NOT NULL, `email_key` text NOT NULL, `new_email` text NULL, `email_verified_at` datetime NULL, `password_hash` text NOT NULL, `viber_tag` text NOT NULL, `display_name` text NOT NULL DEFAULT (''), `avatar` text NOT NULL DEFAULT (''), `bio` text NOT NULL DEFAULT (''), `github` text NOT NULL DEFAULT (''), `twitter` text NOT NULL DEFAULT (''), `linkedin` text NOT NULL DEFAULT (''), `website` text NOT NULL DEFAULT (''), `skills` json NOT NULL, `location` text NOT NULL DEFAULT (''), `is_admin` bool NOT NULL DEFAULT (false), `deleted_at` datetime NULL, `deleting` text NULL, `project_count` integer NOT NULL DEFAULT (0), `draft_count` integer NOT NULL DEFAULT (0), `forum_thread_count` integer NOT NULL DEFAULT (0), `forum_post_count` integer NOT NULL DEFAULT (0), `blog_post_count` integer NOT NULL DEFAULT (0), `blog_comment_count` integer NOT NULL DEFAULT (0), `votes_given` integer NOT NULL DEFAULT (0), `upvotes_received` integer NOT NULL DEFAULT (0), `downvotes_received` integer NOT NULL DEFAULT (0), `reputation` integer NOT NULL DEFAULT (0), `suspended_at` datetime NULL, `suspended_until` datetime NULL, `suspension_reason` text NOT NULL DEFAULT (''), `last_active_at` datetime NULL, PRIMARY KEY (`id`));
-- Copy rows from old table "users" to new temporary table "new_users"
INSERT INTO `new_users` (`id`, `created_at`, `updated_at`, `username`, `username_key`, `email`, `email_key`, `new_email`, `email_verified_at`, `password_hash`, `viber_tag`, `display_name`, `avatar`, `bio`, `github`, `twitter`, `linkedin`, `website`, `skills`, `location`, `is_admin`, `deleted_at`, `deleting`, `project_count`, `draft_count`, `votes_given`, `upvotes_received`, `downvotes_received`, `reputation`, `last_active_at`) SELECT `id`, `created_at`, `updated_at`, `username`, `username_key`, `email`, `email_key`, `new_email`, `email_verified_at`, `password_hash`, `viber_tag`, `display_name`, `avatar`, `bio`, `github`, `twitter`, `linkedin`, `website`, `skills`, `location`, `is_admin`, `deleted_at`, `deleting`, `project_count`, `draft_count`, `votes_given`, `upvotes_received`, `downvotes_received`, `reputation`, `last_active_at` FROM `users`;
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
CREATE INDEX `user_last_active_at_id` ON `users` (`last_active_at`, `id`) WHERE last_active_at IS NOT NULL;
-- Create index "user_suspended" to table: "users"
CREATE INDEX `user_suspended` ON `users` (`suspended_at`) WHERE suspended_at IS NOT NULL;
-- Create index "user_admins" to table: "users"
CREATE INDEX `user_admins` ON `users` (`id`) WHERE is_admin;
-- Create index "user_deleting" to table: "users"
CREATE INDEX `user_deleting` ON `users` (`deleted_at`) WHERE deleting IS NOT NULL;
-- Create "new_votes" table
CREATE TABLE `new_votes` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `value` integer NOT NULL, `is_counted` bool NOT NULL DEFAULT (true), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `user_id` uuid NOT NULL, CONSTRAINT `votes_users_votes` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `vote_value` CHECK (value IN (-1, 1)));
-- Copy rows from old table "votes" to new temporary table "new_votes"
INSERT INTO `new_votes` (`id`, `target_type`, `target_id`, `value`, `created_at`, `updated_at`, `user_id`) SELECT `id`, `target_type`, `target_id`, `value`, `created_at`, `updated_at`, `user_id` FROM `votes`;
-- Drop "votes" table after copying rows
DROP TABLE `votes`;
-- Rename temporary table "new_votes" to "votes"
ALTER TABLE `new_votes` RENAME TO `votes`;
-- Create index "vote_target_id_user_id_target_type" to table: "votes"
CREATE UNIQUE INDEX `vote_target_id_user_id_target_type` ON `votes` (`target_id`, `user_id`, `target_type`);
-- Create index "vote_user_id_created_at" to table: "votes"
CREATE INDEX `vote_user_id_created_at` ON `votes` (`user_id`, `created_at`);
-- Create "audit_entries" table
CREATE TABLE `audit_entries` (`id` uuid NOT NULL, `action` text NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `reason` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `actor_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `audit_entries_users_audit_entries` FOREIGN KEY (`actor_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "auditentry_actor_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_actor_id_id` ON `audit_entries` (`actor_id`, `id`);
-- Create index "auditentry_target_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_target_id_id` ON `audit_entries` (`target_id`, `id`);
-- Create "blog_comments" table
CREATE TABLE `blog_comments` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `content` text NOT NULL, `is_visible` bool NOT NULL DEFAULT (true), `edited_at` datetime NULL, `hidden_at` datetime NULL, `post_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `blog_comments_blog_posts_comments` FOREIGN KEY (`post_id`) REFERENCES `blog_posts` (`id`) ON DELETE CASCADE, CONSTRAINT `blog_comments_users_blog_comments` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "blogcomment_post_id_id" to table: "blog_comments"
CREATE INDEX `blogcomment_post_id_id` ON `blog_comments` (`post_id`, `id`);
-- Create index "blogcomment_user_id_id" to table: "blog_comments"
CREATE INDEX `blogcomment_user_id_id` ON `blog_comments` (`user_id`, `id`);
-- Create "blog_posts" table
CREATE TABLE `blog_posts` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `title` text NOT NULL, `excerpt` text NOT NULL DEFAULT (''), `tags` json NOT NULL, `cover_image` text NOT NULL DEFAULT (''), `is_published` bool NOT NULL DEFAULT (true), `is_visible` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `hidden_at` datetime NULL, `deleted_at` datetime NULL, `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `comment_count` integer NOT NULL DEFAULT (0), `popularity` integer NOT NULL DEFAULT (0), `read_time` integer NOT NULL DEFAULT (1), `summary` text NOT NULL DEFAULT (''), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `blog_posts_users_blog_posts` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
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
-- Create index "blogpost_deleted" to table: "blog_posts"
CREATE INDEX `blogpost_deleted` ON `blog_posts` (`deleted_at`) WHERE deleted_at IS NOT NULL;
-- Create "blog_post_tags" table
CREATE TABLE `blog_post_tags` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `tag` text NOT NULL, `published_at` datetime NOT NULL, `post_id` uuid NOT NULL, CONSTRAINT `blog_post_tags_blog_posts_post_tags` FOREIGN KEY (`post_id`) REFERENCES `blog_posts` (`id`) ON DELETE CASCADE);
-- Create index "blogposttag_tag_published_at_post_id" to table: "blog_post_tags"
CREATE UNIQUE INDEX `blogposttag_tag_published_at_post_id` ON `blog_post_tags` (`tag`, `published_at`, `post_id`);
-- Create index "blogposttag_post_id" to table: "blog_post_tags"
CREATE INDEX `blogposttag_post_id` ON `blog_post_tags` (`post_id`);
-- Create "blog_tags" table
CREATE TABLE `blog_tags` (`id` text NOT NULL, `post_count` integer NOT NULL DEFAULT (0), PRIMARY KEY (`id`));
-- Create index "blogtag_post_count_id" to table: "blog_tags"
CREATE INDEX `blogtag_post_count_id` ON `blog_tags` (`post_count`, `id`);
-- Create "forum_channels" table
CREATE TABLE `forum_channels` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `name` text NOT NULL, `name_key` text NOT NULL, `description` text NOT NULL DEFAULT (''), `thread_count` integer NOT NULL DEFAULT (0), `post_count` integer NOT NULL DEFAULT (0), `deleted_at` datetime NULL, `project_id` uuid NULL, `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `forum_channels_projects_forum_channel` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE SET NULL, CONSTRAINT `forum_channels_users_forum_channels` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE SET NULL);
-- Create index "forum_channels_name_key_key" to table: "forum_channels"
CREATE UNIQUE INDEX `forum_channels_name_key_key` ON `forum_channels` (`name_key`);
-- Create index "forum_channels_project_id_key" to table: "forum_channels"
CREATE UNIQUE INDEX `forum_channels_project_id_key` ON `forum_channels` (`project_id`);
-- Create index "forumchannel_user_id" to table: "forum_channels"
CREATE INDEX `forumchannel_user_id` ON `forum_channels` (`user_id`);
-- Create index "forumchannel_deleted" to table: "forum_channels"
CREATE INDEX `forumchannel_deleted` ON `forum_channels` (`deleted_at`) WHERE deleted_at IS NOT NULL;
-- Create "forum_posts" table
CREATE TABLE `forum_posts` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `is_visible` bool NOT NULL DEFAULT (true), `edited_at` datetime NULL, `hidden_at` datetime NULL, `answer_count` integer NOT NULL DEFAULT (0), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `parent_id` uuid NULL, `thread_id` uuid NOT NULL, `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `forum_posts_forum_posts_answers` FOREIGN KEY (`parent_id`) REFERENCES `forum_posts` (`id`) ON DELETE SET NULL, CONSTRAINT `forum_posts_forum_threads_posts` FOREIGN KEY (`thread_id`) REFERENCES `forum_threads` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_posts_users_forum_posts` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "forumpost_thread_id_id" to table: "forum_posts"
CREATE INDEX `forumpost_thread_id_id` ON `forum_posts` (`thread_id`, `id`);
-- Create index "forumpost_visible" to table: "forum_posts"
CREATE INDEX `forumpost_visible` ON `forum_posts` (`thread_id`, `id`) WHERE is_visible;
-- Create index "forumpost_user_id_id" to table: "forum_posts"
CREATE INDEX `forumpost_user_id_id` ON `forum_posts` (`user_id`, `id`);
-- Create index "forumpost_answers" to table: "forum_posts"
CREATE INDEX `forumpost_answers` ON `forum_posts` (`parent_id`) WHERE parent_id IS NOT NULL;
-- Create "forum_reads" table
CREATE TABLE `forum_reads` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `read_at` datetime NOT NULL, `thread_id` uuid NOT NULL, `user_id` uuid NOT NULL, CONSTRAINT `forum_reads_forum_threads_reads` FOREIGN KEY (`thread_id`) REFERENCES `forum_threads` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_reads_users_forum_reads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "forumread_user_id_thread_id" to table: "forum_reads"
CREATE UNIQUE INDEX `forumread_user_id_thread_id` ON `forum_reads` (`user_id`, `thread_id`);
-- Create index "forumread_thread_id" to table: "forum_reads"
CREATE INDEX `forumread_thread_id` ON `forum_reads` (`thread_id`);
-- Create "forum_threads" table
CREATE TABLE `forum_threads` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `title` text NOT NULL, `is_visible` bool NOT NULL DEFAULT (true), `is_pinned` bool NOT NULL DEFAULT (false), `is_locked` bool NOT NULL DEFAULT (false), `edited_at` datetime NULL, `hidden_at` datetime NULL, `deleted_at` datetime NULL, `last_activity_at` datetime NOT NULL, `reply_count` integer NOT NULL DEFAULT (0), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `excerpt` text NOT NULL DEFAULT (''), `content_version` integer NOT NULL DEFAULT (0), `content` text NOT NULL, `content_html` text NOT NULL DEFAULT (''), `channel_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `forum_threads_forum_channels_threads` FOREIGN KEY (`channel_id`) REFERENCES `forum_channels` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_threads_users_forum_threads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
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
-- Create index "forumthread_deleted" to table: "forum_threads"
CREATE INDEX `forumthread_deleted` ON `forum_threads` (`deleted_at`) WHERE deleted_at IS NOT NULL;
-- Create "news_articles" table
CREATE TABLE `news_articles` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `title` text NOT NULL, `excerpt` text NOT NULL DEFAULT (''), `tags` json NOT NULL, `source_name` text NOT NULL, `source_url` text NOT NULL, `url_key` text NOT NULL, `image_url` text NOT NULL DEFAULT (''), `is_demo` bool NOT NULL DEFAULT (false), `is_visible` bool NOT NULL DEFAULT (true), `published_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "news_articles_url_key_key" to table: "news_articles"
CREATE UNIQUE INDEX `news_articles_url_key_key` ON `news_articles` (`url_key`);
-- Create index "newsarticle_published_at_id" to table: "news_articles"
CREATE INDEX `newsarticle_published_at_id` ON `news_articles` (`published_at`, `id`);
-- Create index "newsarticle_source_name_published_at_id" to table: "news_articles"
CREATE INDEX `newsarticle_source_name_published_at_id` ON `news_articles` (`source_name`, `published_at`, `id`);
-- Create "news_article_tags" table
CREATE TABLE `news_article_tags` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `tag` text NOT NULL, `published_at` datetime NOT NULL, `article_id` uuid NOT NULL, CONSTRAINT `news_article_tags_news_articles_article_tags` FOREIGN KEY (`article_id`) REFERENCES `news_articles` (`id`) ON DELETE CASCADE);
-- Create index "newsarticletag_tag_published_at_article_id" to table: "news_article_tags"
CREATE UNIQUE INDEX `newsarticletag_tag_published_at_article_id` ON `news_article_tags` (`tag`, `published_at`, `article_id`);
-- Create index "newsarticletag_article_id" to table: "news_article_tags"
CREATE INDEX `newsarticletag_article_id` ON `news_article_tags` (`article_id`);
-- Create "news_feeds" table
CREATE TABLE `news_feeds` (`id` text NOT NULL, `name` text NOT NULL, `position` integer NOT NULL DEFAULT (0), `etag` text NOT NULL DEFAULT (''), `last_modified` text NOT NULL DEFAULT (''), `last_success_at` datetime NULL, `last_error` text NOT NULL DEFAULT (''), `failures` integer NOT NULL DEFAULT (0), `next_fetch_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create "reports" table
CREATE TABLE `reports` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `reason` text NOT NULL, `details` text NOT NULL DEFAULT (''), `status` text NOT NULL DEFAULT ('open'), `resolved_at` datetime NULL, `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `reports_users_reports` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "report_open" to table: "reports"
CREATE UNIQUE INDEX `report_open` ON `reports` (`user_id`, `target_type`, `target_id`) WHERE resolved_at IS NULL;
-- Create index "report_status_id" to table: "reports"
CREATE INDEX `report_status_id` ON `reports` (`status`, `id`);
-- Create index "report_target_id_target_type" to table: "reports"
CREATE INDEX `report_target_id_target_type` ON `reports` (`target_id`, `target_type`);
-- Create index "report_user_id_id" to table: "reports"
CREATE INDEX `report_user_id_id` ON `reports` (`user_id`, `id`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
