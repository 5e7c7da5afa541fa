-- Create "setup_tokens" table
CREATE TABLE `setup_tokens` (`id` uuid NOT NULL, `token_hash` text NOT NULL, `expires_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "setup_tokens_token_hash_key" to table: "setup_tokens"
CREATE UNIQUE INDEX `setup_tokens_token_hash_key` ON `setup_tokens` (`token_hash`);
