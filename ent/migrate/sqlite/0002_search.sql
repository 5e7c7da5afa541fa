-- The texts that search looks at, as tokens (lower case, no accents, one space between) made by backend/store.
CREATE TABLE search_docs (
	id INTEGER PRIMARY KEY,
	kind text NOT NULL,
	ref_id uuid NOT NULL,
	owner_id uuid NOT NULL,
	title text NOT NULL,
	summary text NOT NULL,
	words text NOT NULL,
	owner text NOT NULL,
	filters text NOT NULL,
	body text NOT NULL,
	UNIQUE (kind, ref_id)
);
CREATE INDEX search_docs_owner_id ON search_docs (owner_id);
-- Only whether a token is in a document is kept: backend/store ranks.
-- The tokenizer splits at spaces and no more; ':' and '_' occur in filters alone, such as :category:ai_agents.
CREATE VIRTUAL TABLE search_index USING fts5 (
	title, summary, words, owner, filters, body,
	content = 'search_docs', content_rowid = 'id',
	tokenize = "ascii tokenchars ':_'", prefix = '1 2 3', detail = none, columnsize = 0
);
CREATE TRIGGER search_docs_insert AFTER INSERT ON search_docs BEGIN
	INSERT INTO search_index (rowid, title, summary, words, owner, filters, body)
	VALUES (new.id, new.title, new.summary, new.words, new.owner, new.filters, new.body);
END;
CREATE TRIGGER search_docs_delete AFTER DELETE ON search_docs BEGIN
	INSERT INTO search_index (search_index, rowid, title, summary, words, owner, filters, body)
	VALUES ('delete', old.id, old.title, old.summary, old.words, old.owner, old.filters, old.body);
END;
CREATE TRIGGER search_docs_update AFTER UPDATE ON search_docs BEGIN
	INSERT INTO search_index (search_index, rowid, title, summary, words, owner, filters, body)
	VALUES ('delete', old.id, old.title, old.summary, old.words, old.owner, old.filters, old.body);
	INSERT INTO search_index (rowid, title, summary, words, owner, filters, body)
	VALUES (new.id, new.title, new.summary, new.words, new.owner, new.filters, new.body);
END;
