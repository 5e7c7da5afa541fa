-- Modify "reviews" table
ALTER TABLE "reviews" ADD COLUMN "is_endorsed" boolean NULL;
-- Create index "review_marked" to table: "reviews"
CREATE INDEX "review_marked" ON "reviews" ("maker_id") WHERE is_endorsed IS NOT NULL;
-- Create index "review_endorsed" to table: "reviews"
CREATE INDEX "review_endorsed" ON "reviews" ("user_id") WHERE is_endorsed;
-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "hides_agents" boolean NOT NULL DEFAULT false, ADD COLUMN "eligible_upvotes_received" bigint NOT NULL DEFAULT 0, ADD COLUMN "votes_held_at" timestamptz NULL;
-- Modify "blog_posts" table
ALTER TABLE "blog_posts" ADD COLUMN "via" character varying NOT NULL DEFAULT '', ADD COLUMN "is_awaiting" boolean NOT NULL DEFAULT false, ADD COLUMN "eligible_upvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "eligible_downvotes" bigint NOT NULL DEFAULT 0;
-- Modify "boards" table
ALTER TABLE "boards" ADD COLUMN "min_account_hours" bigint NULL, ADD COLUMN "entry_votes" bigint NULL, ADD COLUMN "first_posts" character varying NOT NULL DEFAULT '', ADD COLUMN "watched_words" jsonb NULL, ADD COLUMN "public_log_at" timestamptz NULL, ADD COLUMN "blocked_mail_domains" jsonb NULL, ADD COLUMN "allowed_mail_domains" jsonb NULL, ADD COLUMN "proof_of_work" boolean NOT NULL DEFAULT false;
-- Drop index "forumpost_visible" from table: "forum_posts"
DROP INDEX "forumpost_visible";
-- Modify "forum_posts" table
ALTER TABLE "forum_posts" ADD COLUMN "is_awaiting" boolean NOT NULL DEFAULT false, ADD COLUMN "eligible_upvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "eligible_downvotes" bigint NOT NULL DEFAULT 0;
-- Create index "forumpost_visible" to table: "forum_posts"
CREATE INDEX "forumpost_visible" ON "forum_posts" ("thread_id", "id", "user_id", "via") WHERE is_visible;
-- Drop index "forumthread_channel_top" from table: "forum_threads"
DROP INDEX "forumthread_channel_top";
-- Drop index "forumthread_top" from table: "forum_threads"
DROP INDEX "forumthread_top";
-- Modify "forum_threads" table
ALTER TABLE "forum_threads" ADD COLUMN "via" character varying NOT NULL DEFAULT '', ADD COLUMN "is_awaiting" boolean NOT NULL DEFAULT false, ADD COLUMN "eligible_upvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "eligible_downvotes" bigint NOT NULL DEFAULT 0;
-- Create index "forumthread_channel_top" to table: "forum_threads"
CREATE INDEX "forumthread_channel_top" ON "forum_threads" ("channel_id", "eligible_upvotes", "id") WHERE is_visible;
-- Create index "forumthread_top" to table: "forum_threads"
CREATE INDEX "forumthread_top" ON "forum_threads" ("eligible_upvotes", "id") WHERE is_visible;
-- Drop index "projecttally_period_start_votes_project_id" from table: "project_tallies"
DROP INDEX "projecttally_period_start_votes_project_id";
-- Create index "projecttally_period_start_votes_project_id" to table: "project_tallies"
CREATE INDEX "projecttally_period_start_votes_project_id" ON "project_tallies" ("period", "start", "votes", "project_id" DESC);
-- Modify "project_updates" table
ALTER TABLE "project_updates" ADD COLUMN "via" character varying NOT NULL DEFAULT '', ADD COLUMN "hidden_at" timestamptz NULL, ADD COLUMN "is_awaiting" boolean NOT NULL DEFAULT false;
-- Drop index "project_category_trending" from table: "projects"
DROP INDEX "project_category_trending";
-- Drop index "project_stage_trending" from table: "projects"
DROP INDEX "project_stage_trending";
-- Drop index "project_trending" from table: "projects"
DROP INDEX "project_trending";
-- Modify "projects" table
ALTER TABLE "projects" ADD COLUMN "via" character varying NOT NULL DEFAULT '', ADD COLUMN "is_awaiting" boolean NOT NULL DEFAULT false, ADD COLUMN "eligible_upvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "eligible_downvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "is_entered" boolean NOT NULL DEFAULT false;
-- Create index "project_category_trending" to table: "projects"
CREATE INDEX "project_category_trending" ON "projects" ("primary_category", "is_entered", "rank", "id" DESC, "user_id") WHERE is_public;
-- Create index "project_stage_trending" to table: "projects"
CREATE INDEX "project_stage_trending" ON "projects" ("stage", "is_entered", "rank", "id" DESC, "user_id") WHERE is_public;
-- Create index "project_trending" to table: "projects"
CREATE INDEX "project_trending" ON "projects" ("is_entered", "rank", "id" DESC, "user_id") WHERE is_public;
-- Create index "project_all_time" to table: "projects"
CREATE INDEX "project_all_time" ON "projects" ("eligible_upvotes", "id" DESC, "user_id") WHERE is_public;
-- Modify "reports" table
ALTER TABLE "reports" ADD COLUMN "in_good_standing" boolean NOT NULL DEFAULT true;
-- Modify "blog_comments" table
ALTER TABLE "blog_comments" ADD COLUMN "via" character varying NOT NULL DEFAULT '', ADD COLUMN "eligible_upvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "eligible_downvotes" bigint NOT NULL DEFAULT 0, ADD COLUMN "is_awaiting" boolean NOT NULL DEFAULT false;
-- Modify "votes" table
ALTER TABLE "votes" ADD COLUMN "is_eligible" boolean NOT NULL DEFAULT true;
-- Create index "vote_ineligible" to table: "votes"
CREATE INDEX "vote_ineligible" ON "votes" ("user_id") WHERE NOT is_eligible;
-- Modify "audit_entries" table
ALTER TABLE "audit_entries" ADD COLUMN "public_by" character varying NULL;
-- Create index "auditentry_public" to table: "audit_entries"
CREATE INDEX "auditentry_public" ON "audit_entries" ("id") WHERE public_by IS NOT NULL;
-- Create "ring_searches" table
CREATE TABLE "ring_searches" ("id" bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY, "vote_id" bigint NOT NULL, "registered_until" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create "report_cases" table
CREATE TABLE "report_cases" ("id" uuid NOT NULL, "target_type" character varying NOT NULL, "open_reports" bigint NOT NULL DEFAULT 0, "reporters" bigint NOT NULL DEFAULT 0, "opened_at" timestamptz NOT NULL, "due_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "reportcase_due_at_id" to table: "report_cases"
CREATE INDEX "reportcase_due_at_id" ON "report_cases" ("due_at", "id");
-- Create "newcomer_sites" table
CREATE TABLE "newcomer_sites" ("id" character varying NOT NULL, "project_id" uuid NOT NULL, "is_refused" boolean NOT NULL DEFAULT false, "created_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
-- Create index "newcomersite_project_id" to table: "newcomer_sites"
CREATE INDEX "newcomersite_project_id" ON "newcomer_sites" ("project_id");
-- Create index "newcomersite_created_at" to table: "newcomer_sites"
CREATE INDEX "newcomersite_created_at" ON "newcomer_sites" ("created_at");
-- Create "appeals" table
CREATE TABLE "appeals" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "target_type" character varying NOT NULL, "target_id" uuid NOT NULL, "decision_id" uuid NOT NULL, "message" text NOT NULL, "status" character varying NOT NULL DEFAULT 'open', "answer" text NOT NULL DEFAULT '', "decided_at" timestamptz NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "appeals_users_appeals" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "appeals_decision_id_key" to table: "appeals"
CREATE UNIQUE INDEX "appeals_decision_id_key" ON "appeals" ("decision_id");
-- Create index "appeal_status_id" to table: "appeals"
CREATE INDEX "appeal_status_id" ON "appeals" ("status", "id");
-- Create index "appeal_target_id" to table: "appeals"
CREATE INDEX "appeal_target_id" ON "appeals" ("target_id");
-- Create index "appeal_user_id_id" to table: "appeals"
CREATE INDEX "appeal_user_id_id" ON "appeals" ("user_id", "id");
-- Create "approvals" table
CREATE TABLE "approvals" ("id" uuid NOT NULL, "target_type" character varying NOT NULL, "target_id" uuid NOT NULL, "reason" character varying NOT NULL, "detail" character varying NOT NULL DEFAULT '', "flags" jsonb NOT NULL, "is_new" boolean NOT NULL, "is_open" boolean NOT NULL DEFAULT true, "is_refused" boolean NOT NULL DEFAULT false, "created_at" timestamptz NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "approvals_users_author" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "approval_target_id_target_type" to table: "approvals"
CREATE UNIQUE INDEX "approval_target_id_target_type" ON "approvals" ("target_id", "target_type");
-- Create index "approval_user_id_id" to table: "approvals"
CREATE INDEX "approval_user_id_id" ON "approvals" ("user_id", "id");
-- Create index "approval_open" to table: "approvals"
CREATE INDEX "approval_open" ON "approvals" ("created_at", "id") WHERE is_open;
-- Create "rings" table
CREATE TABLE "rings" ("id" uuid NOT NULL, "kind" character varying NOT NULL, "owner_id" uuid NOT NULL, "state" character varying NOT NULL, "findings" character varying NOT NULL, "created_at" timestamptz NOT NULL, "decided_by" uuid NULL, "decided_at" timestamptz NULL, "reason" character varying NOT NULL DEFAULT '', "act_id" uuid NOT NULL, PRIMARY KEY ("id"));
-- Create index "ring_state_id" to table: "rings"
CREATE INDEX "ring_state_id" ON "rings" ("state", "id");
-- Create index "ring_owner_id_kind" to table: "rings"
CREATE INDEX "ring_owner_id_kind" ON "rings" ("owner_id", "kind");
-- Create "ring_members" table
CREATE TABLE "ring_members" ("id" bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY, "created_at" timestamptz NOT NULL, "appeal" character varying NOT NULL DEFAULT '', "appealed_at" timestamptz NULL, "ring_id" uuid NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "ring_members_rings_members" FOREIGN KEY ("ring_id") REFERENCES "rings" ("id") ON DELETE CASCADE, CONSTRAINT "ring_members_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "ringmember_ring_id_user_id" to table: "ring_members"
CREATE UNIQUE INDEX "ringmember_ring_id_user_id" ON "ring_members" ("ring_id", "user_id");
-- Create index "ringmember_user_id" to table: "ring_members"
CREATE INDEX "ringmember_user_id" ON "ring_members" ("user_id");
-- Create "traces" table
CREATE TABLE "traces" ("id" bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY, "day" bigint NOT NULL, "network" character varying NOT NULL, "agent" character varying NOT NULL, "user_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "traces_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
-- Create index "trace_user_id_day_network_agent" to table: "traces"
CREATE UNIQUE INDEX "trace_user_id_day_network_agent" ON "traces" ("user_id", "day", "network", "agent");
-- Create index "trace_day_agent_user_id" to table: "traces"
CREATE INDEX "trace_day_agent_user_id" ON "traces" ("day", "agent", "user_id");
-- Every vote that counts is eligible until the rule is applied to its voter
UPDATE votes SET is_eligible = false WHERE NOT is_counted;
UPDATE projects SET eligible_upvotes = upvotes, eligible_downvotes = downvotes, is_entered = upvotes >= 2 WHERE upvotes > 0 OR downvotes > 0;
UPDATE forum_threads SET eligible_upvotes = upvotes, eligible_downvotes = downvotes WHERE upvotes > 0 OR downvotes > 0;
UPDATE forum_posts SET eligible_upvotes = upvotes, eligible_downvotes = downvotes WHERE upvotes > 0 OR downvotes > 0;
UPDATE blog_posts SET eligible_upvotes = upvotes WHERE upvotes > 0;
UPDATE blog_comments SET eligible_upvotes = upvotes WHERE upvotes > 0;
UPDATE users SET eligible_upvotes_received = upvotes_received WHERE upvotes_received > 0;
-- Data: reports by the board weigh less, and open reports have a case.
UPDATE "reports" SET "in_good_standing" = false WHERE "user_id" IS NULL;
INSERT INTO "report_cases" ("id", "target_type", "open_reports", "reporters", "opened_at", "due_at")
  SELECT "target_id", MIN("target_type"), COUNT(*), COUNT("user_id"), MIN("created_at"),
    MIN("created_at") + CASE COUNT("user_id") WHEN 0 THEN interval '48 hours'
      ELSE (5 - LEAST(5, COUNT("user_id"))) * interval '2 hours' END
  FROM "reports" WHERE "status" = 'open' GROUP BY "target_id";
