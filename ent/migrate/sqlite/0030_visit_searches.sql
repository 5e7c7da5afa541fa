-- Add column "search" to table: "visits"
ALTER TABLE `visits` ADD COLUMN `search` text NULL;
-- Create index "visit_slot_search" to table: "visits"
CREATE INDEX `visit_slot_search` ON `visits` (`slot`, `search`) WHERE search IS NOT NULL;
