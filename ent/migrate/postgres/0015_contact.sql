-- Modify "mails" table
ALTER TABLE "mails" ADD COLUMN "reply_to" character varying NOT NULL DEFAULT '';
-- Create "contact_messages" table
CREATE TABLE "contact_messages" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "name" character varying NOT NULL, "email" character varying NOT NULL, "subject" character varying NOT NULL, "message" text NOT NULL, "status" character varying NOT NULL DEFAULT 'new', "user_id" uuid NULL, PRIMARY KEY ("id"), CONSTRAINT "contact_messages_users_contact_messages" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "contactmessage_status_id" to table: "contact_messages"
CREATE INDEX "contactmessage_status_id" ON "contact_messages" ("status", "id");
-- Create index "contactmessage_user_id_id" to table: "contact_messages"
CREATE INDEX "contactmessage_user_id_id" ON "contact_messages" ("user_id", "id");
