-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "new_email" character varying NULL;
