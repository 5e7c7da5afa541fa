-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_mails" table
CREATE TABLE `new_mails` (`id` uuid NOT NULL, `recipient` text NOT NULL, `reply_to` text NOT NULL DEFAULT (''), `category` text NOT NULL DEFAULT (''), `subject` text NOT NULL, `text` text NOT NULL, `html` text NOT NULL, `unsubscribe` text NOT NULL DEFAULT (''), `state` text NOT NULL DEFAULT ('waiting'), `attempts` integer NOT NULL DEFAULT (0), `next_try_at` datetime NOT NULL, `sent_at` datetime NULL, `failure` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `mails_users_mails` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "mails" to new temporary table "new_mails"
INSERT INTO `new_mails` (`id`, `recipient`, `reply_to`, `category`, `subject`, `text`, `html`, `state`, `attempts`, `next_try_at`, `sent_at`, `failure`, `created_at`, `user_id`) SELECT `id`, `recipient`, `reply_to`, `category`, `subject`, `text`, `html`, `state`, `attempts`, `next_try_at`, `sent_at`, `failure`, `created_at`, `user_id` FROM `mails`;
-- Drop "mails" table after copying rows
DROP TABLE `mails`;
-- Rename temporary table "new_mails" to "mails"
ALTER TABLE `new_mails` RENAME TO `mails`;
-- Create index "mail_state_next_try_at" to table: "mails"
CREATE INDEX `mail_state_next_try_at` ON `mails` (`state`, `next_try_at`);
-- Create index "mail_state_id" to table: "mails"
CREATE INDEX `mail_state_id` ON `mails` (`state`, `id`);
-- Create index "mail_user_id_created_at" to table: "mails"
CREATE INDEX `mail_user_id_created_at` ON `mails` (`user_id`, `created_at`);
-- Create index "mail_created_at" to table: "mails"
CREATE INDEX `mail_created_at` ON `mails` (`created_at`);
-- Create "keys" table
CREATE TABLE `keys` (`id` text NOT NULL, `secret` blob NOT NULL, PRIMARY KEY (`id`));
-- Create "notification_preferences" table
CREATE TABLE `notification_preferences` (`id` uuid NOT NULL, `email_off` json NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `notification_preferences_users_notification_preferences` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
