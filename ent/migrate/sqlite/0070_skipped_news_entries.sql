-- Add column "skipped" to table: "news_feeds"
ALTER TABLE `news_feeds` ADD COLUMN `skipped` json NULL;
-- The key of an article has the fragment of its address
UPDATE news_articles SET url_key = url_key || substr(source_url, instr(source_url, '#')) WHERE instr(source_url, '#') > 0;
