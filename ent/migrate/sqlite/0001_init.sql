-- Create "counters" table
CREATE TABLE `counters` (`id` text NOT NULL, `value` integer NOT NULL DEFAULT (0), PRIMARY KEY (`id`));
-- Create "feature_acts" table
CREATE TABLE `feature_acts` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `admin_id` uuid NOT NULL, `featured` bool NOT NULL, `reason` text NOT NULL, `created_at` datetime NOT NULL, `project_id` uuid NOT NULL, CONSTRAINT `feature_acts_projects_feature_acts` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE);
-- Create index "featureact_project_id" to table: "feature_acts"
CREATE INDEX `featureact_project_id` ON `feature_acts` (`project_id`);
-- Create "projects" table
CREATE TABLE `projects` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `title` text NOT NULL, `title_key` text NOT NULL, `tagline` text NOT NULL, `description` text NOT NULL DEFAULT (''), `logo` text NOT NULL DEFAULT (''), `cover_image` text NOT NULL DEFAULT (''), `stage` text NOT NULL, `primary_category` text NOT NULL, `secondary_categories` json NOT NULL, `vibe_tools` json NOT NULL, `custom_tools` json NOT NULL, `monetization` text NOT NULL DEFAULT ('free'), `looking_for` json NOT NULL, `tags` json NOT NULL, `links` json NOT NULL, `media` json NOT NULL, `impact` json NOT NULL, `launch_date` text NOT NULL DEFAULT (''), `is_public` bool NOT NULL DEFAULT (true), `published_at` datetime NULL, `featured_at` datetime NULL, `upvotes` integer NOT NULL DEFAULT (0), `downvotes` integer NOT NULL DEFAULT (0), `rank` real NOT NULL DEFAULT (0), `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `projects_users_projects` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "project_user_id_id" to table: "projects"
CREATE INDEX `project_user_id_id` ON `projects` (`user_id`, `id`);
-- Create index "project_newest" to table: "projects"
CREATE INDEX `project_newest` ON `projects` (`id`) WHERE is_public;
-- Create index "project_trending" to table: "projects"
CREATE INDEX `project_trending` ON `projects` (`rank`, `id`) WHERE is_public;
-- Create index "project_alphabetical" to table: "projects"
CREATE INDEX `project_alphabetical` ON `projects` (`title_key`, `id`) WHERE is_public;
-- Create index "project_stage_newest" to table: "projects"
CREATE INDEX `project_stage_newest` ON `projects` (`stage`, `id`) WHERE is_public;
-- Create index "project_stage_trending" to table: "projects"
CREATE INDEX `project_stage_trending` ON `projects` (`stage`, `rank`, `id`) WHERE is_public;
-- Create index "project_category_trending" to table: "projects"
CREATE INDEX `project_category_trending` ON `projects` (`primary_category`, `rank`, `id`) WHERE is_public;
-- Create index "project_featured" to table: "projects"
CREATE INDEX `project_featured` ON `projects` (`featured_at`, `id`) WHERE featured_at IS NOT NULL;
-- Create "project_facets" table
CREATE TABLE `project_facets` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `facet` text NOT NULL, `project_id` uuid NOT NULL, CONSTRAINT `project_facets_projects_facets` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE CASCADE);
-- Create index "projectfacet_facet_project_id" to table: "project_facets"
CREATE UNIQUE INDEX `projectfacet_facet_project_id` ON `project_facets` (`facet`, `project_id`);
-- Create index "projectfacet_project_id" to table: "project_facets"
CREATE INDEX `projectfacet_project_id` ON `project_facets` (`project_id`);
-- Create "sessions" table
CREATE TABLE `sessions` (`id` uuid NOT NULL, `token_hash` text NOT NULL, `created_at` datetime NOT NULL, `expires_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `sessions_users_sessions` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "sessions_token_hash_key" to table: "sessions"
CREATE UNIQUE INDEX `sessions_token_hash_key` ON `sessions` (`token_hash`);
-- Create index "session_user_id" to table: "sessions"
CREATE INDEX `session_user_id` ON `sessions` (`user_id`);
-- Create index "session_expires_at" to table: "sessions"
CREATE INDEX `session_expires_at` ON `sessions` (`expires_at`);
-- Create "uploads" table
CREATE TABLE `uploads` (`id` uuid NOT NULL, `content_type` text NOT NULL, `path` text NOT NULL, `width` integer NOT NULL DEFAULT (0), `height` integer NOT NULL DEFAULT (0), `bytes` integer NOT NULL, `created_at` datetime NOT NULL, `project_id` uuid NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `uploads_projects_uploads` FOREIGN KEY (`project_id`) REFERENCES `projects` (`id`) ON DELETE SET NULL, CONSTRAINT `uploads_users_uploads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "uploads_path_key" to table: "uploads"
CREATE UNIQUE INDEX `uploads_path_key` ON `uploads` (`path`);
-- Create index "upload_user_id" to table: "uploads"
CREATE INDEX `upload_user_id` ON `uploads` (`user_id`);
-- Create index "upload_project_id" to table: "uploads"
CREATE INDEX `upload_project_id` ON `uploads` (`project_id`);
-- Create "users" table
CREATE TABLE `users` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `username` text NOT NULL, `username_key` text NOT NULL, `email` text NOT NULL, `email_key` text NOT NULL, `password_hash` text NOT NULL, `viber_tag` text NOT NULL, `display_name` text NOT NULL DEFAULT (''), `avatar` text NOT NULL DEFAULT (''), `bio` text NOT NULL DEFAULT (''), `github` text NOT NULL DEFAULT (''), `twitter` text NOT NULL DEFAULT (''), `linkedin` text NOT NULL DEFAULT (''), `website` text NOT NULL DEFAULT (''), `skills` json NOT NULL, `location` text NOT NULL DEFAULT (''), `is_admin` bool NOT NULL DEFAULT (false), `project_count` integer NOT NULL DEFAULT (0), `draft_count` integer NOT NULL DEFAULT (0), `votes_given` integer NOT NULL DEFAULT (0), `upvotes_received` integer NOT NULL DEFAULT (0), `downvotes_received` integer NOT NULL DEFAULT (0), `reputation` integer NOT NULL DEFAULT (0), `last_active_at` datetime NULL, PRIMARY KEY (`id`));
-- Create index "users_username_key_key" to table: "users"
CREATE UNIQUE INDEX `users_username_key_key` ON `users` (`username_key`);
-- Create index "users_email_key_key" to table: "users"
CREATE UNIQUE INDEX `users_email_key_key` ON `users` (`email_key`);
-- Create index "users_viber_tag_key" to table: "users"
CREATE UNIQUE INDEX `users_viber_tag_key` ON `users` (`viber_tag`);
-- Create index "user_upvotes_received_id" to table: "users"
CREATE INDEX `user_upvotes_received_id` ON `users` (`upvotes_received`, `id`);
-- Create index "user_last_active_at_id" to table: "users"
CREATE INDEX `user_last_active_at_id` ON `users` (`last_active_at`, `id`) WHERE last_active_at IS NOT NULL;
-- Create "votes" table
CREATE TABLE `votes` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `value` integer NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `user_id` uuid NOT NULL, CONSTRAINT `votes_users_votes` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `vote_value` CHECK (value IN (-1, 1)));
-- Create index "vote_target_id_user_id_target_type" to table: "votes"
CREATE UNIQUE INDEX `vote_target_id_user_id_target_type` ON `votes` (`target_id`, `user_id`, `target_type`);
-- Create index "vote_user_id_created_at" to table: "votes"
CREATE INDEX `vote_user_id_created_at` ON `votes` (`user_id`, `created_at`);
