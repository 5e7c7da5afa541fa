-- Add column "proved_at" to table: "sessions"
ALTER TABLE `sessions` ADD COLUMN `proved_at` datetime NULL;
-- Create "authenticators" table
CREATE TABLE `authenticators` (`id` uuid NOT NULL, `secret` text NOT NULL DEFAULT (''), `new_secret` text NOT NULL DEFAULT (''), `confirmed_at` datetime NULL, `last_step` integer NOT NULL DEFAULT (0), `recovery_hashes` json NOT NULL, `wrong_codes` integer NOT NULL DEFAULT (0), `wrong_since` datetime NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `authenticators_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "authenticator_user_id" to table: "authenticators"
CREATE UNIQUE INDEX `authenticator_user_id` ON `authenticators` (`user_id`);
