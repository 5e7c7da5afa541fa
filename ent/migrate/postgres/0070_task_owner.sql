-- Modify "tasks" table
ALTER TABLE "tasks" ADD COLUMN "owner" character varying NOT NULL DEFAULT '';
