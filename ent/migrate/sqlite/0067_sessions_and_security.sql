-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_sessions" table
CREATE TABLE `new_sessions` (`id` uuid NOT NULL, `token_hash` text NOT NULL, `user_agent` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `last_used_at` datetime NOT NULL, `network` text NOT NULL DEFAULT (''), `expires_at` datetime NOT NULL, `proved_at` datetime NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `sessions_users_sessions` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows. A renewal set the expiry to 30 days from the use.
INSERT INTO `new_sessions` (`id`, `token_hash`, `user_agent`, `created_at`, `last_used_at`, `expires_at`, `proved_at`, `user_id`) SELECT `id`, `token_hash`, `user_agent`, `created_at`, strftime('%Y-%m-%d %H:%M:%f', `expires_at`, '-30 days') || '+00:00', strftime('%Y-%m-%d %H:%M:%f', min(julianday(`expires_at`), julianday(`created_at`, '+90 days'))) || '+00:00', `proved_at`, `user_id` FROM `sessions`;
-- Drop "sessions" table after copying rows
DROP TABLE `sessions`;
-- Rename temporary table "new_sessions" to "sessions"
ALTER TABLE `new_sessions` RENAME TO `sessions`;
-- Create index "sessions_token_hash_key" to table: "sessions"
CREATE UNIQUE INDEX `sessions_token_hash_key` ON `sessions` (`token_hash`);
-- Create index "session_user_id" to table: "sessions"
CREATE INDEX `session_user_id` ON `sessions` (`user_id`);
-- Create index "session_expires_at" to table: "sessions"
CREATE INDEX `session_expires_at` ON `sessions` (`expires_at`);
-- Create "new_push_subscriptions" table
CREATE TABLE `new_push_subscriptions` (`id` uuid NOT NULL, `endpoint` text NOT NULL, `p256dh` text NOT NULL, `auth` text NOT NULL, `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, `session_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `push_subscriptions_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `push_subscriptions_sessions_session` FOREIGN KEY (`session_id`) REFERENCES `sessions` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "push_subscriptions" to new temporary table "new_push_subscriptions"
INSERT INTO `new_push_subscriptions` (`id`, `endpoint`, `p256dh`, `auth`, `created_at`, `user_id`) SELECT `id`, `endpoint`, `p256dh`, `auth`, `created_at`, `user_id` FROM `push_subscriptions`;
-- Drop "push_subscriptions" table after copying rows
DROP TABLE `push_subscriptions`;
-- Rename temporary table "new_push_subscriptions" to "push_subscriptions"
ALTER TABLE `new_push_subscriptions` RENAME TO `push_subscriptions`;
-- Create index "push_subscriptions_endpoint_key" to table: "push_subscriptions"
CREATE UNIQUE INDEX `push_subscriptions_endpoint_key` ON `push_subscriptions` (`endpoint`);
-- Create index "pushsubscription_user_id_id" to table: "push_subscriptions"
CREATE INDEX `pushsubscription_user_id_id` ON `push_subscriptions` (`user_id`, `id`);
-- Create index "pushsubscription_session_id" to table: "push_subscriptions"
CREATE INDEX `pushsubscription_session_id` ON `push_subscriptions` (`session_id`);
-- Create "security_events" table
CREATE TABLE `security_events` (`id` uuid NOT NULL, `kind` text NOT NULL, `label` text NOT NULL DEFAULT (''), `user_agent` text NOT NULL DEFAULT (''), `network` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `security_events_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "securityevent_user_id_id" to table: "security_events"
CREATE INDEX `securityevent_user_id_id` ON `security_events` (`user_id`, `id`);
-- Create index "securityevent_created_at" to table: "security_events"
CREATE INDEX `securityevent_created_at` ON `security_events` (`created_at`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
