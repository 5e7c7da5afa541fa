import { type FullConfig, request } from "@playwright/test";
import { type Board, type Database, letEverythingAppear, startBoard } from "./board";
import { startGitHub } from "./github";
import { startProvider } from "./provider";

const databases: Database[] = ["sqlite", "postgres"];

/** Starts one seeded server for each database that a selected project uses. All journeys on that database share it. */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const named = process.argv.flatMap((arg, i) =>
    arg === "--project" ? [process.argv[i + 1]] : (arg.match(/^--project=(.*)/)?.[1] ?? []),
  );
  const wanted = databases.filter((database) =>
    named.length > 0 ? named.includes(database) : config.projects.some(({ name }) => name === database),
  );
  const boards: Board[] = [];
  const provider = await startProvider();
  const github = await startGitHub();
  for (const database of wanted) {
    const board = await startBoard(database, { seeded: true, ai: provider.url, github: github.url });
    boards.push(board);
    await countVotesOfNewAccounts(board.url);
    await letEverythingAppear(board);
    process.env[`E2E_${database}`] = JSON.stringify({ url: board.url, mails: board.mails });
  }
  return async () => {
    const errors = (await Promise.all(boards.map((board) => board.stop()))).flat();
    provider.close();
    github.close();
    if (errors.length > 0) throw new Error(`the server logged errors:\n${errors.join("\n")}`);
  };
}

/** Makes the votes of accounts eligible whatever their age: those of journeys are seconds old. fair.spec.ts has the default. */
async function countVotesOfNewAccounts(url: string): Promise<void> {
  const api = await request.newContext({ baseURL: url });
  const login = await api.post("/api/auth/login", { data: { username: "kilnfire", password: "vibecoding" } });
  const set = await api.put("/api/admin/board", { data: { voting: { minAccountHours: 0 } } });
  if (!login.ok() || !set.ok()) throw new Error(`the board has no settings for journeys: ${await set.text()}`);
  await api.dispose();
}

/** Returns the address and the mail directory of the server that globalSetup started for a database. */
export function sharedBoard(database: Database): Pick<Board, "url" | "mails"> {
  const board = process.env[`E2E_${database}`];
  if (!board) throw new Error(`no server was started for ${database}`);
  return JSON.parse(board) as Pick<Board, "url" | "mails">;
}
