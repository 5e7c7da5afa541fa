import type { BrowserContext } from "@playwright/test";

/**
 * A 404 of a page or of its data, which the browser writes to its console. A missing file of the app stays a problem, and on
 * a server of its own also an upload.
 */
export const missing = /status of 404 .*localhost:\d+\/(?!api\/|assets\/|uploads\/)/;

/**
 * The image of an item that another journey on the same server hides or deletes after a list has shown it, or the item itself, which a
 * link loads ahead when it has the focus.
 */
export const hiddenMeanwhile = /status of 404 .*localhost:\d+\/(uploads\/|uvboard\.v1\.\w+\/Get)/;

/** Chromium warns three seconds after the load; a slow machine may show the image later. loading.spec.ts checks that each is shown. */
const usedLate = /was preloaded using link preload but not used within a few seconds/;

/** playwright.config.ts does. */
const workerBlocked = /Service Worker registration blocked by Playwright/;

/** Records console errors, refusals of the content policy and requests to other origins. */
export class Watch {
  private readonly problems: string[] = [];
  private readonly expected: RegExp[] = [];

  constructor(private readonly origin: string) {}

  /** Expects a problem, such as a refused request that the browser writes to its console. */
  expect(problem: RegExp): void {
    this.expected.push(problem);
  }

  follow(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      if (usedLate.test(message.text()) || workerBlocked.test(message.text())) return;
      this.problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.problems.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin === this.origin || protocol === "data:" || protocol === "blob:") return;
      this.problems.push(`request to another origin: ${request.url()}`);
    });
  }

  /** The unexpected problems. */
  unexpected(): string[] {
    return this.problems.filter((problem) => !this.expected.some((one) => one.test(problem)));
  }
}
