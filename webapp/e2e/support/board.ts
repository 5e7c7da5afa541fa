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

/** A running product: the real binary on an empty database. */
export type Board = {
  url: string;
  /** What was mailed, the newest first; nothing without a mail server. */
  letters: () => string[];
  /** Stops it, and gives the lines of its log that tell of an error. */
  stop: () => Promise<string[]>;
};

const root = resolve(import.meta.dirname, "../../..");

/** Starts the binary on a free port, with a mail server or without, and waits until it listens. */
export async function startBoard(database: Database, mailServer = true): Promise<Board> {
  const data = await mkdtemp(join(tmpdir(), "uvboard-e2e-"));
  const url = `http://localhost:${await freePort()}`;
  const serve = ["bin/uvboard", "serve", "--addr", new URL(url).host, "--base-url", url, "--data-dir", data];
  serve.push("--rate-limits", "off", "--log-format", "json");
  const mailbox = mailServer ? await openMailbox() : undefined;
  if (mailbox) serve.push("--smtp-url", mailbox.url);
  // On PostgreSQL the address of a throw-away one comes from the command that starts it.
  const [command = "", ...args] =
    database === "postgres" ? ["go", "run", "./backend/platform/store/pgtest/with", ...serve] : serve;
  const env = { ...process.env, DATABASE_URL: "" };
  // A process group of its own, since `go run` passes no signal on.
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
    letters: () => mailbox?.letters() ?? [],
    stop: async () => {
      await end(server);
      mailbox?.close();
      await rm(data, { recursive: true });
      return errors;
    },
  };
}

async function end(server: ChildProcess) {
  if (server.exitCode !== null || server.pid === undefined) return;
  const ended = once(server, "exit");
  process.kill(-server.pid, "SIGTERM");
  await ended;
}

// Below those that a system gives to connections that go out: one of them could take it before the server does.
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer().listen(port, "localhost");
    try {
      await once(probe, "listening");
    } catch {
      continue; // somebody has it
    }
    probe.close();
    await once(probe, "close");
    return port;
  }
}
