import { Stage, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { paths } from "../page/paths";

// Names and labels of enum values: URLs and REST use the name, the interface shows the label. UNSPECIFIED has neither.

export type Labels<E extends number> = Partial<Record<E, string>>;

export const stageLabels: Labels<Stage> = {
  [Stage.IDEA]: "Idea",
  [Stage.MVP]: "MVP",
  [Stage.BETA]: "Beta",
  [Stage.LAUNCHED]: "Launched",
  [Stage.ARCHIVED]: "Archived",
};

export const toolLabels: Labels<VibeTool> = {
  [VibeTool.REPLIT]: "Replit",
  [VibeTool.VERCEL_V0]: "Vercel v0",
  [VibeTool.CURSOR]: "Cursor",
  [VibeTool.OPENAI]: "OpenAI",
  [VibeTool.CLAUDE]: "Claude",
  [VibeTool.GITHUB_COPILOT]: "GitHub Copilot",
  [VibeTool.MIDJOURNEY]: "Midjourney",
  [VibeTool.DALL_E]: "DALL-E",
  [VibeTool.STABLE_DIFFUSION]: "Stable Diffusion",
  [VibeTool.FIGMA]: "Figma",
  [VibeTool.FRAMER]: "Framer",
  [VibeTool.WEBFLOW]: "Webflow",
  [VibeTool.BUBBLE]: "Bubble",
  [VibeTool.SUPABASE]: "Supabase",
  [VibeTool.FIREBASE]: "Firebase",
  [VibeTool.NEXTJS]: "Next.js",
  [VibeTool.REACT]: "React",
  [VibeTool.VUE]: "Vue",
  [VibeTool.SVELTE]: "Svelte",
  [VibeTool.TAILWIND]: "Tailwind",
  [VibeTool.TYPESCRIPT]: "TypeScript",
  [VibeTool.PYTHON]: "Python",
  [VibeTool.NODEJS]: "Node.js",
  [VibeTool.OTHER]: "Other",
};

type Tools = { vibeTools: VibeTool[]; customTools: string[] };

/**
 * The tools of a project by their labels, followed by its custom tools, which are no value of the enum. "Other" is shown only if
 * it is the only tool.
 */
function toolsOf({ vibeTools, customTools }: Tools): { name: string; tool?: VibeTool }[] {
  const listed = vibeTools.filter(
    (tool) => tool !== VibeTool.OTHER || (vibeTools.length === 1 && customTools.length === 0),
  );
  return [
    ...listed.flatMap((tool) => (toolLabels[tool] ? [{ name: toolLabels[tool], tool }] : [])),
    ...customTools.map((name) => ({ name })),
  ];
}

/** A word that leads to its page. */
export type WordLink = { name: string; to: string };

/** The tools of a project, as toolsOf has them, each with its page. */
export const toolLinks = (project: Tools): WordLink[] =>
  toolsOf(project).map(({ name, tool }) => ({ name, to: paths.tool(tool ? enumName(VibeTool, tool) : name) }));

const letters = (word: string) => word.toLowerCase().replace(/[^a-z0-9]+/g, "");

const toolsByLetters = new Map(
  toolLinks({ vibeTools: Object.keys(toolLabels).map(Number), customTools: [] }).map(({ name, to }) => [
    letters(name),
    to,
  ]),
);

/** The page of the listed tool that a word names, such as "NextJS"; undefined for other words, which may have no page. */
export const toolPage = (word: string): string | undefined => toolsByLetters.get(letters(word));

/** Tags, each with its page. */
export const tagLinks = (tags: string[]): WordLink[] => tags.map((name) => ({ name, to: paths.tag(name) }));

/** The name of an enum value, such as "ai_agents"; empty for UNSPECIFIED and unknown values. */
export function enumName(names: Record<number, string>, value: number): string {
  return value === 0 ? "" : (names[value] ?? "").toLowerCase();
}

/** The enum value of a name; undefined for unknown names. */
export function enumValue<E extends number>(names: Record<string, E | string>, name: string): E | undefined {
  const value = name === name.toLowerCase() ? names[name.toUpperCase()] : undefined;
  return typeof value === "number" && value !== 0 ? value : undefined;
}
