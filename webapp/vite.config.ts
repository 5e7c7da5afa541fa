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
    // From which the server knows what to load along with a page.
    manifest: true,
    // Data URIs would be read again with every page; files are cached for good.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The libraries that every screen needs, in a file that stays cached across our own releases.
            { name: "vendor", tags: ["$initial"], test: /node_modules/ },
            // Our own code that every screen needs.
            { name: "app", tags: ["$initial"] },
            // Project cards with their votes, which Home, Explore, Project and Profile share.
            { name: "cards", test: /\/src\/components\/(project|vote)\// },
            // Icons that several screens share, in one file instead of one request each.
            { name: "icons", test: /\/@tabler\/icons-react\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
