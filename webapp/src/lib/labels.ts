import { Stage, VibeTool } from "../gen/uvboard/v1/project_pb";

// Words and labels of the enumerations: the word is what addresses and REST say, the label is what people read.
// Unspecified has neither: it is the absence of a choice.

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

/** What a project was built with, as it is read: the listed tools and then the maker's own; "Other" only when it is all there is. */
export function toolNames(project: { vibeTools: VibeTool[]; customTools: string[] }): string[] {
  const listed = project.vibeTools
    .filter((tool) => tool !== VibeTool.OTHER || (project.vibeTools.length === 1 && project.customTools.length === 0))
    .flatMap((tool) => toolLabels[tool] ?? []);
  return [...listed, ...project.customTools];
}

/** The word of an enumeration's value, such as "ai_agents"; empty for unspecified and unknown ones. */
export function enumWord(names: Record<number, string>, value: number): string {
  return value === 0 ? "" : (names[value] ?? "").toLowerCase();
}

/** The value of an enumeration's word; undefined for words it does not know. */
export function enumValue<E extends number>(names: Record<string, E | string>, word: string): E | undefined {
  const value = word === word.toLowerCase() ? names[word.toUpperCase()] : undefined;
  return typeof value === "number" && value !== 0 ? value : undefined;
}
