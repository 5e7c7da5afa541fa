-- Create "webhooks" table
CREATE TABLE `webhooks` (`id` uuid NOT NULL, `scope` text NOT NULL, `url` text NOT NULL, `events` json NOT NULL, `secret` text NOT NULL, `previous_secret` text NOT NULL DEFAULT (''), `rotated_at` datetime NULL, `state` text NOT NULL, `failing_since` datetime NULL, `failed_at` datetime NULL, `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `webhooks_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "webhook_user_id_state" to table: "webhooks"
CREATE INDEX `webhook_user_id_state` ON `webhooks` (`user_id`, `state`);
-- Create index "webhook_scope_state" to table: "webhooks"
CREATE INDEX `webhook_scope_state` ON `webhooks` (`scope`, `state`);
-- Create index "webhook_state_user_id" to table: "webhooks"
CREATE INDEX `webhook_state_user_id` ON `webhooks` (`state`, `user_id`);
-- Create "webhook_deliveries" table
CREATE TABLE `webhook_deliveries` (`id` uuid NOT NULL, `source` uuid NOT NULL, `event` text NOT NULL, `item_type` text NOT NULL, `item_id` uuid NOT NULL, `person` uuid NULL, `body` text NOT NULL, `state` text NOT NULL, `attempts` integer NOT NULL DEFAULT (0), `status` integer NOT NULL DEFAULT (0), `answer` text NOT NULL DEFAULT (''), `failure` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `attempted_at` datetime NULL, `next_at` datetime NULL, `webhook_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `webhook_deliveries_webhooks_deliveries` FOREIGN KEY (`webhook_id`) REFERENCES `webhooks` (`id`) ON DELETE CASCADE);
-- Create index "webhookdelivery_webhook_id_source" to table: "webhook_deliveries"
CREATE UNIQUE INDEX `webhookdelivery_webhook_id_source` ON `webhook_deliveries` (`webhook_id`, `source`);
-- Create index "webhookdelivery_webhook_id_id" to table: "webhook_deliveries"
CREATE INDEX `webhookdelivery_webhook_id_id` ON `webhook_deliveries` (`webhook_id`, `id`);
-- Create index "webhookdelivery_item_id" to table: "webhook_deliveries"
CREATE INDEX `webhookdelivery_item_id` ON `webhook_deliveries` (`item_id`);
-- Create index "webhookdelivery_person" to table: "webhook_deliveries"
CREATE INDEX `webhookdelivery_person` ON `webhook_deliveries` (`person`);
