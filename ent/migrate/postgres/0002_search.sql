-- The texts that search looks at, as tokens (lower case, no accents, one space between) made by backend/store. The
-- vector takes the tokens as they are: a parser of PostgreSQL's would read some as hosts or numbers, a dictionary would
-- stem them, and the start of a word would then no longer find it.
CREATE TABLE search_docs (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	kind text NOT NULL,
	ref_id uuid NOT NULL,
	owner_id uuid NOT NULL,
	title text NOT NULL,
	summary text NOT NULL,
	words text NOT NULL,
	owner text NOT NULL,
	filters text NOT NULL,
	body text NOT NULL,
	vector tsvector NOT NULL GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(
		title || ' ' || summary || ' ' || words || ' ' || owner || ' ' || filters || ' ' || body, ' '), ''))) STORED,
	UNIQUE (kind, ref_id)
);
CREATE INDEX search_docs_owner_id ON search_docs (owner_id);
CREATE INDEX search_docs_vector ON search_docs USING gin (vector);
