-- Modify "news_feeds" table
ALTER TABLE "news_feeds" ADD COLUMN "skipped" jsonb NULL;
-- The key of an article has the fragment of its address
UPDATE news_articles SET url_key = url_key || substr(source_url, strpos(source_url, '#')) WHERE strpos(source_url, '#') > 0;
