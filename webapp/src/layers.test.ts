import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^gen\/|^app\/screens\//.test(name),
);

/** What a folder may import beside itself. Features import no feature: what two of them use is in components or lib. */
const below: Record<string, string[]> = {
  gen: [],
  theme: ["gen", "lib"],
  lib: ["gen"],
  components: ["gen", "theme", "lib"],
  features: ["gen", "theme", "lib", "components"],
  app: ["gen", "theme", "lib", "components", "features"],
};

/** The folder of a file, with the name of its feature. */
function roomOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  return first === "features" ? `features/${second}` : first;
}

it("every folder imports only what is below it", () => {
  const wrong: string[] = [];
  let imports = 0;
  for (const from of files) {
    const source = readFileSync(join(import.meta.dirname, from), "utf8");
    for (const [, target] of source.matchAll(/(?:from|import\(|import) ?"(\.[^"]+)"/g)) {
      const to = new URL(target as string, `file:///${from}`).pathname.slice(1);
      const [here, there] = [roomOf(from), roomOf(to)];
      imports++;
      const allowed = below[here.split("/")[0] as string] ?? [];
      if (
        here !== there &&
        (here.split("/")[0] === there.split("/")[0] || !allowed.includes(there.split("/")[0] as string))
      )
        wrong.push(`${from} imports ${to}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(imports).toBeGreaterThan(1000);
});

// The server names classes by the file and the class alone.
it("no two style sheets of components have the same name", () => {
  const names = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".module.css"))
    .map((name) => name.split("/").at(-1));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});
