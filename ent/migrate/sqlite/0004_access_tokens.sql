-- Create "access_tokens" table
CREATE TABLE `access_tokens` (`id` uuid NOT NULL, `token_hash` text NOT NULL, `name` text NOT NULL, `created_at` datetime NOT NULL, `expires_at` datetime NOT NULL, `last_used_at` datetime NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `access_tokens_users_access_tokens` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "access_tokens_token_hash_key" to table: "access_tokens"
CREATE UNIQUE INDEX `access_tokens_token_hash_key` ON `access_tokens` (`token_hash`);
-- Create index "accesstoken_user_id" to table: "access_tokens"
CREATE INDEX `accesstoken_user_id` ON `access_tokens` (`user_id`);
