import { existsSync } from "node:fs";

/** The browser to drive: the one named by CHROMIUM_PATH, the machine's own, or the one that npm brings. */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  if (installed) return installed;
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}
