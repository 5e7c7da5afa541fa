import { randomBytes } from "node:crypto";
import { type APIResponse, type BrowserContext, expect, type Page } from "@playwright/test";
import { png } from "./images";

export const password = "two drums and a squeegee";

/** A user who is logged in to a separate browser context. */
export type Member = {
  username: string;
  id: string;
  page: Page;
  /** Publishes a project through REST. */
  publish: (project?: Partial<ProjectPayload>) => Promise<{ id: string; title: string }>;
  /** Uploads an image through REST and returns its address. */
  upload: (picture?: ReturnType<typeof png>) => Promise<string>;
  /** Votes through REST. */
  vote: (projectId: string, voteType: "upvote" | "downvote") => Promise<void>;
};

/** The fields of a project that journeys send through REST. */
export type ProjectPayload = {
  title: string;
  tagline: string;
  description: string;
  logo: string;
  primaryCategory: string;
  stage: string;
  vibeTools: string[];
  customTools: string[];
  tags: string[];
  lookingFor: string[];
  links: Record<string, string>;
  media: { screenshots: string[]; videos: string[] };
  impact: { problem: string; solution: string; metrics: Record<string, unknown> };
  isPublic: boolean;
};

/** Returns a unique name that starts with `word`. */
export const unique = (word: string): string => `${word}${randomBytes(4).toString("hex")}`;

/** Registers a user through REST in the given browser context and opens a page. */
export async function register(context: BrowserContext, username = unique("maker_")): Promise<Member> {
  const { request } = context;
  const registered = await request.post("/api/auth/register", {
    data: { username, email: `${username}@example.com`, password },
  });
  const { user } = (await ok(registered)) as { user: { id: string } };
  const upload = async (picture = png("logo.png", 240, 240)) => {
    const answer = await request.post("/api/upload", { multipart: { file: picture } });
    return ((await ok(answer)) as { url: string }).url;
  };
  return {
    username,
    id: user.id,
    page: await context.newPage(),
    upload,
    publish: async (project = {}) => {
      const data = {
        title: unique("Plate "),
        tagline: "Develops images under ultraviolet light",
        primaryCategory: "photo_video",
        stage: "beta",
        vibeTools: ["cursor", "claude"],
        ...project,
        logo: project.logo ?? (await upload()),
      };
      return (await ok(await request.post("/api/projects", { data }))) as { id: string; title: string };
    },
    vote: async (targetId, voteType) => {
      await ok(await request.post("/api/votes", { data: { targetId, targetType: "project", voteType } }));
    },
  };
}

async function ok(response: APIResponse): Promise<unknown> {
  expect(response.ok(), `${response.url()}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}
