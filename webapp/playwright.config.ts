import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./e2e/support/chromium";
import type { Choices } from "./e2e/support/test";

// Each worker starts bin/uvboard, as `go tool task build` leaves it, on a database of its own (e2e/support/board.ts):
// journeys side by side must not push each other's projects off Home.
export default defineConfig<object, Choices>({
  testDir: "e2e",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    // A trace of every journey would cost more than a journey; ask for it with --trace on.
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
      testMatch: [
        "publish.spec.ts",
        "votes.spec.ts",
        "explore.spec.ts",
        "owner.spec.ts",
        "settings.spec.ts",
        "email.spec.ts",
        "leaving.spec.ts",
      ],
      use: { database: "postgres" },
    },
  ],
});
