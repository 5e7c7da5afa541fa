-- Modify "audit_entries" table
ALTER TABLE "audit_entries" ALTER COLUMN "actor_id" DROP NOT NULL;
