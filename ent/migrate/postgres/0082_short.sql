-- Modify "blog_posts" table
ALTER TABLE "blog_posts" ADD COLUMN "short" character varying;
-- Rows get the last 12 digits of their ids.
UPDATE "blog_posts" SET "short" = right("id"::text, 12);
ALTER TABLE "blog_posts" ALTER COLUMN "short" SET NOT NULL;
-- Create index "blog_posts_short_key" to table: "blog_posts"
CREATE UNIQUE INDEX "blog_posts_short_key" ON "blog_posts" ("short");
-- Modify "forum_threads" table
ALTER TABLE "forum_threads" ADD COLUMN "short" character varying;
-- Rows get the last 12 digits of their ids.
UPDATE "forum_threads" SET "short" = right("id"::text, 12);
ALTER TABLE "forum_threads" ALTER COLUMN "short" SET NOT NULL;
-- Create index "forum_threads_short_key" to table: "forum_threads"
CREATE UNIQUE INDEX "forum_threads_short_key" ON "forum_threads" ("short");
-- Modify "projects" table
ALTER TABLE "projects" ADD COLUMN "short" character varying;
-- Rows get the last 12 digits of their ids.
UPDATE "projects" SET "short" = right("id"::text, 12);
ALTER TABLE "projects" ALTER COLUMN "short" SET NOT NULL;
-- Create index "projects_short_key" to table: "projects"
CREATE UNIQUE INDEX "projects_short_key" ON "projects" ("short");
