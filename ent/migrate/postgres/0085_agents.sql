-- Create "idempotency_keys" table
CREATE TABLE "idempotency_keys" ("id" uuid NOT NULL, "caller" uuid NOT NULL, "request_hash" bytea NOT NULL, "answer" bytea NULL, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "idempotencykey_caller" to table: "idempotency_keys"
CREATE INDEX "idempotencykey_caller" ON "idempotency_keys" ("caller");
-- Create index "idempotencykey_created_at" to table: "idempotency_keys"
CREATE INDEX "idempotencykey_created_at" ON "idempotency_keys" ("created_at");
-- Create "upload_tickets" table
CREATE TABLE "upload_tickets" ("id" uuid NOT NULL, "secret_hash" character varying NOT NULL, "expires_at" timestamptz NOT NULL, "is_used" boolean NOT NULL DEFAULT false, "url" character varying NOT NULL DEFAULT '', "user_id" uuid NOT NULL, "access_token_id" uuid NULL, "session_id" uuid NULL, PRIMARY KEY ("id"), CONSTRAINT "upload_tickets_access_tokens_access_token" FOREIGN KEY ("access_token_id") REFERENCES "access_tokens" ("id") ON DELETE CASCADE, CONSTRAINT "upload_tickets_sessions_session" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE CASCADE, CONSTRAINT "upload_tickets_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "upload_tickets_secret_hash_key" to table: "upload_tickets"
CREATE UNIQUE INDEX "upload_tickets_secret_hash_key" ON "upload_tickets" ("secret_hash");
-- Create index "uploadticket_access_token_id" to table: "upload_tickets"
CREATE INDEX "uploadticket_access_token_id" ON "upload_tickets" ("access_token_id");
-- Create index "uploadticket_expires_at" to table: "upload_tickets"
CREATE INDEX "uploadticket_expires_at" ON "upload_tickets" ("expires_at");
-- Create index "uploadticket_session_id" to table: "upload_tickets"
CREATE INDEX "uploadticket_session_id" ON "upload_tickets" ("session_id");
-- Create index "uploadticket_user_id" to table: "upload_tickets"
CREATE INDEX "uploadticket_user_id" ON "upload_tickets" ("user_id");
