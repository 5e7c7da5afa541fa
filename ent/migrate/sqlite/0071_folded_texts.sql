-- Folded texts and the slugs of tags are made anew in Go, after this migration. The documents of search follow in the background.
INSERT INTO tasks (id, job, payload, run_at, attempts, failure, created_at)
SELECT '00000000-0000-7000-8000-000000000071', 'rebuild search', '"all"', '2000-01-01 00:00:00', 0, '', '2000-01-01 00:00:00'
WHERE EXISTS (SELECT 1 FROM search_docs);
