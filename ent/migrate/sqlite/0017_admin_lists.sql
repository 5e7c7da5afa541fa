ALTER TABLE `blog_posts` ADD COLUMN `title_key` text NOT NULL DEFAULT ('');
-- Without accents once the author saves it again.
UPDATE blog_posts SET title_key = lower(substr(title, 1, 80));
CREATE INDEX `blogpost_title_key_id` ON `blog_posts` (`title_key`, `id`);
CREATE INDEX `blogpost_upvotes_id` ON `blog_posts` (`upvotes`, `id`);
CREATE INDEX `blogpost_comment_count_id` ON `blog_posts` (`comment_count`, `id`);
CREATE INDEX `forumchannel_thread_count_id` ON `forum_channels` (`thread_count`, `id`);
CREATE INDEX `forumchannel_post_count_id` ON `forum_channels` (`post_count`, `id`);
CREATE INDEX `project_title_key_id` ON `projects` (`title_key`, `id`);
CREATE INDEX `project_upvotes_id` ON `projects` (`upvotes`, `id`);
CREATE INDEX `project_downvotes_id` ON `projects` (`downvotes`, `id`);
DROP INDEX `user_last_active_at_id`;
CREATE INDEX `user_last_active_at_id` ON `users` (`last_active_at`, `id`);
CREATE INDEX `user_reputation_id` ON `users` (`reputation`, `id`);
CREATE INDEX `user_project_count_id` ON `users` (`project_count`, `id`);
CREATE INDEX `user_forum_post_count_id` ON `users` (`forum_post_count`, `id`);
CREATE INDEX `user_blog_post_count_id` ON `users` (`blog_post_count`, `id`);
