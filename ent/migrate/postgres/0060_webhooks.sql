-- Create "webhooks" table
CREATE TABLE "webhooks" ("id" uuid NOT NULL, "scope" character varying NOT NULL, "url" character varying NOT NULL, "events" jsonb NOT NULL, "secret" character varying NOT NULL, "previous_secret" character varying NOT NULL DEFAULT '', "rotated_at" timestamptz NULL, "state" character varying NOT NULL, "failing_since" timestamptz NULL, "failed_at" timestamptz NULL, "created_at" timestamptz NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "webhooks_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "webhook_user_id_state" to table: "webhooks"
CREATE INDEX "webhook_user_id_state" ON "webhooks" ("user_id", "state");
-- Create index "webhook_scope_state" to table: "webhooks"
CREATE INDEX "webhook_scope_state" ON "webhooks" ("scope", "state");
-- Create index "webhook_state_user_id" to table: "webhooks"
CREATE INDEX "webhook_state_user_id" ON "webhooks" ("state", "user_id");
-- Create "webhook_deliveries" table
CREATE TABLE "webhook_deliveries" ("id" uuid NOT NULL, "source" uuid NOT NULL, "event" character varying NOT NULL, "item_type" character varying NOT NULL, "item_id" uuid NOT NULL, "person" uuid NULL, "body" text NOT NULL, "state" character varying NOT NULL, "attempts" bigint NOT NULL DEFAULT 0, "status" bigint NOT NULL DEFAULT 0, "answer" text NOT NULL DEFAULT '', "failure" character varying NOT NULL DEFAULT '', "created_at" timestamptz NOT NULL, "attempted_at" timestamptz NULL, "next_at" timestamptz NULL, "webhook_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "webhook_deliveries_webhooks_deliveries" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE);
-- Create index "webhookdelivery_webhook_id_source" to table: "webhook_deliveries"
CREATE UNIQUE INDEX "webhookdelivery_webhook_id_source" ON "webhook_deliveries" ("webhook_id", "source");
-- Create index "webhookdelivery_webhook_id_id" to table: "webhook_deliveries"
CREATE INDEX "webhookdelivery_webhook_id_id" ON "webhook_deliveries" ("webhook_id", "id");
-- Create index "webhookdelivery_item_id" to table: "webhook_deliveries"
CREATE INDEX "webhookdelivery_item_id" ON "webhook_deliveries" ("item_id");
-- Create index "webhookdelivery_person" to table: "webhook_deliveries"
CREATE INDEX "webhookdelivery_person" ON "webhook_deliveries" ("person");
