-- Modify "mails" table
ALTER TABLE "mails" ADD COLUMN "category" character varying NOT NULL DEFAULT '';
