-- Add column "scopes" to table: "access_tokens"
ALTER TABLE `access_tokens` ADD COLUMN `scopes` json NULL;
