-- All words of tags. Their slugs are made in Go, after this migration, and used by the next one.
CREATE TABLE tag_words (word text NOT NULL PRIMARY KEY, slug text NOT NULL DEFAULT '', name text NOT NULL DEFAULT '', filter text NOT NULL DEFAULT '');
INSERT INTO tag_words (word)
SELECT primary_category FROM projects
UNION SELECT j.value FROM projects p CROSS JOIN json_each(CAST(p.secondary_categories AS TEXT)) j
UNION SELECT j.value FROM projects p CROSS JOIN json_each(CAST(p.vibe_tools AS TEXT)) j
UNION SELECT j.value FROM projects p CROSS JOIN json_each(CAST(p.custom_tools AS TEXT)) j
UNION SELECT j.value FROM projects p CROSS JOIN json_each(CAST(p.tags AS TEXT)) j
UNION SELECT j.value FROM blog_posts p CROSS JOIN json_each(CAST(p.tags AS TEXT)) j
UNION SELECT j.value FROM news_articles p CROSS JOIN json_each(CAST(p.tags AS TEXT)) j;
