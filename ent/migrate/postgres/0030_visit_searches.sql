-- Modify "visits" table
ALTER TABLE "visits" ADD COLUMN "search" character varying NULL;
-- Create index "visit_slot_search" to table: "visits"
CREATE INDEX "visit_slot_search" ON "visits" ("slot", "search") WHERE search IS NOT NULL;
