-- Add column "network" to table: "visits"
ALTER TABLE `visits` ADD COLUMN `network` text NULL;
