import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Paths that the Go server answers; everything else belongs to the app.
const serverPaths = ["/api", "/uploads", "/uvboard.v1.", "/healthz", "/readyz"];
const server = process.env.UVBOARD_DEV_SERVER ?? "http://localhost:8080";

export default defineConfig({
  plugins: [react({ compiler: true })],
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    // The server's policy refuses inline scripts, and every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    // Data URIs would be read again with every page; files are cached for good.
    assetsInlineLimit: 0,
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
