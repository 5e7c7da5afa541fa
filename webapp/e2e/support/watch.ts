import type { BrowserContext } from "@playwright/test";

/**
 * The answer for a page that is not there, and for what it would show. The browser writes both to its console. A file of
 * the app or of a member that is missing stays a problem.
 */
export const missing = /status of 404 .*localhost:\d+\/(?!api\/|assets\/|uploads\/)/;

/** Watches what a person would not see: the console, the policy's refusals, and requests that leave the origin. */
export class Watch {
  private readonly problems: string[] = [];
  private readonly expected: RegExp[] = [];

  constructor(private readonly origin: string) {}

  /** Says that a problem belongs to the journey: an answer that the browser writes to its console as an error. */
  expect(problem: RegExp): void {
    this.expected.push(problem);
  }

  follow(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      this.problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.problems.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin === this.origin || protocol === "data:" || protocol === "blob:") return;
      this.problems.push(`request to another origin: ${request.url()}`);
    });
  }

  /** What went wrong beyond what was expected. */
  unexpected(): string[] {
    return this.problems.filter((problem) => !this.expected.some((one) => one.test(problem)));
  }
}
