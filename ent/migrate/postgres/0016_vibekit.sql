-- Create "generations" table
CREATE TABLE "generations" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "kind" character varying NOT NULL, "brief_input" jsonb NULL, "brief" jsonb NULL, "logo_input" jsonb NULL, "logo_ideas" jsonb NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "generations_users_generations" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "generation_user_id_id" to table: "generations"
CREATE INDEX "generation_user_id_id" ON "generations" ("user_id", "id");
