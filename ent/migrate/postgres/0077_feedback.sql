-- Modify "forum_threads" table
ALTER TABLE "forum_threads" ADD COLUMN "is_feedback" boolean NOT NULL DEFAULT false;
-- Create index "forumthread_feedback" to table: "forum_threads"
CREATE UNIQUE INDEX "forumthread_feedback" ON "forum_threads" ("channel_id") WHERE is_feedback AND (deleted_at IS NULL);
-- Modify "projects" table
ALTER TABLE "projects" ADD COLUMN "feedback_count" bigint NOT NULL DEFAULT 0, ADD COLUMN "feedback_thread_id" uuid NULL, ADD COLUMN "first_answer_at" timestamptz NULL;
-- Create index "project_waiting" to table: "projects"
CREATE INDEX "project_waiting" ON "projects" ("published_at", "id") WHERE is_public AND (first_answer_at IS NULL);
-- Create index "project_published" to table: "projects"
CREATE INDEX "project_published" ON "projects" ("published_at") WHERE is_public;
-- Create "feedback_requests" table
CREATE TABLE "feedback_requests" ("id" uuid NOT NULL, "questions" jsonb NOT NULL, "requested_at" timestamptz NOT NULL, "is_owed" boolean NOT NULL DEFAULT false, "reserved_until" timestamptz NULL, "project_id" uuid NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "feedback_requests_projects_project" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE, CONSTRAINT "feedback_requests_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "feedbackrequest_project_id" to table: "feedback_requests"
CREATE UNIQUE INDEX "feedbackrequest_project_id" ON "feedback_requests" ("project_id");
-- Create index "feedbackrequest_user_id_id" to table: "feedback_requests"
CREATE INDEX "feedbackrequest_user_id_id" ON "feedback_requests" ("user_id", "id");
-- Create index "feedbackrequest_queue" to table: "feedback_requests"
CREATE INDEX "feedbackrequest_queue" ON "feedback_requests" ("is_owed", "requested_at", "id");
-- Modify "forum_posts" table
ALTER TABLE "forum_posts" ADD COLUMN "via" character varying NOT NULL DEFAULT '';
-- Create "reviews" table
CREATE TABLE "reviews" ("id" uuid NOT NULL, "maker_id" uuid NOT NULL, "assigned_at" timestamptz NOT NULL, "skipped_at" timestamptz NULL, "written_at" timestamptz NULL, "is_useful" boolean NULL, "is_counted" boolean NOT NULL DEFAULT true, "questions" jsonb NOT NULL, "answers" jsonb NOT NULL, "reach" character varying NOT NULL DEFAULT '', "first_impression" text NOT NULL DEFAULT '', "tried" text NOT NULL DEFAULT '', "broke" text NOT NULL DEFAULT '', "suggestion" text NOT NULL DEFAULT '', "post_id" uuid NULL, "project_id" uuid NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "reviews_forum_posts_review" FOREIGN KEY ("post_id") REFERENCES "forum_posts" ("id") ON DELETE CASCADE, CONSTRAINT "reviews_projects_project" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE SET NULL, CONSTRAINT "reviews_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "reviews_post_id_key" to table: "reviews"
CREATE UNIQUE INDEX "reviews_post_id_key" ON "reviews" ("post_id");
-- Create index "review_user_id_id" to table: "reviews"
CREATE INDEX "review_user_id_id" ON "reviews" ("user_id", "id");
-- Create index "review_user_id_project_id" to table: "reviews"
CREATE INDEX "review_user_id_project_id" ON "reviews" ("user_id", "project_id");
-- Create index "review_user_id_maker_id_id" to table: "reviews"
CREATE INDEX "review_user_id_maker_id_id" ON "reviews" ("user_id", "maker_id", "id");
-- Create index "review_maker_id_id" to table: "reviews"
CREATE INDEX "review_maker_id_id" ON "reviews" ("maker_id", "id");
-- Create index "review_project_id" to table: "reviews"
CREATE INDEX "review_project_id" ON "reviews" ("project_id");
-- Create index "review_undecided" to table: "reviews"
CREATE INDEX "review_undecided" ON "reviews" ("written_at") WHERE (written_at IS NOT NULL) AND (is_useful IS NULL);
-- Replies by others in the channel of a project answered it
UPDATE projects SET first_answer_at = (SELECT MIN(p.created_at) FROM forum_channels c JOIN forum_threads t ON t.channel_id = c.id
  JOIN forum_posts p ON p.thread_id = t.id
  WHERE c.project_id = projects.id AND c.deleted_at IS NULL AND t.is_visible AND p.is_visible AND p.user_id <> projects.user_id)
  WHERE comment_count > 0;
-- Projects of the last 30 days without an answer wait for a review; the board owes every maker the oldest
INSERT INTO feedback_requests (id, project_id, user_id, questions, requested_at, is_owed)
SELECT p.id, p.id, p.user_id, '[]', p.published_at, NOT EXISTS (SELECT 1 FROM projects q WHERE q.user_id = p.user_id AND q.is_public
  AND q.first_answer_at IS NULL AND q.published_at > now() - interval '30 days' AND (q.published_at, q.id) < (p.published_at, p.id))
FROM projects p JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL WHERE p.is_public AND p.first_answer_at IS NULL AND p.published_at > now() - interval '30 days';
