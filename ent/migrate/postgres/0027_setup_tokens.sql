-- Create "setup_tokens" table
CREATE TABLE "setup_tokens" ("id" uuid NOT NULL, "token_hash" character varying NOT NULL, "expires_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "setup_tokens_token_hash_key" to table: "setup_tokens"
CREATE UNIQUE INDEX "setup_tokens_token_hash_key" ON "setup_tokens" ("token_hash");
