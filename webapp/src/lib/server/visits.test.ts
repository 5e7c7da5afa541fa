import { expect, test } from "vitest";
import { isCountingUnwanted, VisitRecorder } from "./visits";

type Call = { method: string; path: string; body: Record<string, unknown> };

/** A recorder with a clock in seconds, and the calls that it has sent. */
function newRecorder(arrives: (call: Call) => boolean = () => true) {
  const calls: Call[] = [];
  const clock = { seconds: 0 };
  const recorder = new VisitRecorder(
    "tab",
    async (method, path, body) => {
      const call = { method, path, body: body as Record<string, unknown> };
      calls.push(call);
      return arrives(call);
    },
    () => clock.seconds * 1000,
  );
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { recorder, calls, clock, settle };
}

test("a visit starts once and ends with the time that its page was visible", async () => {
  const { recorder, calls, clock, settle } = newRecorder();
  recorder.open("/", true);
  clock.seconds = 10;
  recorder.hide();
  recorder.hide();
  clock.seconds = 100;
  recorder.show();
  clock.seconds = 105;
  recorder.hide();
  await settle();
  const [start, ...ends] = calls;
  // spec: home.visit, call.visit.once, call.visit.post
  expect(start).toMatchObject({ method: "POST", path: "/api/analytics/visit", body: { visitorId: "tab", page: "/" } });
  expect(start?.body.startTime).toBe("1970-01-01T00:00:00.000Z");
  const path = `/api/analytics/visit/${String(start?.body.sessionId)}`;
  expect(ends).toEqual([
    { method: "PUT", path, body: { endTime: "1970-01-01T00:00:10.000Z", duration: 10 } },
    { method: "PUT", path, body: { endTime: "1970-01-01T00:01:45.000Z", duration: 15 } },
  ]);
});

test("another page is another visit of the same visitor", async () => {
  const { recorder, calls, clock, settle } = newRecorder();
  recorder.open("/", true);
  await settle();
  clock.seconds = 3;
  recorder.open("/about", true);
  await settle();
  expect(calls.map(({ method, body }) => [method, body.page ?? body.duration])).toEqual([
    ["POST", "/"],
    ["POST", "/about"],
    ["PUT", 3],
  ]);
  const [first, second] = calls.filter(({ method }) => method === "POST");
  expect(first?.body.visitorId).toBe(second?.body.visitorId);
  // spec: call.visit.ids
  expect(first?.body.sessionId).not.toBe(second?.body.sessionId);
});

test("a page in a background tab is a visit once it is shown", async () => {
  const { recorder, calls, settle } = newRecorder();
  recorder.open("/", false);
  recorder.hide();
  await settle();
  expect(calls).toEqual([]);
  recorder.show();
  expect(calls).toHaveLength(1);
});

test("after a request that failed nothing is sent any more", async () => {
  const { recorder, calls, settle } = newRecorder(() => false);
  recorder.open("/", true);
  await settle();
  recorder.hide();
  recorder.open("/about", true);
  await settle();
  expect(calls).toHaveLength(1);
});

test("Do Not Track and Global Privacy Control are honored", () => {
  expect(isCountingUnwanted({ doNotTrack: "1" })).toBe(true);
  expect(isCountingUnwanted({ doNotTrack: null, globalPrivacyControl: true })).toBe(true);
  expect(isCountingUnwanted({ doNotTrack: "0", globalPrivacyControl: false })).toBe(false);
  expect(isCountingUnwanted({ doNotTrack: null })).toBe(false);
  expect(isCountingUnwanted({ doNotTrack: "unspecified" })).toBe(false);
});
