-- Modify "audit_entries" table
ALTER TABLE "audit_entries" ADD COLUMN "subject_id" uuid NULL;
-- Create index "auditentry_subject_id_id" to table: "audit_entries"
CREATE INDEX "auditentry_subject_id_id" ON "audit_entries" ("subject_id", "id");
-- Modify "feature_acts" table
ALTER TABLE "feature_acts" ADD COLUMN "until" timestamptz NULL, ADD COLUMN "ended_at" timestamptz NULL;
-- Create index "featureact_until" to table: "feature_acts"
CREATE INDEX "featureact_until" ON "feature_acts" ("until");
-- Create index "mail_state_id" to table: "mails"
CREATE INDEX "mail_state_id" ON "mails" ("state", "id");
-- Modify "news_feeds" table
ALTER TABLE "news_feeds" ADD COLUMN "own_name" character varying NOT NULL DEFAULT '', ADD COLUMN "is_added" boolean NOT NULL DEFAULT false, ADD COLUMN "is_disabled" boolean NOT NULL DEFAULT false;
-- Modify "reports" table
ALTER TABLE "reports" ADD COLUMN "decision" character varying NOT NULL DEFAULT '';
-- Who the acts of moderators concern
UPDATE audit_entries SET subject_id = target_id WHERE target_type = 'user';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM projects WHERE projects.id = audit_entries.target_id) WHERE target_type = 'project';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM forum_threads WHERE forum_threads.id = audit_entries.target_id) WHERE target_type = 'forum_thread';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM forum_posts WHERE forum_posts.id = audit_entries.target_id) WHERE target_type = 'forum_post';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM blog_posts WHERE blog_posts.id = audit_entries.target_id) WHERE target_type = 'blog_post';
UPDATE audit_entries SET subject_id = (SELECT user_id FROM blog_comments WHERE blog_comments.id = audit_entries.target_id) WHERE target_type = 'blog_comment';
-- When projects stopped being featured
UPDATE feature_acts SET ended_at = (SELECT MIN(e.created_at) FROM feature_acts e WHERE e.project_id = feature_acts.project_id AND NOT e.featured AND e.id > feature_acts.id) WHERE featured;
