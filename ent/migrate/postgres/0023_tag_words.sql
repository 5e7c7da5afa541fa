-- All words of tags. Their slugs are made in Go, after this migration, and used by the next one.
CREATE TABLE tag_words (word character varying NOT NULL PRIMARY KEY, slug character varying NOT NULL DEFAULT '', name character varying NOT NULL DEFAULT '', filter character varying NOT NULL DEFAULT '');
INSERT INTO tag_words (word)
SELECT primary_category FROM projects
UNION SELECT j.value FROM projects p CROSS JOIN LATERAL jsonb_array_elements_text(p.secondary_categories) AS j(value)
UNION SELECT j.value FROM projects p CROSS JOIN LATERAL jsonb_array_elements_text(p.vibe_tools) AS j(value)
UNION SELECT j.value FROM projects p CROSS JOIN LATERAL jsonb_array_elements_text(p.custom_tools) AS j(value)
UNION SELECT j.value FROM projects p CROSS JOIN LATERAL jsonb_array_elements_text(p.tags) AS j(value)
UNION SELECT j.value FROM blog_posts p CROSS JOIN LATERAL jsonb_array_elements_text(p.tags) AS j(value)
UNION SELECT j.value FROM news_articles p CROSS JOIN LATERAL jsonb_array_elements_text(p.tags) AS j(value);
