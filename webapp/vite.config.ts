import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { brotli, descriptorsAsText } from "./compress.ts";

// The paths of the Go server; all others belong to the app.
const serverPaths = ["/api", "/uploads", "/uvboard.v1.", "/healthz", "/readyz"];
const server = process.env.UVBOARD_DEV_SERVER ?? "http://localhost:8080";

// A group of modules without their dependencies, which may be large.
const alone = { includeDependenciesRecursively: false };

// The server names the classes in the HTML that it writes (backend/markup), so they are the same in each build. The name of a
// file is that of one file only; src/layers.test.ts checks it.
export const modules = {
  generateScopedName: (name: string, file: string) => `${basename(file).replace(/\.module\.css.*/, "")}-${name}`,
};

export default defineConfig({
  // No React Compiler: it adds 9 kB to the first load, and no screen renders often enough to need it.
  plugins: [descriptorsAsText(), react(), brotli()],
  server: {
    proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  css: { modules },
  build: {
    // The content policy refuses inline scripts, and all supported browsers implement modulepreload.
    modulePreload: { polyfill: false },
    // The server reads the manifest to preload the files of a screen.
    manifest: true,
    // No data URIs: files are cached forever.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The app is an entry of its own, since index.html imports it after the first paint.
      input: ["index.html", "src/app/main.tsx"],
      output: {
        codeSplitting: {
          groups: [
            // What imports the app.
            { name: "start", test: /vite\/preload-helper|index\.html/ },
            // The libraries that every screen needs, in a file that stays cached across our own releases.
            { name: "vendor", tags: ["$initial"], test: /node_modules/ },
            // Our own code that every screen needs.
            { name: "app", tags: ["$initial"], test: /\/src\// },
            // Project cards with their votes, which Home, Explore, Project and Profile share, and what else Home needs.
            {
              name: "cards",
              test: /\/src\/components\/(project|vote|MeasuredRow|live\/useLive)|\/(FollowingSkeleton|IconArrowDown|IconChevron(Left|Right))\./,
            },
            // Small screens of which one leads to the next.
            { name: "account", test: /\/src\/features\/account\//, ...alone },
            // What several screens share, in one file each instead of one request each: a browser sends only six requests
            // at a time over HTTP/1.1.
            { name: "lib", test: /\/src\/lib\/(text\/choices|ui\/(clipboard|dock))\.ts/, minShareCount: 2, ...alone },
            { name: "guest", test: /\/src\/components\/(LoginLinks|MembersOnly)\./, minShareCount: 2, ...alone },
            { name: "hooks", test: /\/@mantine\/(hooks|core\/esm\/core)\//, minShareCount: 2, ...alone },
            {
              name: "inputs",
              test: /\/@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|NativeSelect|CloseButton|Combobox\/ComboboxChevron)\/|\/src\/components\/SearchField\./,
              minShareCount: 2,
              ...alone,
            },
            { name: "icons", test: /\/@tabler\/icons-react\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
