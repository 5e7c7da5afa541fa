import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { brotli } from "./compress";

// Paths that the Go server answers; everything else belongs to the app.
const serverPaths = ["/api", "/uploads", "/uvboard.v1.", "/healthz", "/readyz"];
const server = process.env.UVBOARD_DEV_SERVER ?? "http://localhost:8080";

export default defineConfig({
  // The React Compiler is left out: it adds 9 kB to what Home loads, and nothing here draws often enough to earn them.
  plugins: [react(), brotli()],
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    // The server's policy refuses inline scripts, and every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    // Data URIs would be read again with every page; files are cached for good.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs, in one file that a release of our own does not change.
          groups: [
            {
              name: "vendor",
              tags: ["$initial"],
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|@connectrpc|@bufbuild\/protobuf|use-sync-external-store)\//,
            },
          ],
        },
      },
    },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
