import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });
const loaded = readFileSync("src/theme/mantine.css", "utf8");
const sheet = (name: string) => `@mantine/core/styles/${name}.layer.css`;

test("the style sheet of every Mantine component in use is loaded", () => {
  const lists = Object.values(sources).flatMap((source) => [
    ...source.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g),
  ]);
  const names = new Set(lists.flatMap(([, list = ""]) => list.match(/[A-Z]\w+/g) ?? []));
  expect(names.size).toBeGreaterThan(0);
  const missing = [...names].filter(
    (name) => existsSync(`node_modules/${sheet(name)}`) && !loaded.includes(sheet(name)),
  );
  expect(missing).toEqual([]);
});
