-- Modify "blog_comments" table
ALTER TABLE "blog_comments" ADD COLUMN "content_version" bigint NOT NULL DEFAULT 0, ADD COLUMN "content_html" text NOT NULL DEFAULT '';
