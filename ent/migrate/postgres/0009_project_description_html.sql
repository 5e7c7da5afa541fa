-- Rows that exist show their descriptions all the same (see docs/decisions/0014-markdown-rendered-once.md).
ALTER TABLE "projects" ADD COLUMN "excerpt" character varying NOT NULL DEFAULT '', ADD COLUMN "description_version" bigint NOT NULL DEFAULT 0, ADD COLUMN "description_html" text NOT NULL DEFAULT '';
