-- Create index "blogpost_eligible_upvotes_id" to table: "blog_posts"
CREATE INDEX "blogpost_eligible_upvotes_id" ON "blog_posts" ("eligible_upvotes", "id");
-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "vouched_at" timestamptz NULL;
-- Create index "user_eligible_upvotes_received_id" to table: "users"
CREATE INDEX "user_eligible_upvotes_received_id" ON "users" ("eligible_upvotes_received", "id");
