-- Drop index "visit_pending" from table: "visits"
DROP INDEX "visit_pending";
-- Drop index "visit_visitor_id_slot" from table: "visits"
DROP INDEX "visit_visitor_id_slot";
-- Create "analytics_days" table
CREATE TABLE "analytics_days" ("id" bigint NOT NULL, "visits" bigint NOT NULL, "visitors" bigint NOT NULL, "ended" bigint NOT NULL, "seconds" bigint NOT NULL, "sign_ups" bigint NOT NULL, "projects" bigint NOT NULL, "posts" bigint NOT NULL, "votes" bigint NOT NULL, PRIMARY KEY ("id"));
ALTER TABLE "visits" DROP COLUMN "is_pending";
-- Whole days of the hours that were counted. The newest days are counted again, from their visits.
INSERT INTO "analytics_days" ("id", "visits", "visitors", "ended", "seconds", "sign_ups", "projects", "posts", "votes")
SELECT h."id" / 24, SUM(h."visits"), SUM(COALESCE(u."visitors", 0)), SUM(h."ended"), SUM(h."seconds"), SUM(h."sign_ups"), SUM(h."projects"), SUM(h."posts"), SUM(h."votes")
FROM "analytics_hours" h LEFT JOIN (
  SELECT "hour", SUM("visitors") AS "visitors" FROM "analytics_visitors" WHERE "previous" < "hour" - "hour" % 24 GROUP BY "hour"
) u ON u."hour" = h."id" GROUP BY h."id" / 24 HAVING h."id" / 24 < (SELECT MAX("id") / 24 - 1 FROM "analytics_hours");
DROP TABLE "analytics_visitors";
DROP TABLE "analytics_hours";
DROP TABLE "project_days";
