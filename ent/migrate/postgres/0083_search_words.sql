-- The words of search documents with the number of documents of each kind that have them, for searches with a typing
-- error. The forms of a word are hashes of what is left of it without one or two letters. Triggers record which
-- documents changed, with the text that was counted last; a job in backend/ops/reindex counts them.
CREATE TABLE search_words (
	word text NOT NULL,
	kind text NOT NULL,
	docs bigint NOT NULL,
	PRIMARY KEY (word, kind)
);
CREATE TABLE search_forms (
	form bigint NOT NULL,
	word text NOT NULL,
	PRIMARY KEY (form, word)
);
CREATE TABLE search_changes (
	doc_id bigint PRIMARY KEY,
	kind text NOT NULL,
	before text NOT NULL
);
-- A change that is being counted is locked: DO UPDATE waits for it and then records the next one, DO NOTHING would lose it.
CREATE FUNCTION search_docs_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO search_changes (doc_id, kind, before) SELECT id, kind, '' FROM added
	ON CONFLICT (doc_id) DO UPDATE SET doc_id = excluded.doc_id;
	RETURN NULL;
END $$;
CREATE FUNCTION search_docs_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO search_changes (doc_id, kind, before)
	VALUES (old.id, old.kind, concat_ws(' ', old.title, old.summary, old.words, old.owner, old.body))
	ON CONFLICT (doc_id) DO UPDATE SET doc_id = excluded.doc_id;
	RETURN NULL;
END $$;
CREATE TRIGGER search_words_insert AFTER INSERT ON search_docs REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION search_docs_added();
CREATE TRIGGER search_words_delete AFTER DELETE ON search_docs FOR EACH ROW EXECUTE FUNCTION search_docs_changed();
CREATE TRIGGER search_words_update AFTER UPDATE OF title, summary, words, owner, body ON search_docs FOR EACH ROW
WHEN ((old.title, old.summary, old.words, old.owner, old.body) IS DISTINCT FROM (new.title, new.summary, new.words, new.owner, new.body))
EXECUTE FUNCTION search_docs_changed();
INSERT INTO search_changes (doc_id, kind, before) SELECT id, kind, '' FROM search_docs;
-- Words of languages without spaces, and the filters by tag and owner, are made anew in the background.
DELETE FROM tasks WHERE job = 'rebuild search';
INSERT INTO tasks (id, job, payload, run_at, attempts, failure, created_at)
SELECT '00000000-0000-7000-8000-000000000083', 'rebuild search', '"all"', '2000-01-01 00:00:00', 0, '', '2000-01-01 00:00:00'
WHERE EXISTS (SELECT 1 FROM search_docs);
