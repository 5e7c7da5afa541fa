import { defineConfig } from "vitest/config";

const screens = "src/app/screens/**/*.test.{ts,tsx}";

export default defineConfig({
  // React as users run it, which renders in half the time of its development build.
  oxc: { jsx: { development: false } },
  test: {
    env: { NODE_ENV: "production" },
    // The first render of a screen loads its code, and a machine that also does other work takes six times as long.
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: [screens],
          // One process for many files, since a process of its own takes longer than the tests of a file. A file therefore
          // undoes its stubs of globals, and mocks no module.
          isolate: false,
        },
      },
      // A screen starts with modules that no other test has loaded: some read the page when they are loaded.
      { extends: true, test: { name: "screens", include: [screens] } },
    ],
  },
});
