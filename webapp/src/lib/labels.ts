import { Category, LookingFor, Monetization, ProjectSort, Stage, VibeTool } from "../gen/uvboard/v1/project_pb";

// Words and labels of the enumerations: the word is what addresses and REST say, the label is what people read.
// Unspecified has neither: it is the absence of a choice.

type Labels<E extends number> = Partial<Record<E, string>>;

export const stageLabels: Labels<Stage> = {
  [Stage.IDEA]: "Idea",
  [Stage.MVP]: "MVP",
  [Stage.BETA]: "Beta",
  [Stage.LAUNCHED]: "Launched",
  [Stage.ARCHIVED]: "Archived",
};

export const stageHints: Labels<Stage> = {
  [Stage.IDEA]: "Just a concept",
  [Stage.MVP]: "Core features working",
  [Stage.BETA]: "Testing with users",
  [Stage.LAUNCHED]: "Live",
  [Stage.ARCHIVED]: "No longer maintained",
};

export const categoryLabels: Labels<Category> = {
  [Category.PRODUCTIVITY]: "Productivity",
  [Category.UTILITIES]: "Utilities",
  [Category.AI_AGENTS]: "AI Agents",
  [Category.DEVELOPER_TOOLS]: "Developer Tools",
  [Category.EDUCATION]: "Education",
  [Category.HEALTH_FITNESS]: "Health & Fitness",
  [Category.FINANCE]: "Finance",
  [Category.SOCIAL]: "Social",
  [Category.ENTERTAINMENT]: "Entertainment",
  [Category.MUSIC_AUDIO]: "Music & Audio",
  [Category.PHOTO_VIDEO]: "Photo & Video",
  [Category.GAMES]: "Games",
  [Category.TRAVEL]: "Travel",
  [Category.FOOD_DRINK]: "Food & Drink",
  [Category.NEWS]: "News",
  [Category.SPORTS]: "Sports",
  [Category.LIFESTYLE]: "Lifestyle",
  [Category.BUSINESS]: "Business",
  [Category.WEATHER]: "Weather",
  [Category.REFERENCE]: "Reference",
  [Category.OTHER]: "Other",
};

export const monetizationLabels: Labels<Monetization> = {
  [Monetization.FREE]: "Free",
  [Monetization.FREEMIUM]: "Freemium",
  [Monetization.ONE_TIME]: "One-time",
  [Monetization.SUBSCRIPTION]: "Subscription",
  [Monetization.ADS]: "Ads",
  [Monetization.MARKETPLACE]: "Marketplace",
  [Monetization.CROWDFUNDED]: "Crowdfunded",
  [Monetization.OPEN_SOURCE]: "Open Source",
  [Monetization.OTHER]: "Other",
};

export const lookingForLabels: Labels<LookingFor> = {
  [LookingFor.FEEDBACK]: "Feedback",
  [LookingFor.USERS]: "Users",
  [LookingFor.COLLABORATORS]: "Collaborators",
  [LookingFor.FUNDING]: "Funding",
  [LookingFor.MENTORSHIP]: "Mentorship",
  [LookingFor.BETA_TESTERS]: "Beta Testers",
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

export const sortLabels: Labels<ProjectSort> = {
  [ProjectSort.NEWEST]: "Newest",
  [ProjectSort.OLDEST]: "Oldest",
  [ProjectSort.TRENDING]: "Trending",
  [ProjectSort.ALPHABETICAL]: "A-Z",
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
