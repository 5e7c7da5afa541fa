-- The words of search documents with the number of documents of each kind that have them, for searches with a typing
-- error. The forms of a word are hashes of what is left of it without one or two letters. Triggers record which
-- documents changed, with the text that was counted last; a job in backend/ops/reindex counts them.
CREATE TABLE search_words (
	word text NOT NULL,
	kind text NOT NULL,
	docs integer NOT NULL,
	PRIMARY KEY (word, kind)
) WITHOUT ROWID;
CREATE TABLE search_forms (
	form integer NOT NULL,
	word text NOT NULL,
	PRIMARY KEY (form, word)
) WITHOUT ROWID;
CREATE TABLE search_changes (
	doc_id integer PRIMARY KEY,
	kind text NOT NULL,
	before text NOT NULL
);
CREATE TRIGGER search_words_insert AFTER INSERT ON search_docs BEGIN
	INSERT INTO search_changes (doc_id, kind, before) VALUES (new.id, new.kind, '') ON CONFLICT (doc_id) DO NOTHING;
END;
CREATE TRIGGER search_words_delete AFTER DELETE ON search_docs BEGIN
	INSERT INTO search_changes (doc_id, kind, before)
	VALUES (old.id, old.kind, old.title || ' ' || old.summary || ' ' || old.words || ' ' || old.owner || ' ' || old.body)
	ON CONFLICT (doc_id) DO NOTHING;
END;
CREATE TRIGGER search_words_update AFTER UPDATE OF title, summary, words, owner, body ON search_docs
WHEN old.title <> new.title OR old.summary <> new.summary OR old.words <> new.words OR old.owner <> new.owner OR old.body <> new.body
BEGIN
	INSERT INTO search_changes (doc_id, kind, before)
	VALUES (old.id, old.kind, old.title || ' ' || old.summary || ' ' || old.words || ' ' || old.owner || ' ' || old.body)
	ON CONFLICT (doc_id) DO NOTHING;
END;
INSERT INTO search_changes (doc_id, kind, before) SELECT id, kind, '' FROM search_docs;
-- Words of languages without spaces, and the filters by tag and owner, are made anew in the background.
DELETE FROM tasks WHERE job = 'rebuild search';
INSERT INTO tasks (id, job, payload, run_at, attempts, failure, created_at)
SELECT '00000000-0000-7000-8000-000000000083', 'rebuild search', '"all"', '2000-01-01 00:00:00', 0, '', '2000-01-01 00:00:00'
WHERE EXISTS (SELECT 1 FROM search_docs);
