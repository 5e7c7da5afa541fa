import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { brotli } from "./compress";
import { enums } from "./enums";

// Paths that the Go server answers; everything else belongs to the app.
const serverPaths = ["/api", "/uploads", "/uvboard.v1.", "/healthz", "/readyz"];
const server = process.env.UVBOARD_DEV_SERVER ?? "http://localhost:8080";

export default defineConfig({
  // The React Compiler is left out: it adds 9 kB to what Home loads, and nothing here draws often enough to earn them.
  plugins: [react(), enums(), brotli()],
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  resolve: {
    // What stands in for a hook that React has had since 18.
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  build: {
    // The server's policy refuses inline scripts, and every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    // From which the server knows what to load along with a page.
    manifest: true,
    // Data URIs would be read again with every page; files are cached for good.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs of others, in one file that a release of our own does not change.
            {
              name: "vendor",
              tags: ["$initial"],
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
            },
            // What speaks to the server, which no screen waits for.
            {
              name: "connect",
              test: /node_modules\/(@connectrpc|@bufbuild\/protobuf)\/|\/src\/gen\/uvboard\/\S+_pb\.ts$|\/src\/lib\/connect\.ts$/,
              includeDependenciesRecursively: false,
            },
            // What every screen needs of ours.
            { name: "app", tags: ["$initial"], includeDependenciesRecursively: false },
            // The screens of text alone, each too small for a file of its own.
            { name: "pages", test: /\/src\/features\/pages\//, includeDependenciesRecursively: false },
            // Projects in lists, which all of the first screens show.
            { name: "cards", test: /\/src\/components\/(project|vote)\// },
            // What several screens need a little of: one request for all of it, where each would wait for a line of its own.
            {
              name: "bits",
              test: /\/@tabler\/icons-react\/|\/src\/components\/(Chip|Field|SelectField|useModal|PageHead)\b|\/src\/lib\/(choices|clipboard)\.ts$/,
              minShareCount: 2,
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
