import { type MatchSorterOptions, matchSorter, rankings } from "match-sorter";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { handle } from "../../lib/text/text";
import type { Command } from "./commands";
import type { Recent } from "./recent";

/** A line of the palette. */
export type Option = { id: string; label: string; detail?: string } & (
  | { kind: "command"; command: Command }
  | { kind: "project"; project: { id: string; url?: string; title: string; logo?: string } }
  | { kind: "thread" }
  | { kind: "story" }
  | { kind: "person"; person: Author }
  | { kind: "explore"; q: string }
  /** Continues the typed text, or replaces it. */
  | { kind: "term"; search: string }
  | { kind: "retry" }
);

/** A thread or a story. */
export type Destination = { id: string; title: string };

export type Group = { name: string; options: Option[] };

type Known = {
  typed: string;
  commands: Command[];
  recent: Recent[];
  own: Project[];
  found: {
    projects: Project[];
    threads: Destination[];
    stories: Destination[];
    people: Author[];
    searchedFor?: { projects?: string; threads?: string; stories?: string };
    didYouMean?: string;
    problem?: string;
  };
  /** Operators and values that the typed text may continue with. */
  terms?: { term: string; label: string; search: string }[];
  failed: boolean;
};

/** The options for the typed text in groups, each option once. Without a text these are the usual destinations. */
export function groupsOf({ typed, commands, recent, own, found, failed, terms = [] }: Known): Group[] {
  const text = typed.trim();
  const used = new Set<string>();
  const group = (name: string, options: Option[], most?: number): Group => {
    const fresh: Option[] = [];
    for (const option of options) {
      if (used.has(option.id) || fresh.length === most) continue;
      used.add(option.id);
      fresh.push(option);
    }
    return { name, options: fresh };
  };

  const all = commands.map(commandOption);
  const mine = own.map((project) => projectOption(project, project.isPublic ? project.tagline : "Draft"));
  const before = recent.flatMap(
    ({ id, title }) => all.find((option) => option.id === id) ?? (title ? [projectOption({ id, title })] : []),
  );
  const groups = [group("Recent", matching(before, text), text ? 3 : 5)];
  if (!text) {
    groups.push(group("Your projects", mine, 4), group("Commands", all));
  } else {
    const chosen = group("Commands", matching(all, text), 5);
    const projects = [
      group("Your projects", matching(mine, text), 3),
      group(
        named("Projects", found.searchedFor?.projects),
        found.projects.map((project) => projectOption(project, project.tagline)),
      ),
      group(
        named("Threads", found.searchedFor?.threads),
        found.threads.map(({ id, title }) => ({ kind: "thread", id, label: title })),
      ),
      group(
        named("Stories", found.searchedFor?.stories),
        found.stories.map(({ id, title }) => ({ kind: "story", id, label: title })),
      ),
      group(
        "People",
        found.people.map((person) => ({
          kind: "person",
          id: person.id,
          label: handle(person),
          detail: person.displayName,
          person,
        })),
      ),
    ];
    // Commands that match by letters only are a guess and come last.
    const guessed = withWords(chosen.options, text, rankings.CONTAINS).length === 0;
    groups.push(...(guessed ? [...projects, chosen] : [chosen, ...projects]));
  }

  const narrowing = group(
    "Narrow the search",
    terms.map(({ term, label, search }) => ({ kind: "term", id: `term:${term}`, label: term, detail: label, search })),
  );
  // A value is being typed, so that it is wanted first.
  if (/\S:\S*$/.test(text)) groups.unshift(narrowing);
  else groups.push(narrowing);

  const last: Option[] = [];
  const { didYouMean = "", problem } = found;
  if (didYouMean) {
    last.push({ kind: "term", id: "meant", label: `Did you mean “${didYouMean}”?`, search: didYouMean });
  }
  if (failed) last.push({ kind: "retry", id: "retry", label: "The search did not answer. Try again" });
  if (text)
    last.push({ kind: "explore", id: "explore", q: text, label: `Search projects for “${text}”`, detail: problem });
  return [...groups, group("Search", last)].filter(({ options }) => options.length > 0);
}

/** The name of a group that has other words than those typed. */
const named = (name: string, searchedFor?: string) => (searchedFor ? `${name} for “${searchedFor}”` : name);

const commandOption = (command: Command): Option => ({
  kind: "command",
  id: command.id,
  label: command.label,
  command,
});

const projectOption = (
  project: { id: string; url?: string; title: string; logo?: string },
  detail?: string,
): Option => ({
  kind: "project",
  id: project.id,
  label: project.title,
  detail,
  project,
});

const keys: MatchSorterOptions<Option>["keys"] = [
  "label",
  {
    key: (option) => (option.kind === "command" ? (option.command.also ?? "") : ""),
    threshold: rankings.CONTAINS,
    maxRanking: rankings.CONTAINS,
  },
];

/** The options that have every word of the text, the best first; if there are none, those that have its letters in order. */
function matching(options: Option[], text: string): Option[] {
  const exact = withWords(options, text, rankings.CONTAINS);
  // Two letters in order are in nearly every label, so they must be initials.
  return exact.length > 0 ? exact : withWords(options, text, text.length > 2 ? rankings.MATCHES : rankings.ACRONYM);
}

const withWords = (options: Option[], text: string, threshold: MatchSorterOptions["threshold"]): Option[] =>
  text
    .split(" ")
    .reduceRight(
      (rest, word) => matchSorter(rest, word, { keys, threshold, baseSort: (a, b) => a.index - b.index }),
      options,
    );
