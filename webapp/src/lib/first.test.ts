import { fromJson } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { ListProjectsResponseSchema } from "../gen/uvboard/v1/project_service_pb";
import { revive } from "./first";
import answers from "./testdata/first.json";

// The server writes the file: one answer, once as it comes with a page and once as it comes by Connect.
it("an answer that came with the page is the message that Connect would have brought", () => {
  const held: unknown = JSON.parse(JSON.stringify(answers.held), revive);
  expect(held).toStrictEqual(fromJson(ListProjectsResponseSchema, answers.connect as never));
});
