-- Drop index "forumpost_visible" from table: "forum_posts"
DROP INDEX "forumpost_visible";
-- Create index "forumpost_visible" to table: "forum_posts"
CREATE INDEX "forumpost_visible" ON "forum_posts" ("thread_id", "id", "user_id") WHERE is_visible;
-- Create index "forumthread_top" to table: "forum_threads"
CREATE INDEX "forumthread_top" ON "forum_threads" ("upvotes", "id") WHERE is_visible;
-- Create index "forumthread_channel_top" to table: "forum_threads"
CREATE INDEX "forumthread_channel_top" ON "forum_threads" ("channel_id", "upvotes", "id") WHERE is_visible;
-- Create index "forumthread_unanswered" to table: "forum_threads"
CREATE INDEX "forumthread_unanswered" ON "forum_threads" ("id") WHERE is_visible AND (reply_count = 0) AND (NOT is_locked);
-- Create index "forumthread_channel_unanswered" to table: "forum_threads"
CREATE INDEX "forumthread_channel_unanswered" ON "forum_threads" ("channel_id", "id") WHERE is_visible AND (reply_count = 0) AND (NOT is_locked);
