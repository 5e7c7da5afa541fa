import { randomBytes } from "node:crypto";
import { type APIResponse, type BrowserContext, expect, type Page } from "@playwright/test";
import { png } from "./pictures";

export const password = "two drums and a squeegee";

/** Somebody with an account, logged in to a browser of their own. */
export type Member = {
  username: string;
  id: string;
  page: Page;
  /** Publishes a project through REST, for journeys that begin when it is there. */
  publish: (project?: Partial<ProjectPayload>) => Promise<{ id: string; title: string }>;
  /** Sends a picture through REST, and gives its address. */
  upload: (picture?: ReturnType<typeof png>) => Promise<string>;
  /** Votes through REST. */
  vote: (projectId: string, voteType: "upvote" | "downvote") => Promise<void>;
};

/** A project as REST takes it, as far as the journeys need it. */
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

/** A name that nothing else on the board has; what follows `word` makes it so. */
export const unique = (word: string): string => `${word}${randomBytes(4).toString("hex")}`;

/** Registers through REST in the given browser, and opens a page there. */
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
