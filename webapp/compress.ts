import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);
const packable = /\.(js|css|svg)$/;
// Below this a packed answer saves nothing that a network would notice.
const leastBytes = 1024;

/** Writes a .br beside every file worth it, which the server sends to whoever takes brotli. */
export function brotli(): Plugin {
  return {
    name: "uvboard:brotli",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter((file) => packable.test(file.fileName));
        await Promise.all(
          files.map(async (file) => {
            const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
            if (content.length < leastBytes) return;
            const source = await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
            this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source });
          }),
        );
      },
    },
  };
}
