-- Add column "email_verified_at" to table: "users"
ALTER TABLE `users` ADD COLUMN `email_verified_at` datetime NULL;
-- Create "leases" table
CREATE TABLE `leases` (`id` text NOT NULL, `holder` text NOT NULL, `expires_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create "mails" table
CREATE TABLE `mails` (`id` uuid NOT NULL, `recipient` text NOT NULL, `subject` text NOT NULL, `text` text NOT NULL, `html` text NOT NULL, `state` text NOT NULL DEFAULT ('waiting'), `attempts` integer NOT NULL DEFAULT (0), `next_try_at` datetime NOT NULL, `sent_at` datetime NULL, `failure` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `user_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `mails_users_mails` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "mail_state_next_try_at" to table: "mails"
CREATE INDEX `mail_state_next_try_at` ON `mails` (`state`, `next_try_at`);
-- Create index "mail_user_id_created_at" to table: "mails"
CREATE INDEX `mail_user_id_created_at` ON `mails` (`user_id`, `created_at`);
-- Create index "mail_created_at" to table: "mails"
CREATE INDEX `mail_created_at` ON `mails` (`created_at`);
-- Create "mail_tokens" table
CREATE TABLE `mail_tokens` (`id` uuid NOT NULL, `token_hash` text NOT NULL, `purpose` text NOT NULL, `created_at` datetime NOT NULL, `expires_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `mail_tokens_users_mail_tokens` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "mail_tokens_token_hash_key" to table: "mail_tokens"
CREATE UNIQUE INDEX `mail_tokens_token_hash_key` ON `mail_tokens` (`token_hash`);
-- Create index "mailtoken_user_id_purpose" to table: "mail_tokens"
CREATE INDEX `mailtoken_user_id_purpose` ON `mail_tokens` (`user_id`, `purpose`);
-- Create index "mailtoken_expires_at" to table: "mail_tokens"
CREATE INDEX `mailtoken_expires_at` ON `mail_tokens` (`expires_at`);
