-- Create "identities" table
CREATE TABLE `identities` (`id` uuid NOT NULL, `provider` text NOT NULL, `subject` text NOT NULL, `label` text NOT NULL, `created_at` datetime NOT NULL, `last_used_at` datetime NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `identities_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "identity_provider_subject" to table: "identities"
CREATE UNIQUE INDEX `identity_provider_subject` ON `identities` (`provider`, `subject`);
-- Create index "identity_user_id" to table: "identities"
CREATE INDEX `identity_user_id` ON `identities` (`user_id`);
