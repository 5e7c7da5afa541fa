import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./e2e/support/chromium";
import type { Choices } from "./e2e/support/test";

// globalSetup starts one bin/uvboard for each database, seeded with demo data, and all journeys share it.
// docs/testing.md says what belongs into a journey and what into a Go test.
export default defineConfig<object, Choices>({
  testDir: "e2e",
  globalSetup: "./e2e/support/globalSetup.ts",
  fullyParallel: true,
  workers: 2,
  // A slow machine that also does other work takes six times as long as a fast one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Journeys intercept requests, which a service worker would make itself. push.spec.ts allows it.
    serviceWorkers: "block",
    // A trace would double the time of every journey. `npx playwright test --trace on NAME` makes one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "sqlite" },
    {
      name: "postgres",
      grep: /@postgres/,
      use: { database: "postgres" },
    },
  ],
});
