import { existsSync } from "node:fs";

/**
 * The browser of the tests: $CHROMIUM_PATH, an installed Chromium, or the one in node_modules. The headless shell comes
 * first, since it needs half the processor time of Chromium, which draws windows that nobody sees.
 */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const installed = [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find(existsSync);
  if (installed) return installed;
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}
