-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_audit_entries" table
CREATE TABLE `new_audit_entries` (`id` uuid NOT NULL, `action` text NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `subject_id` uuid NULL, `reason` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `actor_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `audit_entries_users_audit_entries` FOREIGN KEY (`actor_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "audit_entries" to new temporary table "new_audit_entries"
INSERT INTO `new_audit_entries` (`id`, `action`, `target_type`, `target_id`, `subject_id`, `reason`, `created_at`, `actor_id`) SELECT `id`, `action`, `target_type`, `target_id`, `subject_id`, `reason`, `created_at`, `actor_id` FROM `audit_entries`;
-- Drop "audit_entries" table after copying rows
DROP TABLE `audit_entries`;
-- Rename temporary table "new_audit_entries" to "audit_entries"
ALTER TABLE `new_audit_entries` RENAME TO `audit_entries`;
-- Create index "auditentry_actor_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_actor_id_id` ON `audit_entries` (`actor_id`, `id`);
-- Create index "auditentry_target_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_target_id_id` ON `audit_entries` (`target_id`, `id`);
-- Create index "auditentry_subject_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_subject_id_id` ON `audit_entries` (`subject_id`, `id`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
