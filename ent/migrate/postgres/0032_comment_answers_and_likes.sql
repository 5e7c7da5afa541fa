-- Modify "blog_comments" table
ALTER TABLE "blog_comments" ADD COLUMN "upvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "downvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "parent_id" uuid NULL, ADD CONSTRAINT "blog_comments_blog_comments_answers" FOREIGN KEY ("parent_id") REFERENCES "blog_comments" ("id") ON DELETE SET NULL;
-- Create index "blogcomment_parent_id" to table: "blog_comments"
CREATE INDEX "blogcomment_parent_id" ON "blog_comments" ("parent_id");
