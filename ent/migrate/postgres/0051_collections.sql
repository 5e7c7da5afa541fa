-- Create "collections" table
CREATE TABLE "collections" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "title" character varying NOT NULL, "description" character varying NOT NULL DEFAULT '', "is_public" boolean NOT NULL DEFAULT false, "hidden_at" timestamptz NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "collections_users_owner" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "collection_user_id_id" to table: "collections"
CREATE INDEX "collection_user_id_id" ON "collections" ("user_id", "id");
-- Create "collection_items" table
CREATE TABLE "collection_items" ("id" uuid NOT NULL, "note" character varying NOT NULL DEFAULT '', "position" bigint NOT NULL, "created_at" timestamptz NOT NULL, "collection_id" uuid NOT NULL, "project_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "collection_items_collections_collection" FOREIGN KEY ("collection_id") REFERENCES "collections" ("id") ON DELETE CASCADE, CONSTRAINT "collection_items_projects_project" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE);
-- Create index "collectionitem_collection_id_project_id" to table: "collection_items"
CREATE UNIQUE INDEX "collectionitem_collection_id_project_id" ON "collection_items" ("collection_id", "project_id");
-- Create index "collectionitem_project_id" to table: "collection_items"
CREATE INDEX "collectionitem_project_id" ON "collection_items" ("project_id");
