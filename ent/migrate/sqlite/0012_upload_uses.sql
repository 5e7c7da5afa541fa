-- Create "upload_uses" table
CREATE TABLE `upload_uses` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `kind` text NOT NULL, `target_id` uuid NOT NULL, `upload_id` uuid NOT NULL, CONSTRAINT `upload_uses_uploads_uses` FOREIGN KEY (`upload_id`) REFERENCES `uploads` (`id`) ON DELETE CASCADE);
-- Create index "uploaduse_target_id_kind_upload_id" to table: "upload_uses"
CREATE UNIQUE INDEX `uploaduse_target_id_kind_upload_id` ON `upload_uses` (`target_id`, `kind`, `upload_id`);
-- Create index "uploaduse_upload_id" to table: "upload_uses"
CREATE INDEX `uploaduse_upload_id` ON `upload_uses` (`upload_id`);
-- Projects show uploads
INSERT INTO `upload_uses` (`kind`, `target_id`, `upload_id`) SELECT 'project', `project_id`, `upload_id` FROM `project_uploads` ORDER BY `id`;
-- Users show their avatars
INSERT INTO `upload_uses` (`kind`, `target_id`, `upload_id`) SELECT 'user', m.`id`, u.`id` FROM `users` m JOIN `uploads` u ON u.`path` = substr(m.`avatar`, 10) AND u.`user_id` = m.`id` WHERE m.`avatar` LIKE '/uploads/%';
-- Drop "project_uploads" table
DROP TABLE `project_uploads`;
