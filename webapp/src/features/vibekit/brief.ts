import type { Brief } from "../../gen/uvboard/v1/vibekit_pb";
import { cut } from "../../lib/text/cut";

/** The lists of a brief, with their headings. */
export const briefLists = [
  { name: "considerations", heading: "Considerations" },
  { name: "userStories", heading: "User stories" },
  { name: "risks", heading: "Risks" },
  { name: "assumptions", heading: "Assumptions" },
] as const;

export const briefPrompts = [
  { name: "systemPrompt", heading: "System prompt" },
  { name: "builderPrompt", heading: "Builder prompt" },
] as const;

/** A comma-separated text as a list. */
export const features = (text: string): string[] =>
  text
    .split(",")
    .map((feature) => feature.trim())
    .filter(Boolean);

/** The whole brief as Markdown. */
export function toMarkdown(brief: Brief, idea: string): string {
  const lists = briefLists.map(({ name, heading }) => `## ${heading}\n\n${bullets(brief[name])}`);
  const prompts = briefPrompts.map(({ name, heading }) => `## ${heading}\n\n${brief[name]}`);
  return `${[`# ${titleOf(idea)}`, brief.summary, ...lists, ...prompts].join("\n\n")}\n`;
}

const bullets = (items: string[]): string => items.map((item) => `- ${item.replace(/\s+/g, " ")}`).join("\n");

const limits = { title: 80, tagline: 140, description: 3000 };

/** The fields of the project form that a brief fills, within their limits. */
export function toProject(brief: Brief, idea: string): { title: string; tagline: string; description: string } {
  const description = [brief.summary, `## User stories\n\n${bullets(brief.userStories)}`].join("\n\n");
  return {
    title: titleOf(idea),
    tagline: shorten(firstSentence(brief.summary), limits.tagline),
    description:
      Array.from(description).length <= limits.description ? description : shorten(brief.summary, limits.description),
  };
}

const titleOf = (idea: string): string => shorten(firstSentence(idea).replace(/[.!?]+$/, ""), limits.title);

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text.trim())?.[0] ?? text.trim();

/** Shortens a text to one line of at most `limit` characters, at a space if there is one near the end. */
export function shorten(text: string, limit: number): string {
  const line = text.trim().replace(/\s+/g, " ");
  if (cut(line, limit) === line) return line;
  const start = cut(line, limit - 1);
  const space = start.lastIndexOf(" ");
  return `${(space > limit / 2 ? start.slice(0, space) : start).replace(/[\s,;:–—-]+$/, "")}…`;
}
