-- A subscription of an access token, or older than its session, ends with nothing: its browser subscribes again.
DELETE FROM push_subscriptions WHERE session_id IS NULL;
-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_push_subscriptions" table
CREATE TABLE `new_push_subscriptions` (`id` uuid NOT NULL, `endpoint` text NOT NULL, `p256dh` text NOT NULL, `auth` text NOT NULL, `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, `session_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `push_subscriptions_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `push_subscriptions_sessions_session` FOREIGN KEY (`session_id`) REFERENCES `sessions` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "push_subscriptions" to new temporary table "new_push_subscriptions"
INSERT INTO `new_push_subscriptions` (`id`, `endpoint`, `p256dh`, `auth`, `created_at`, `user_id`, `session_id`) SELECT `id`, `endpoint`, `p256dh`, `auth`, `created_at`, `user_id`, `session_id` FROM `push_subscriptions`;
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
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
