-- Modify "sessions" table
ALTER TABLE "sessions" ADD COLUMN "user_agent" character varying NOT NULL DEFAULT '';
