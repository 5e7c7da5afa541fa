-- Create "tags" table
CREATE TABLE `tags` (`id` text NOT NULL, `name` text NOT NULL DEFAULT (''), `project_count` integer NOT NULL DEFAULT (0), `story_count` integer NOT NULL DEFAULT (0), `news_count` integer NOT NULL DEFAULT (0), PRIMARY KEY (`id`));
-- Create index "tag_story_count_id" to table: "tags"
CREATE INDEX `tag_story_count_id` ON `tags` (`story_count`, `id`);
-- Create "tag_synonyms" table
CREATE TABLE `tag_synonyms` (`id` text NOT NULL, `tag` text NOT NULL, PRIMARY KEY (`id`));
-- Create "tagged" table
CREATE TABLE `tagged` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `tag` text NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `published_at` datetime NOT NULL);
-- Fill them before their indexes are made.
INSERT INTO tagged (tag, target_type, target_id, published_at)
SELECT 'category:' || w.slug, 'project', p.id, COALESCE(p.published_at, p.created_at) FROM projects p JOIN tag_words w ON w.word = p.primary_category WHERE p.is_public AND w.slug <> ''
UNION SELECT 'category:' || w.slug, 'project', p.id, COALESCE(p.published_at, p.created_at) FROM projects p CROSS JOIN json_each(CAST(p.secondary_categories AS TEXT)) j JOIN tag_words w ON w.word = j.value WHERE p.is_public AND w.slug <> ''
UNION SELECT 'tool:' || w.slug, 'project', p.id, COALESCE(p.published_at, p.created_at) FROM projects p CROSS JOIN json_each(CAST(p.vibe_tools AS TEXT)) j JOIN tag_words w ON w.word = j.value WHERE p.is_public AND w.slug <> ''
UNION SELECT 'tool:' || w.slug, 'project', p.id, COALESCE(p.published_at, p.created_at) FROM projects p CROSS JOIN json_each(CAST(p.custom_tools AS TEXT)) j JOIN tag_words w ON w.word = j.value WHERE p.is_public AND w.slug <> ''
UNION SELECT 'tag:' || w.slug, 'project', p.id, COALESCE(p.published_at, p.created_at) FROM projects p CROSS JOIN json_each(CAST(p.tags AS TEXT)) j JOIN tag_words w ON w.word = j.value WHERE p.is_public AND w.slug <> ''
UNION SELECT 'tag:' || w.slug, 'blog_post', p.id, p.published_at FROM blog_posts p CROSS JOIN json_each(CAST(p.tags AS TEXT)) j JOIN tag_words w ON w.word = j.value WHERE p.is_visible AND w.slug <> ''
UNION SELECT CASE WHEN j.value IN ('replit', 'vercel', 'v0', 'loveable', 'openai', 'cursor', 'claude', 'github-copilot') THEN 'tool:' ELSE 'tag:' END || w.slug, 'news', p.id, p.published_at FROM news_articles p CROSS JOIN json_each(CAST(p.tags AS TEXT)) j JOIN tag_words w ON w.word = j.value WHERE w.slug <> '';
-- Create index "tagged_tag_target_type_published_at_target_id" to table: "tagged"
CREATE INDEX `tagged_tag_target_type_published_at_target_id` ON `tagged` (`tag`, `target_type`, `published_at`, `target_id`);
-- Create index "tagged_target_id_tag" to table: "tagged"
CREATE UNIQUE INDEX `tagged_target_id_tag` ON `tagged` (`target_id`, `tag`);
CREATE INDEX tag_words_slug ON tag_words (slug);
INSERT INTO tags (id, name, project_count, story_count, news_count)
SELECT tag, CASE WHEN tag LIKE 'tag:%' THEN COALESCE((SELECT MIN(w.name) FROM tag_words w WHERE w.slug = substr(tag, 5) AND w.name <> ''), '') ELSE '' END,
  SUM(CASE target_type WHEN 'project' THEN 1 ELSE 0 END), SUM(CASE target_type WHEN 'blog_post' THEN 1 ELSE 0 END), SUM(CASE target_type WHEN 'news' THEN 1 ELSE 0 END)
FROM tagged GROUP BY tag;
-- The filters of search: those of stories by tag, and of projects by the tools that they name themselves.
UPDATE search_docs SET filters = ':kind:blog_post' || COALESCE((SELECT group_concat(' :tag:' || f.filter, '') FROM (
  SELECT DISTINCT w.filter FROM tagged t JOIN tag_words w ON w.slug = substr(t.tag, 5) WHERE t.target_id = search_docs.ref_id
) f), '') WHERE kind = 'blog_post' AND filters <> ':kind:blog_post';
UPDATE search_docs SET filters = filters || COALESCE((SELECT group_concat(' :tool:' || f.filter, '') FROM (
  SELECT DISTINCT w.filter FROM tagged t JOIN tag_words w ON w.slug = substr(t.tag, 6) WHERE t.target_id = search_docs.ref_id AND t.tag LIKE 'tool:%'
) f), '') WHERE kind = 'project' AND ref_id IN (SELECT id FROM projects WHERE is_public AND CAST(custom_tools AS TEXT) <> '[]');
DROP TABLE tag_words;
DROP TABLE project_facets;
DROP TABLE blog_post_tags;
DROP TABLE blog_tags;
DROP TABLE news_article_tags;
