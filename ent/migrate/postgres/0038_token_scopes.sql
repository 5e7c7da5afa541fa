-- Modify "access_tokens" table
ALTER TABLE "access_tokens" ADD COLUMN "scopes" jsonb NULL;
