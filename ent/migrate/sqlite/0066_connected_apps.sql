-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_access_tokens" table
CREATE TABLE `new_access_tokens` (`id` uuid NOT NULL, `token_hash` text NOT NULL, `name` text NOT NULL, `scopes` json NULL, `created_at` datetime NOT NULL, `expires_at` datetime NOT NULL, `last_used_at` datetime NULL, `connected_app_id` uuid NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `access_tokens_connected_apps_connected_app` FOREIGN KEY (`connected_app_id`) REFERENCES `connected_apps` (`id`) ON DELETE CASCADE, CONSTRAINT `access_tokens_users_access_tokens` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "access_tokens" to new temporary table "new_access_tokens"
INSERT INTO `new_access_tokens` (`id`, `token_hash`, `name`, `scopes`, `created_at`, `expires_at`, `last_used_at`, `user_id`) SELECT `id`, `token_hash`, `name`, `scopes`, `created_at`, `expires_at`, `last_used_at`, `user_id` FROM `access_tokens`;
-- Drop "access_tokens" table after copying rows
DROP TABLE `access_tokens`;
-- Rename temporary table "new_access_tokens" to "access_tokens"
ALTER TABLE `new_access_tokens` RENAME TO `access_tokens`;
-- Create index "access_tokens_token_hash_key" to table: "access_tokens"
CREATE UNIQUE INDEX `access_tokens_token_hash_key` ON `access_tokens` (`token_hash`);
-- Create index "accesstoken_user_id" to table: "access_tokens"
CREATE INDEX `accesstoken_user_id` ON `access_tokens` (`user_id`);
-- Create index "accesstoken_connected_app_id" to table: "access_tokens"
CREATE INDEX `accesstoken_connected_app_id` ON `access_tokens` (`connected_app_id`);
-- Create "connected_apps" table
CREATE TABLE `connected_apps` (`id` uuid NOT NULL, `name` text NOT NULL, `redirect_host` text NOT NULL, `scopes` json NOT NULL, `client_hash` text NOT NULL, `family_hash` text NOT NULL, `secret_hash` text NOT NULL, `code_challenge` text NOT NULL, `redirect_uri` text NOT NULL, `created_at` datetime NOT NULL, `expires_at` datetime NOT NULL, `used_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `connected_apps_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "connected_apps_family_hash_key" to table: "connected_apps"
CREATE UNIQUE INDEX `connected_apps_family_hash_key` ON `connected_apps` (`family_hash`);
-- Create index "connectedapp_user_id" to table: "connected_apps"
CREATE INDEX `connectedapp_user_id` ON `connected_apps` (`user_id`);
-- Create index "connectedapp_expires_at" to table: "connected_apps"
CREATE INDEX `connectedapp_expires_at` ON `connected_apps` (`expires_at`);
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
