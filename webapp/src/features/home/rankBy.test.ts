import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ProjectSchema } from "../../gen/uvboard/v1/project_pb";
import { rankBy } from "./rankBy";

test("pending votes change no position", () => {
  const project = (
    title: string,
    upvotes: number,
    downvotes: number,
    pending?: { upvotes: number; downvotes: number },
  ) => create(ProjectSchema, { title, upvotes, downvotes, pending });
  const projects = [
    project("Kiln", 3, 0),
    project("Bought", 12, 9, { upvotes: 10, downvotes: 9 }),
    project("Glaze", 4, 1),
  ];
  const titles = (column: "upvotes" | "downvotes") => rankBy(column, projects).map(({ title }) => title);
  expect(titles("upvotes")).toEqual(["Glaze", "Kiln", "Bought"]);
  expect(titles("downvotes")).toEqual(["Glaze", "Kiln", "Bought"]);
});
