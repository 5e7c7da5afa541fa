import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { ReportSchema } from "../../../gen/uvboard/v1/moderation_pb";
import { casesOf } from "./cases";

it("groups the reports of one thing that are open or were decided together", () => {
  const report = (id: string, targetId: string, decided?: number) =>
    create(ReportSchema, { id, targetId, resolvedAt: decided ? { seconds: BigInt(decided) } : undefined });
  const reports = [report("4", "b"), report("3", "a"), report("2", "b"), report("1", "b", 9), report("0", "b", 9)];
  expect(casesOf(reports).map((one) => one.map(({ id }) => id))).toEqual([["4", "2"], ["3"], ["1", "0"]]);
});
