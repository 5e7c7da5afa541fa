-- Create "stripe_events" table
CREATE TABLE "stripe_events" ("id" character varying NOT NULL, "kind" character varying NOT NULL, "happened_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "stripeevent_kind_happened_at" to table: "stripe_events"
CREATE INDEX "stripeevent_kind_happened_at" ON "stripe_events" ("kind", "happened_at");
-- Create index "stripeevent_happened_at" to table: "stripe_events"
CREATE INDEX "stripeevent_happened_at" ON "stripe_events" ("happened_at");
-- Create "donations" table
CREATE TABLE "donations" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "amount" bigint NOT NULL, "refunded" bigint NOT NULL DEFAULT 0, "currency" character varying NOT NULL DEFAULT 'usd', "status" character varying NOT NULL DEFAULT 'pending', "email" character varying NOT NULL DEFAULT '', "request_key" character varying NULL, "payment_intent" character varying NULL, "failures" bigint NOT NULL DEFAULT 0, "succeeded_at" timestamptz NULL, "user_id" uuid NULL, PRIMARY KEY ("id"), CONSTRAINT "donations_users_donations" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE SET NULL);
-- Create index "donations_request_key_key" to table: "donations"
CREATE UNIQUE INDEX "donations_request_key_key" ON "donations" ("request_key");
-- Create index "donation_status_id" to table: "donations"
CREATE INDEX "donation_status_id" ON "donations" ("status", "id");
-- Create index "donation_payment_intent" to table: "donations"
CREATE INDEX "donation_payment_intent" ON "donations" ("payment_intent");
-- Create index "donation_user_id_id" to table: "donations"
CREATE INDEX "donation_user_id_id" ON "donations" ("user_id", "id") WHERE user_id IS NOT NULL;
