import latinExt from "@fontsource-variable/archivo/files/archivo-latin-ext-standard-normal.woff2?url";
import vietnamese from "@fontsource-variable/archivo/files/archivo-vietnamese-standard-normal.woff2?url";
import { useQuery } from "@tanstack/react-query";
import { lazyWithRetry } from "../../lib/page/lazyWithRetry";
import core from "../../theme/fonts/archivo-core.woff2?url";
import latin from "../../theme/fonts/archivo-latin.woff2?url";

// Most names need the first file alone.
const files = { core: [core], all: [core, latin, latinExt, vietnamese] };

/** The outlines of the app's font that the texts need, once they are loaded. */
export function useOutlines(texts: readonly string[], enabled: boolean) {
  const set = texts.some((text) => /[^ -~]/.test(text)) ? "all" : "core";
  return useQuery({
    queryKey: ["vibekit", "outlines", set],
    queryFn: async () => {
      const [{ Outlines }, ...fonts] = await Promise.all([
        lazyWithRetry(() => import("./outlines")),
        ...files[set].map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer())),
      ]);
      return new Outlines(fonts);
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
