-- Modify "feature_acts" table
ALTER TABLE "feature_acts" ADD COLUMN "featured_reason" character varying NOT NULL DEFAULT '';
-- Modify "projects" table
ALTER TABLE "projects" ADD COLUMN "featured_reason" character varying NOT NULL DEFAULT '';
-- Create "boards" table
CREATE TABLE "boards" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "name" character varying NOT NULL DEFAULT '', "tagline" character varying NOT NULL DEFAULT '', "logo" character varying NOT NULL DEFAULT '', "mark" character varying NOT NULL DEFAULT '', "accent" character varying NOT NULL DEFAULT '', "contact_email" character varying NOT NULL DEFAULT '', "registration" character varying NOT NULL DEFAULT '', "footer_links" jsonb NOT NULL, "founded_year" bigint NOT NULL DEFAULT 0, "default_theme" character varying NOT NULL DEFAULT '', "time_zone" character varying NOT NULL DEFAULT '', "privacy" text NOT NULL DEFAULT '', "privacy_at" timestamptz NULL, "terms" text NOT NULL DEFAULT '', "terms_at" timestamptz NULL, PRIMARY KEY ("id"));
