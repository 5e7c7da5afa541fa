-- Create "board_pages" table
CREATE TABLE "board_pages" ("id" character varying NOT NULL, "content" text NOT NULL, "updated_at" timestamptz NOT NULL, PRIMARY KEY ("id"));
INSERT INTO "board_pages" ("id", "content", "updated_at") SELECT 'privacy', "privacy", COALESCE("privacy_at", "updated_at") FROM "boards" WHERE "privacy" <> '';
INSERT INTO "board_pages" ("id", "content", "updated_at") SELECT 'terms', "terms", COALESCE("terms_at", "updated_at") FROM "boards" WHERE "terms" <> '';
-- Modify "boards" table
ALTER TABLE "boards" DROP COLUMN "privacy";
ALTER TABLE "boards" DROP COLUMN "privacy_at";
ALTER TABLE "boards" DROP COLUMN "terms";
ALTER TABLE "boards" DROP COLUMN "terms_at";
