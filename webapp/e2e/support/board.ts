import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { openMailbox } from "./mailbox";

export type Database = "sqlite" | "postgres";

export type BoardOptions = {
  /** Fills the database with demo data before the server starts. */
  seeded?: boolean;
  /** False starts the server without a mail server. */
  mail?: boolean;
  /** The path of a list of news feeds, which the server then fetches at once. Without it no feed is fetched. */
  feeds?: string;
  /** The address of an AI provider. Without it VibeKit does not generate. */
  ai?: string;
  /** Turns donations on: the URL of a server that speaks Stripe's API. */
  stripe?: string;
  /** Turns the login with GitHub on: the URL of a server that acts as GitHub. */
  github?: string;
};

/** A running server: the real binary with its own database and uploads directory. */
export type Board = {
  url: string;
  /** The directory with its SQLite database. */
  data: string;
  /** The directory where the mail server stores each mail as a file; empty without a mail server. */
  mails: string;
  /** The address that makes the first admin; empty for a seeded board. */
  setup: string;
  /** Stops the server and returns the ERROR lines of its log. */
  stop: () => Promise<string[]>;
};

const root = resolve(import.meta.dirname, "../../..");

/** Starts bin/uvboard on a free port and waits until it listens. */
export async function startBoard(
  database: Database,
  { seeded = false, mail = true, feeds, ai, stripe, github }: BoardOptions = {},
): Promise<Board> {
  const data = await mkdtemp(join(tmpdir(), "uvboard-e2e-"));
  const url = `http://localhost:${await freePort()}`;
  const options = ["--data-dir", data];
  const serve = ["exec", "bin/uvboard", "serve", ...options, "--addr", new URL(url).host, "--base-url", url];
  serve.push("--rate-limits", "off", "--log-format", "json");
  serve.push(...(feeds ? ["--news-feeds", feeds] : ["--news-interval", "0"]));
  const mailbox = mail ? await openMailbox() : undefined;
  if (mailbox) serve.push("--smtp-url", mailbox.url);
  const seed = ["bin/uvboard", "seed", ...options, "--users", "40", "--projects", "30", "--votes", "300"];
  const script = [...(seeded ? [...seed, ">&2", "&&"] : []), ...serve].join(" ");
  // pgtest/with starts a temporary PostgreSQL and passes its URL as DATABASE_URL.
  const [command = "", ...args] =
    database === "postgres"
      ? ["go", "run", "./backend/platform/store/pgtest/with", "sh", "-c", script]
      : ["sh", "-c", script];
  const provider = { OPENAI_API_KEY: ai ? "sk-test" : "", OPENAI_BASE_URL: ai ?? "" };
  const env = {
    ...process.env,
    ...provider,
    DATABASE_URL: "",
    ...(stripe && {
      STRIPE_API_BASE: stripe,
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_PUBLISHABLE_KEY: "pk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
    }),
    ...(github && {
      UVBOARD_GITHUB_URL: github,
      UVBOARD_GITHUB_CLIENT_ID: "board",
      UVBOARD_GITHUB_CLIENT_SECRET: "s3cret",
      UVBOARD_OUTBOUND_ALLOW: "127.0.0.1",
    }),
  };
  // The server gets its own process group because `go run` does not forward signals.
  const server = spawn(command, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const log: string[] = [];
  const errors: string[] = [];

  await new Promise<void>((listening, failed) => {
    for (const stream of [server.stdout, server.stderr]) {
      createInterface(stream).on("line", (line) => {
        log.push(line);
        if (line.includes('"level":"ERROR"')) errors.push(line);
        if (line.includes('"msg":"listening"')) listening();
      });
    }
    server.once("error", failed);
    server.once("exit", () => failed(new Error(`the server ended:\n${log.join("\n")}`)));
  });

  return {
    url,
    data,
    mails: mailbox?.directory ?? "",
    setup: log.join("\n").match(/http\S+\/setup\?token=[\w-]+/)?.[0] ?? "",
    stop: async () => {
      await end(server);
      await mailbox?.close();
      await rm(data, { recursive: true });
      return errors;
    },
  };
}

/** Sets that nothing waits for a moderator, on a seeded board whose journeys let new members write links. e2e/newcomers.spec.ts is about what waits. */
export async function letEverythingAppear({ url }: Pick<Board, "url">): Promise<void> {
  const send = async (method: string, path: string, data: object, cookie = ""): Promise<Response> => {
    const headers = { "Content-Type": "application/json", Cookie: cookie };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(data) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer;
  };
  const login = await send("POST", "/api/auth/login", { username: "kilnfire", password: "vibecoding" });
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  await send("PUT", "/api/admin/board", { newcomers: { firstPosts: "open" } }, cookie);
}

async function end(server: ChildProcess) {
  if (server.exitCode !== null || server.pid === undefined) return;
  const ended = once(server, "exit");
  process.kill(-server.pid, "SIGTERM");
  await ended;
}

// The range is below the ephemeral ports, so that no outgoing connection takes the port before the server does.
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer().listen(port, "localhost");
    try {
      await once(probe, "listening");
    } catch {
      continue; // in use
    }
    probe.close();
    await once(probe, "close");
    return port;
  }
}
