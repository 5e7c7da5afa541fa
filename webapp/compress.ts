import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);
const compressible = /\.(js|css|svg|binpb)$/;
// Compressing smaller files saves no network packet.
const minBytes = 1024;

/** Replaces each compressible file of the build by its .br form: the server unpacks it for the few clients that do not accept brotli. */
export function brotli(): Plugin {
  return {
    name: "uvboard:brotli",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name);
          const content = await readFile(path);
          if (content.length < minBytes) return;
          await writeFile(`${path}.br`, await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
          await rm(path);
        }),
      );
    },
  };
}

/**
 * Writes the descriptors in generated code as text instead of Base64, so that they compress to half the size: they consist mostly
 * of names, which Base64 hides. The browser's own btoa makes them what the library expects.
 */
export function descriptorsAsText(): Plugin {
  return {
    name: "uvboard:descriptors",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/gen\/.*_pb\.ts$/ },
      handler: (code) =>
        code.replace(/fileDesc\("([\w+/=]+)"/, (_, base64: string) => {
          const text = JSON.stringify(Buffer.from(base64, "base64").toString("latin1"));
          return `fileDesc(/*@__PURE__*/ btoa(${text})`;
        }),
    },
  };
}
