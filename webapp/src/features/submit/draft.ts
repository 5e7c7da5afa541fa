import type { MessageInitShape } from "@bufbuild/protobuf";
import { type ProjectInputSchema, SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import {
  BuildCode,
  Category,
  type LookingFor,
  Monetization,
  type Project,
  Stage,
  VibeTool,
} from "../../gen/uvboard/v1/project_pb";
import { withScheme } from "../../lib/text/webAddress";
import { type Metric, metricRows, toMetrics } from "./metrics";

/** The values of a new project. */
export const emptyDraft = {
  title: "",
  tagline: "",
  /** UNSPECIFIED until the user chooses one. */
  primaryCategory: Category.UNSPECIFIED as Category,
  stage: Stage.MVP as Stage,
  /** Without OTHER if there are custom tools, which imply it. */
  vibeTools: [] as VibeTool[],
  customTools: [] as string[],
  logo: "",
  demo: "",
  description: "",
  secondaryCategories: [] as Category[],
  tags: [] as string[],
  lookingFor: [] as LookingFor[],
  monetization: Monetization.FREE as Monetization,
  /** YYYY-MM-DD or empty. */
  launchDate: "",
  coverImage: "",
  screenshots: [] as string[],
  videos: [] as string[],
  repo: "",
  docs: "",
  website: "",
  twitter: "",
  discord: "",
  problem: "",
  solution: "",
  metrics: [] as Metric[],
  code: BuildCode.UNSPECIFIED as BuildCode,
  /** A whole number, as typed; empty if not said. */
  hours: "",
  /** A whole number of US dollars, as typed; empty if not said. */
  cost: "",
  lesson: "",
  isPublic: true,
};

export type Draft = typeof emptyDraft;

export type Mode = SubmitMode.QUICK | SubmitMode.COMPLETE;

export function draftOf(project: Project): Draft {
  const { links, media, impact, build } = project;
  const custom = project.customTools.length > 0;
  return {
    title: project.title,
    tagline: project.tagline,
    primaryCategory: project.primaryCategory,
    stage: project.stage,
    vibeTools: project.vibeTools.filter((tool) => !(custom && tool === VibeTool.OTHER)),
    customTools: project.customTools,
    logo: project.logo,
    demo: links?.demo ?? "",
    description: project.descriptionGenerated ? "" : project.description,
    secondaryCategories: project.secondaryCategories,
    tags: project.tags,
    lookingFor: project.lookingFor,
    monetization: project.monetization || Monetization.FREE,
    launchDate: project.launchDate,
    coverImage: project.coverImage,
    screenshots: media?.screenshots ?? [],
    videos: media?.videos ?? [],
    repo: links?.repo ?? "",
    docs: links?.docs ?? "",
    website: links?.website ?? "",
    twitter: links?.twitter ?? "",
    discord: links?.discord ?? "",
    problem: impact?.problem ?? "",
    solution: impact?.solution ?? "",
    metrics: metricRows(impact?.metrics),
    code: build?.code ?? BuildCode.UNSPECIFIED,
    hours: build?.hours?.toString() ?? "",
    cost: build?.cost?.toString() ?? "",
    lesson: build?.lesson ?? "",
    // Publish publishes, also what was a draft. What a moderator has hidden keeps what the owner had chosen.
    isPublic: !project.isHidden || project.publishedAt !== undefined,
  };
}

/** The initial mode: the complete form if the project has details that the quick form does not show. */
export function firstMode(project: Project | undefined): Mode {
  if (!project) return SubmitMode.QUICK;
  const described = project.description !== "" && !project.descriptionGenerated;
  const detailed = described || project.coverImage !== "" || (project.media?.screenshots.length ?? 0) > 0;
  return detailed ? SubmitMode.COMPLETE : SubmitMode.QUICK;
}

/** The request message. All fields are sent, so that empty ones are cleared. */
export function toInput(draft: Draft, mode: Mode): MessageInitShape<typeof ProjectInputSchema> {
  const tools = new Set(draft.vibeTools);
  if (draft.customTools.length > 0) tools.add(VibeTool.OTHER);
  return {
    title: draft.title,
    tagline: draft.tagline,
    description: draft.description,
    logo: draft.logo,
    coverImage: draft.coverImage,
    primaryCategory: draft.primaryCategory,
    stage: draft.stage,
    vibeTools: { values: [...tools] },
    customTools: { values: draft.customTools },
    secondaryCategories: { values: draft.secondaryCategories },
    tags: { values: draft.tags },
    lookingFor: { values: draft.lookingFor },
    monetization: draft.monetization,
    launchDate: draft.launchDate,
    impact: { problem: draft.problem, solution: draft.solution, metrics: toMetrics(draft.metrics) },
    media: { screenshots: { values: draft.screenshots }, videos: { values: draft.videos } },
    links: {
      demo: withScheme(draft.demo),
      repo: withScheme(draft.repo),
      docs: withScheme(draft.docs),
      website: withScheme(draft.website),
      twitter: withScheme(draft.twitter),
      discord: withScheme(draft.discord),
    },
    build: {
      code: draft.code || undefined,
      hours: toWhole(draft.hours),
      cost: toWhole(draft.cost),
      lesson: draft.lesson,
    },
    isPublic: draft.isPublic,
    submitMode: mode,
  };
}

/** A whole number as typed, such as "1,200" or "$40"; undefined if empty. Anything else fails the proto's rules. */
function toWhole(text: string): number | undefined {
  const digits = text.replace(/[\s,$]/g, "");
  if (digits === "") return undefined;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : -1;
}
