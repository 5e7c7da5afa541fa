-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_blog_comments" table
CREATE TABLE `new_blog_comments` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `content` text NOT NULL, `is_visible` bool NOT NULL DEFAULT (true), `edited_at` datetime NULL, `hidden_at` datetime NULL, `hidden_by_moderator` bool NOT NULL DEFAULT (false), `post_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `blog_comments_blog_posts_comments` FOREIGN KEY (`post_id`) REFERENCES `blog_posts` (`id`) ON DELETE CASCADE, CONSTRAINT `blog_comments_users_blog_comments` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "blog_comments" to new temporary table "new_blog_comments"
INSERT INTO `new_blog_comments` (`id`, `created_at`, `updated_at`, `content`, `is_visible`, `edited_at`, `hidden_at`, `post_id`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `content`, `is_visible`, `edited_at`, `hidden_at`, `post_id`, `user_id` FROM `blog_comments`;
-- Drop "blog_comments" table after copying rows
DROP TABLE `blog_comments`;
-- Rename temporary table "new_blog_comments" to "blog_comments"
ALTER TABLE `new_blog_comments` RENAME TO `blog_comments`;
-- Create index "blogcomment_post_id_id" to table: "blog_comments"
CREATE INDEX `blogcomment_post_id_id` ON `blog_comments` (`post_id`, `id`);
-- Create index "blogcomment_user_id_id" to table: "blog_comments"
CREATE INDEX `blogcomment_user_id_id` ON `blog_comments` (`user_id`, `id`);
-- Create "expired_articles" table
CREATE TABLE `expired_articles` (`id` text NOT NULL, `seen_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "expiredarticle_seen_at" to table: "expired_articles"
CREATE INDEX `expiredarticle_seen_at` ON `expired_articles` (`seen_at`);
-- Modify "news_articles" table
ALTER TABLE `news_articles` DROP COLUMN `is_visible`;
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
