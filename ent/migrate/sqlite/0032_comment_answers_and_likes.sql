-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_blog_comments" table
CREATE TABLE `new_blog_comments` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `content` text NOT NULL, `content_version` integer NOT NULL DEFAULT (0), `content_html` text NOT NULL DEFAULT (''), `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `is_visible` bool NOT NULL DEFAULT (true), `edited_at` datetime NULL, `hidden_at` datetime NULL, `hidden_by_moderator` bool NOT NULL DEFAULT (false), `parent_id` uuid NULL, `post_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `blog_comments_blog_comments_answers` FOREIGN KEY (`parent_id`) REFERENCES `blog_comments` (`id`) ON DELETE SET NULL, CONSTRAINT `blog_comments_blog_posts_comments` FOREIGN KEY (`post_id`) REFERENCES `blog_posts` (`id`) ON DELETE CASCADE, CONSTRAINT `blog_comments_users_blog_comments` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "blog_comments" to new temporary table "new_blog_comments"
INSERT INTO `new_blog_comments` (`id`, `created_at`, `updated_at`, `content`, `content_version`, `content_html`, `is_visible`, `edited_at`, `hidden_at`, `hidden_by_moderator`, `post_id`, `user_id`) SELECT `id`, `created_at`, `updated_at`, `content`, `content_version`, `content_html`, `is_visible`, `edited_at`, `hidden_at`, `hidden_by_moderator`, `post_id`, `user_id` FROM `blog_comments`;
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
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
