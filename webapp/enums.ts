import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const generated = /\/src\/gen\/uvboard\/v1\/\w+_pb\.ts$/;
const block = /^export enum (\w+) \{[^}]*\n\}/gm;

/**
 * Gives the enumerations of each generated file a module of their own, which the file passes on. A bundler keeps a module
 * whole: without this a screen that only names Stage.MVP would load the descriptors beside it, and all of protobuf.
 */
export function enums(): Plugin {
  return {
    name: "uvboard:enums",
    apply: "build",
    enforce: "pre",
    async load(id) {
      const [file = "", query] = id.split("?");
      if (!generated.test(file)) return null;
      const source = await readFile(file, "utf8");
      if (query === "enums") {
        return { code: source.match(block)?.join("\n") ?? "", moduleType: "ts", moduleSideEffects: false };
      }
      const names = [...source.matchAll(block)].map(([, name]) => name);
      if (names.length === 0) return { code: source, moduleType: "ts", moduleSideEffects: false };
      const passed = `export { ${names.join(", ")} } from "${file}?enums";\n`;
      return { code: source.replace(block, "") + passed, moduleType: "ts", moduleSideEffects: false };
    },
  };
}
