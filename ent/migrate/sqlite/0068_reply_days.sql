-- Create index "forumpost_newest" to table: "forum_posts"
CREATE INDEX `forumpost_newest` ON `forum_posts` (`id`) WHERE is_visible;
