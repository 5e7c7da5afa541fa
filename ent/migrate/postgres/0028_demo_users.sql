-- Modify "users" table
ALTER TABLE "users" ADD COLUMN "is_demo" boolean NOT NULL DEFAULT false;
-- Create index "user_demo" to table: "users"
CREATE INDEX "user_demo" ON "users" ("id") WHERE is_demo;
