import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);
const compressible = /\.(js|css|svg|binpb)$/;
// Compressing smaller files saves no network packet.
const minBytes = 1024;

/** Writes a .br file beside each compressible file, for clients that accept brotli. */
export function brotli(): Plugin {
  return {
    name: "uvboard:brotli",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter((file) => compressible.test(file.fileName));
        await Promise.all(
          files.map(async (file) => {
            const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
            if (content.length < minBytes) return;
            const source = await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
            this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source });
          }),
        );
      },
    },
  };
}
