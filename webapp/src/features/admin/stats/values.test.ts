import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { AnalyticsBucketSchema } from "../../../gen/uvboard/v1/analytics_service_pb";
import { formatDuration, postsPerThread, projectsPerUser, readTimeframe, toCsv, visitsPerVisitor } from "./values";

test("derived values have the documented decimals", () => {
  // spec: admin.stats.per_user, admin.stats.per_thread, admin.stats.per_visitor
  expect(projectsPerUser({ totalProjects: 1, totalUsers: 3 })).toBe("0.33");
  expect(postsPerThread({ totalForumPosts: 15, totalForumThreads: 4 })).toBe("3.8");
  expect(visitsPerVisitor({ totalVisits: 10, uniqueVisitors: 3 })).toBe("3.3");
  expect(projectsPerUser({ totalProjects: 0, totalUsers: 0 })).toBe("0.00");
  expect(visitsPerVisitor({ totalVisits: 0, uniqueVisitors: 0 })).toBe("0.0");
});

test("a duration is seconds, minutes or hours", () => {
  expect([0, 12.4, 59.4, 59.5, 90, 3596, 3600, 86_400].map(formatDuration)).toEqual([
    "0s",
    "12s",
    "59s",
    "1.0m",
    "1.5m",
    "59.9m",
    "1.0h",
    "24.0h",
  ]);
});

test("an unknown timeframe is the default", () => {
  expect(readTimeframe("7days")).toBe("7days");
  expect(readTimeframe(undefined)).toBe("24hours");
  expect(readTimeframe("toString")).toBe("24hours");
});

test("the file has a line for each bucket and a column for each series", () => {
  const startTime = timestampFromDate(new Date("2026-05-10T12:00:00Z"));
  const bucket = create(AnalyticsBucketSchema, {
    startTime,
    visits: 6,
    uniqueVisitors: 5,
    signUps: 4,
    projects: 3,
    posts: 2,
    votes: 1,
  });
  expect(toCsv([bucket])).toBe(
    "Time,Visits,Unique visitors,Sign-ups,Projects,Posts,Votes\r\n2026-05-10T12:00:00.000Z,6,5,4,3,2,1\r\n",
  );
});
