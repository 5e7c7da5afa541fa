-- Modify "visits" table
ALTER TABLE "visits" ADD COLUMN "network" character varying NULL;
