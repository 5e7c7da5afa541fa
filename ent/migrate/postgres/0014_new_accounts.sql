-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "link_post_count" bigint NOT NULL DEFAULT 0, ADD COLUMN "link_posted_at" timestamptz NULL;
