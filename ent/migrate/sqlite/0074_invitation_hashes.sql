-- The codes are hashed by the program.
ALTER TABLE `invitations` RENAME COLUMN `code` TO `code_hash`;
DROP INDEX `invitations_code_key`;
CREATE UNIQUE INDEX `invitations_code_hash_key` ON `invitations` (`code_hash`);
