-- Modify "blog_comments" table
ALTER TABLE "blog_comments" ADD COLUMN "hidden_by_moderator" boolean NOT NULL DEFAULT false;
-- Create "expired_articles" table
CREATE TABLE "expired_articles" ("id" character varying NOT NULL, "seen_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "expiredarticle_seen_at" to table: "expired_articles"
CREATE INDEX "expiredarticle_seen_at" ON "expired_articles" ("seen_at");
-- Modify "news_articles" table
ALTER TABLE "news_articles" DROP COLUMN "is_visible";
