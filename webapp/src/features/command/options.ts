import type { Project } from "../../gen/uvboard/v1/project_pb";
import type { Command, commandsFor } from "./commands";
import { hits, match, type Ranges } from "./match";
import type { Recent } from "./recent";

/** A line of the palette. */
export type Option = { id: string; label: string; ranges: Ranges; detail?: string } & (
  | { kind: "command"; command: Command }
  | { kind: "project"; project: { id: string; title: string; logo?: string } }
  | { kind: "explore"; q: string }
  | { kind: "retry" }
);

export type Group = { name: string; options: Option[] };

type Known = {
  typed: string;
  commands: ReturnType<typeof commandsFor>;
  recent: Recent[];
  own: Project[];
  found: Project[];
  failed: boolean;
};

/** What there is to choose from, in groups, each thing once. Without anything typed it is where people mostly go. */
export function groupsOf({ typed, commands, recent, own, found, failed }: Known): Group[] {
  const text = typed.trim();
  const used = new Set<string>();
  // What an earlier group has is not repeated by a later one.
  const group = (name: string, options: Option[], most: number): Group => {
    const fresh = options.filter(({ id }) => !used.has(id)).slice(0, most);
    for (const { id } of fresh) used.add(id);
    return { name, options: fresh };
  };
  const fitting = (options: Option[]) => (text ? best(options, text) : options);

  const all = commands.map(commandOption);
  const mine = own.map((project) => projectOption(project, project.isPublic ? project.tagline : "Draft"));
  const before = recent.flatMap(
    ({ id, title }) => all.find((option) => option.id === id) ?? (title ? [projectOption({ id, title })] : []),
  );
  const answers = found.map((project) => ({
    ...projectOption(project, project.tagline),
    ranges: hits(text, project.title),
  }));
  const last: Option[] = failed
    ? [{ kind: "retry", id: "retry", label: "The search did not answer. Try again", ranges: [] }]
    : [];
  if (text) last.push({ kind: "explore", id: "explore", q: text, label: `Search projects for “${text}”`, ranges: [] });

  const first = [group("Recent", fitting(before), text ? 3 : 5)];
  if (!text) first.push(group("Your projects", mine, 4));
  const chosen = group("Commands", fitting(all), text ? 5 : all.length);
  const projects = text ? [group("Your projects", fitting(mine), 3), group("Projects", answers, 6)] : [];
  // A command hit only by scattered letters is a guess, and comes after what has the words.
  const guessed = text !== "" && (match(text, chosen.options[0]?.label ?? "")?.score ?? 2) < 1.5;
  const middle = guessed ? [...projects, chosen] : [chosen, ...projects];
  return [...first, ...middle, group("Search", last, 2)].filter(({ options }) => options.length > 0);
}

const commandOption = (command: Command): Option => ({
  kind: "command",
  id: command.id,
  label: command.label,
  ranges: [],
  command,
});

const projectOption = (project: { id: string; title: string; logo?: string }, detail?: string): Option => ({
  kind: "project",
  id: project.id,
  label: project.title,
  detail,
  ranges: [],
  project,
});

/** Those that answer what was typed, the best first; by its other words a command is found too, if less well. */
function best(options: Option[], text: string): Option[] {
  return options
    .flatMap((option) => {
      const hit = match(text, option.label);
      if (hit) return [{ option: { ...option, ranges: hit.ranges }, score: hit.score }];
      const also = option.kind === "command" && option.command.also && match(text, option.command.also);
      return also && also.score >= 2 ? [{ option, score: also.score - 3 }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ option }) => option);
}
