import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { modules } from "./vite.config.ts";

// Builds prerender.tsx for Node.js.
export default defineConfig({
  plugins: [react()],
  css: { modules },
  build: { ssr: "prerender.tsx", outDir: "node_modules/.prerender", emptyOutDir: true, copyPublicDir: false },
});
