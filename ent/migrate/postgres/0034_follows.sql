-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "follower_count" bigint NOT NULL DEFAULT 0, ADD COLUMN "following_count" bigint NOT NULL DEFAULT 0, ADD COLUMN "hides_follows" boolean NOT NULL DEFAULT false;
-- Create "follows" table
CREATE TABLE "follows" ("id" uuid NOT NULL, "tag" character varying NULL, "created_at" timestamptz NOT NULL, "user_id" uuid NOT NULL, "member_id" uuid NULL, "project_id" uuid NULL, "channel_id" uuid NULL, PRIMARY KEY ("id"), CONSTRAINT "follows_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE, CONSTRAINT "follows_users_member" FOREIGN KEY ("member_id") REFERENCES "users" ("id") ON DELETE CASCADE, CONSTRAINT "follows_projects_project" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE, CONSTRAINT "follows_forum_channels_channel" FOREIGN KEY ("channel_id") REFERENCES "forum_channels" ("id") ON DELETE CASCADE);
-- Create index "follow_user_id_id" to table: "follows"
CREATE INDEX "follow_user_id_id" ON "follows" ("user_id", "id");
-- Create index "follow_user_id_member_id" to table: "follows"
CREATE UNIQUE INDEX "follow_user_id_member_id" ON "follows" ("user_id", "member_id");
-- Create index "follow_member_id_id" to table: "follows"
CREATE INDEX "follow_member_id_id" ON "follows" ("member_id", "id");
-- Create index "follow_user_id_project_id" to table: "follows"
CREATE UNIQUE INDEX "follow_user_id_project_id" ON "follows" ("user_id", "project_id");
-- Create index "follow_project_id_id" to table: "follows"
CREATE INDEX "follow_project_id_id" ON "follows" ("project_id", "id");
-- Create index "follow_user_id_channel_id" to table: "follows"
CREATE UNIQUE INDEX "follow_user_id_channel_id" ON "follows" ("user_id", "channel_id");
-- Create index "follow_channel_id_id" to table: "follows"
CREATE INDEX "follow_channel_id_id" ON "follows" ("channel_id", "id");
-- Create index "follow_user_id_tag" to table: "follows"
CREATE UNIQUE INDEX "follow_user_id_tag" ON "follows" ("user_id", "tag");
-- Create index "follow_tag_id" to table: "follows"
CREATE INDEX "follow_tag_id" ON "follows" ("tag", "id");
