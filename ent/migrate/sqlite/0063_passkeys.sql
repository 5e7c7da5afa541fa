-- Create "passkeys" table
CREATE TABLE `passkeys` (`id` uuid NOT NULL, `name` text NOT NULL, `credential_id` text NOT NULL, `public_key` blob NOT NULL, `transports` json NOT NULL, `synced` bool NOT NULL, `sign_count` integer NOT NULL, `created_at` datetime NOT NULL, `last_used_at` datetime NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `passkeys_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "passkeys_credential_id_key" to table: "passkeys"
CREATE UNIQUE INDEX `passkeys_credential_id_key` ON `passkeys` (`credential_id`);
-- Create index "passkey_user_id" to table: "passkeys"
CREATE INDEX `passkey_user_id` ON `passkeys` (`user_id`);
-- Create "used_challenges" table
CREATE TABLE `used_challenges` (`id` uuid NOT NULL, `expires_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "usedchallenge_expires_at" to table: "used_challenges"
CREATE INDEX `usedchallenge_expires_at` ON `used_challenges` (`expires_at`);
