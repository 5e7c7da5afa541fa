-- Create "publish_requests" table
CREATE TABLE `publish_requests` (`id` uuid NOT NULL, `requested_at` datetime NOT NULL, `project_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `publish_requests_projects_project` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE, CONSTRAINT `publish_requests_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "publishrequest_project_id" to table: "publish_requests"
CREATE UNIQUE INDEX `publishrequest_project_id` ON `publish_requests` (`project_id`);
-- Create index "publishrequest_user_id" to table: "publish_requests"
CREATE INDEX `publishrequest_user_id` ON `publish_requests` (`user_id`);
