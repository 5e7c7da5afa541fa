-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_users" table
CREATE TABLE `new_users` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `username` text NOT NULL, `username_key` text NOT NULL, `email` text NOT NULL, `email_key` text NOT NULL, `new_email` text NULL, `email_verified_at` datetime NULL, `password_hash` text NOT NULL, `viber_tag` text NOT NULL, `display_name` text NOT NULL DEFAULT (''), `avatar` text NOT NULL DEFAULT (''), `bio` text NOT NULL DEFAULT (''), `github` text NOT NULL DEFAULT (''), `twitter` text NOT NULL DEFAULT (''), `linkedin` text NOT NULL DEFAULT (''), `website` text NOT NULL DEFAULT (''), `skills` json NOT NULL, `location` text NOT NULL DEFAULT (''), `is_admin` bool NOT NULL DEFAULT (false), `is_demo` bool NOT NULL DEFAULT (false), `deleted_at` datetime NULL, `deleting` text NULL, `project_count` integer NOT NULL DEFAULT (0), `draft_count` integer NOT NULL DEFAULT (0), `forum_thread_count` integer NOT NULL DEFAULT (0), `forum_post_count` integer NOT NULL DEFAULT (0), `blog_post_count` integer NOT NULL DEFAULT (0), `blog_comment_count` integer NOT NULL DEFAULT (0), `follower_count` integer NOT NULL DEFAULT (0), `following_count` integer NOT NULL DEFAULT (0), `hides_follows` bool NOT NULL DEFAULT (false), `votes_given` integer NOT NULL DEFAULT (0), `upvotes_received` integer NOT NULL DEFAULT (0), `downvotes_received` integer NOT NULL DEFAULT (0), `reputation` integer NOT NULL DEFAULT (0), `link_post_count` integer NOT NULL DEFAULT (0), `link_posted_at` datetime NULL, `suspended_at` datetime NULL, `suspended_until` datetime NULL, `suspension_reason` text NOT NULL DEFAULT (''), `last_active_at` datetime NULL, PRIMARY KEY (`id`));
-- Copy rows from old table "users" to new temporary table "new_users"
INSERT INTO `new_users` (`id`, `created_at`, `updated_at`, `username`, `username_key`, `email`, `email_key`, `new_email`, `email_verified_at`, `password_hash`, `viber_tag`, `display_name`, `avatar`, `bio`, `github`, `twitter`, `linkedin`, `website`, `skills`, `location`, `is_admin`, `is_demo`, `deleted_at`, `deleting`, `project_count`, `draft_count`, `forum_thread_count`, `forum_post_count`, `blog_post_count`, `blog_comment_count`, `votes_given`, `upvotes_received`, `downvotes_received`, `reputation`, `link_post_count`, `link_posted_at`, `suspended_at`, `suspended_until`, `suspension_reason`, `last_active_at`) SELECT `id`, `created_at`, `updated_at`, `username`, `username_key`, `email`, `email_key`, `new_email`, `email_verified_at`, `password_hash`, `viber_tag`, `display_name`, `avatar`, `bio`, `github`, `twitter`, `linkedin`, `website`, `skills`, `location`, `is_admin`, `is_demo`, `deleted_at`, `deleting`, `project_count`, `draft_count`, `forum_thread_count`, `forum_post_count`, `blog_post_count`, `blog_comment_count`, `votes_given`, `upvotes_received`, `downvotes_received`, `reputation`, `link_post_count`, `link_posted_at`, `suspended_at`, `suspended_until`, `suspension_reason`, `last_active_at` FROM `users`;
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
-- Create "follows" table
CREATE TABLE `follows` (`id` uuid NOT NULL, `tag` text NULL, `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, `member_id` uuid NULL, `project_id` uuid NULL, `channel_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `follows_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `follows_users_member` FOREIGN KEY (`member_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `follows_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE, CONSTRAINT `follows_forum_channels_channel` FOREIGN KEY (`channel_id`) REFERENCES `forum_channels` (`id`) ON DELETE CASCADE);
-- Create index "follow_user_id_id" to table: "follows"
CREATE INDEX `follow_user_id_id` ON `follows` (`user_id`, `id`);
-- Create index "follow_user_id_member_id" to table: "follows"
CREATE UNIQUE INDEX `follow_user_id_member_id` ON `follows` (`user_id`, `member_id`);
-- Create index "follow_member_id_id" to table: "follows"
CREATE INDEX `follow_member_id_id` ON `follows` (`member_id`, `id`);
-- Create index "follow_user_id_project_id" to table: "follows"
CREATE UNIQUE INDEX `follow_user_id_project_id` ON `follows` (`user_id`, `project_id`);
-- Create index "follow_project_id_id" to table: "follows"
CREATE INDEX `follow_project_id_id` ON `follows` (`project_id`, `id`);
-- Create index "follow_user_id_channel_id" to table: "follows"
CREATE UNIQUE INDEX `follow_user_id_channel_id` ON `follows` (`user_id`, `channel_id`);
-- Create index "follow_channel_id_id" to table: "follows"
CREATE INDEX `follow_channel_id_id` ON `follows` (`channel_id`, `id`);
-- Create index "follow_user_id_tag" to table: "follows"
CREATE UNIQUE INDEX `follow_user_id_tag` ON `follows` (`user_id`, `tag`);
-- Create index "follow_tag_id" to table: "follows"
CREATE INDEX `follow_tag_id` ON `follows` (`tag`, `id`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
