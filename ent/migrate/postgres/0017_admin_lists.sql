-- Keys are compared byte by byte, whatever the locale of the database, so that the index finds those with a prefix.
ALTER TABLE "projects" ALTER COLUMN "title_key" TYPE character varying COLLATE "C";
ALTER TABLE "forum_channels" ALTER COLUMN "name_key" TYPE character varying COLLATE "C";
ALTER TABLE "blog_posts" ADD COLUMN "title_key" character varying COLLATE "C" NOT NULL DEFAULT '';
-- Without accents once the author saves it again.
UPDATE blog_posts SET title_key = lower(substr(title, 1, 80));
-- Create index "blogpost_title_key_id" to table: "blog_posts"
CREATE INDEX "blogpost_title_key_id" ON "blog_posts" ("title_key", "id");
-- Create index "blogpost_upvotes_id" to table: "blog_posts"
CREATE INDEX "blogpost_upvotes_id" ON "blog_posts" ("upvotes", "id");
-- Create index "blogpost_comment_count_id" to table: "blog_posts"
CREATE INDEX "blogpost_comment_count_id" ON "blog_posts" ("comment_count", "id");
-- Create index "forumchannel_thread_count_id" to table: "forum_channels"
CREATE INDEX "forumchannel_thread_count_id" ON "forum_channels" ("thread_count", "id");
-- Create index "forumchannel_post_count_id" to table: "forum_channels"
CREATE INDEX "forumchannel_post_count_id" ON "forum_channels" ("post_count", "id");
-- Create index "project_title_key_id" to table: "projects"
CREATE INDEX "project_title_key_id" ON "projects" ("title_key", "id");
-- Create index "project_upvotes_id" to table: "projects"
CREATE INDEX "project_upvotes_id" ON "projects" ("upvotes", "id");
-- Create index "project_downvotes_id" to table: "projects"
CREATE INDEX "project_downvotes_id" ON "projects" ("downvotes", "id");
-- Drop index "user_last_active_at_id" from table: "users"
DROP INDEX "user_last_active_at_id";
-- Create index "user_last_active_at_id" to table: "users"
CREATE INDEX "user_last_active_at_id" ON "users" ("last_active_at", "id");
-- Create index "user_reputation_id" to table: "users"
CREATE INDEX "user_reputation_id" ON "users" ("reputation", "id");
-- Create index "user_project_count_id" to table: "users"
CREATE INDEX "user_project_count_id" ON "users" ("project_count", "id");
-- Create index "user_forum_post_count_id" to table: "users"
CREATE INDEX "user_forum_post_count_id" ON "users" ("forum_post_count", "id");
-- Create index "user_blog_post_count_id" to table: "users"
CREATE INDEX "user_blog_post_count_id" ON "users" ("blog_post_count", "id");
