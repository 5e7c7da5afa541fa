import { randomBytes } from "node:crypto";
import { type APIResponse, type BrowserContext, expect, type Page } from "@playwright/test";
import { png } from "./images";

export const password = "two drums and a squeegee";

/** The path of the page of a project, story or thread. */
export const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

/** A user who is logged in to a separate browser context. */
export type Member = {
  username: string;
  id: string;
  page: Page;
  /** Publishes a project through REST. */
  publish: (project?: Partial<ProjectPayload>) => Promise<{ id: string; title: string; path: string }>;
  /** Writes a story through REST. */
  write: (post?: Partial<PostPayload>) => Promise<{ id: string; title: string; url: string }>;
  /** Uploads an image through REST and returns its address. */
  upload: (picture?: ReturnType<typeof png>) => Promise<string>;
  /** Opens a thread through REST, in a new channel unless one is given. */
  discuss: (
    channelId?: string,
  ) => Promise<{ channel: { id: string; name: string }; thread: { id: string; title: string; url: string } }>;
  /** Replies to a thread through REST and returns the reply's id. */
  reply: (threadId: string, content: string, parentId?: string) => Promise<string>;
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

/** The fields of a story that journeys send through REST. */
export type PostPayload = {
  title: string;
  excerpt: string;
  content: string;
  coverImage: string;
  tags: string[];
  isPublished: boolean;
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
  return member(context, username, user.id);
}

/** Logs in the admin of the demo data and opens a page. */
export async function logInAsAdmin(context: BrowserContext): Promise<Member> {
  const username = "kilnfire";
  const login = await context.request.post("/api/auth/login", { data: { username, password: "vibecoding" } });
  const { user } = (await ok(login)) as { user: { id: string } };
  return member(context, username, user.id);
}

async function member(context: BrowserContext, username: string, id: string): Promise<Member> {
  const { request } = context;
  const upload = async (picture = png("logo.png", 240, 240)) => {
    const answer = await request.post("/api/upload", { multipart: { file: picture } });
    return ((await ok(answer)) as { url: string }).url;
  };
  return {
    username,
    id,
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
      const made = (await ok(await request.post("/api/projects", { data }))) as {
        id: string;
        title: string;
        url: string;
      };
      return { id: made.id, title: made.title, path: pathOf(made) };
    },
    discuss: async (channelId) => {
      const name = unique("Channel ");
      const channel = channelId
        ? { id: channelId, name: "" }
        : await ok(await request.post("/api/forum/channels", { data: { name, description: "For a journey" } }));
      const data = {
        channelId: (channel as { id: string }).id,
        title: unique("A thread "),
        content: "How do you do it?",
      };
      const thread = await ok(await request.post("/api/forum/threads", { data }));
      return { channel, thread } as Awaited<ReturnType<Member["discuss"]>>;
    },
    reply: async (threadId, content, parentId) => {
      const data = { threadId, content, parentId: parentId ?? null };
      return ((await ok(await request.post("/api/forum/posts", { data }))) as { id: string }).id;
    },
    write: async (post = {}) => {
      const data = { title: unique("Print "), content: "How it *dried*.", ...post };
      return (await ok(await request.post("/api/blog/posts", { data }))) as { id: string; title: string; url: string };
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
