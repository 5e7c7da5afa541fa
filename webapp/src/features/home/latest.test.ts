import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { NewsArticleSchema } from "../../gen/uvboard/v1/news_pb";
import { latest } from "./latest";

const articles = (...names: string[]) =>
  names.map((name) => create(NewsArticleSchema, { title: name, sourceName: name.slice(0, 1) }));
const titles = (list: ReturnType<typeof articles>) => list.map(({ title }) => title);

it.each([
  // spec: home.news.sources
  ["prefers different sources", ["a1", "a2", "a3", "b1", "c1"], ["a1", "b1", "c1"]],
  ["fills up with the same source", ["a1", "a2", "b1", "a3"], ["a1", "b1", "a2"]],
  ["shows what there is", ["a1"], ["a1"]],
  ["is empty without articles", [], []],
])("%s", (_, list, want) => {
  expect(titles(latest(articles(...list), 3))).toEqual(want);
});
