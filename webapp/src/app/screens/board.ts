import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter, type ServiceImpl } from "@connectrpc/connect";
import { AccountService } from "../../gen/uvboard/v1/account_service_pb";
import { AnalyticsService } from "../../gen/uvboard/v1/analytics_service_pb";
import type { BlogPostSchema } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { type BoardFeaturesSchema, ColorTheme, Registration } from "../../gen/uvboard/v1/board_pb";
import { BoardService } from "../../gen/uvboard/v1/board_service_pb";
import { FeedbackSort } from "../../gen/uvboard/v1/feedback_pb";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import type { ForumPostSchema, ForumThreadSchema } from "../../gen/uvboard/v1/forum_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import type { NewsArticleSchema } from "../../gen/uvboard/v1/news_pb";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import {
  Category,
  LookingFor,
  Monetization,
  ProjectListType,
  type ProjectSchema,
  Stage,
  VibeTool,
} from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import type { SessionUserSchema } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";

const hour = 60 * 60 * 1000;
const loaded = Date.now();
export const ago = (hours: number) => timestampFromMs(loaded - hours * hour);
const date = (text: string) => timestampFromMs(Date.parse(text));

export const maker = { id: "maker", username: "kilnfire", viberTag: "@kilnfire", displayName: "Kiln Fire", avatar: "" };
export const reader = { id: "reader", username: "reader", viberTag: "@reader", displayName: "", avatar: "" };

export const kiln: MessageInitShape<typeof ProjectSchema> = {
  id: "kiln",
  userId: maker.id,
  author: maker,
  title: "Kiln log",
  tagline: "Keeps the firing curve of a kiln",
  description: "A log for small kilns.",
  logo: "https://art.example/logo.png",
  coverImage: "https://art.example/cover.png",
  upvotes: 12,
  downvotes: 5,
  stage: Stage.BETA,
  primaryCategory: Category.AI_AGENTS,
  vibeTools: [VibeTool.CURSOR, VibeTool.CLAUDE, VibeTool.REACT, VibeTool.PYTHON, VibeTool.FIGMA, VibeTool.NODEJS],
  monetization: Monetization.FREEMIUM,
  lookingFor: [LookingFor.FEEDBACK, LookingFor.BETA_TESTERS],
  isPublic: true,
  tags: ["clay", "fire", "smoke", "ash"],
  links: {
    demo: "https://demo.example/",
    repo: "https://repo.example/",
    discord: "https://discord.example/",
    twitter: "https://x.example/",
    website: "https://site.example/",
    docs: "https://docs.example/",
  },
  media: { screenshots: ["https://art.example/1.png", "https://art.example/2.png"], videos: [] },
  impact: { problem: "Firings fail.", solution: "Log them.", metrics: { users: 120, revenue: 86, custom: {} } },
  createdAt: ago(5 * 24),
  launchDate: "2026-04-05",
  commentCount: 7,
  isFeatured: true,
  featuredReason: "A kiln that keeps its own log",
};
/** A project with nothing but its title. */
export const bare: MessageInitShape<typeof ProjectSchema> = {
  id: "bare",
  userId: maker.id,
  title: "Bare clay",
  tagline: "Nothing on it yet",
  stage: Stage.IDEA,
  isPublic: true,
  createdAt: ago(3),
};

export const post: MessageInitShape<typeof BlogPostSchema> = {
  id: "post",
  userId: maker.id,
  author: maker,
  title: "A winter of failed firings",
  excerpt: "What went wrong.",
  content: "Two lines\nof text.",
  contentHtml: "<p>Two lines<br>\nof text.</p>",
  tags: ["clay", "fire", "smoke", "ash"],
  coverImage: "https://art.example/story.png",
  createdAt: ago(3),
  updatedAt: ago(3),
  isPublished: true,
  likesCount: 4,
  commentsCount: 1,
};

export const thread: MessageInitShape<typeof ForumThreadSchema> = {
  id: "thread",
  title: "Which cone?",
  content: "Mine runs at 10.",
  contentHtml: "<p>Mine runs at 10.</p>",
  excerpt: "Mine runs at 10.",
  channelId: "channel",
  channelName: "Kiln talk",
  userId: maker.id,
  author: maker,
  createdAt: ago(3),
  lastActivityAt: ago(3),
  replyCount: 1,
  lastReplyAuthor: reader,
};

export const article: MessageInitShape<typeof NewsArticleSchema> = {
  id: "article",
  title: "Claude Code fires a kiln",
  excerpt: "It was hot.",
  tags: ["ai", "coding"],
  sourceName: "Hacker News",
  sourceUrl: "https://news.example/1",
  createdAt: ago(3),
  publishedAt: ago(3),
};

export const notFound = () => {
  throw new ConnectError("not found", Code.NotFound);
};

type Board = {
  user?: MessageInitShape<typeof SessionUserSchema>;
  projects?: MessageInitShape<typeof ProjectSchema>[];
  /** How many of the projects are featured. */
  featured?: number;
  /** The projects without an answer. */
  waiting?: MessageInitShape<typeof ProjectSchema>[];
  /** Those that are shown for a second day. */
  again?: () => MessageInitShape<typeof ProjectSchema>[];
  posts?: MessageInitShape<typeof BlogPostSchema>[];
  threads?: MessageInitShape<typeof ForumThreadSchema>[];
  /** The feedback on every project. */
  feedback?: MessageInitShape<typeof ForumPostSchema>[];
  /** Replaces calls of the feedback. */
  feedbackCalls?: Partial<ServiceImpl<typeof FeedbackService>>;
  articles?: MessageInitShape<typeof NewsArticleSchema>[];
  searches?: string[];
  features?: MessageInitShape<typeof BoardFeaturesSchema>;
};

/** The services of a board, which is empty unless told otherwise. */
export const board =
  ({
    user,
    projects = [],
    featured = 1,
    waiting = [],
    again = () => [],
    posts = [],
    threads = [],
    feedback = [],
    feedbackCalls,
    articles = [],
    searches = [],
    features,
  }: Board = {}) =>
  ({ service }: ConnectRouter) => {
    const full = projects.length > 0;
    const vibers = full
      ? [maker, reader].map((one, i) => ({
          ...one,
          rank: i + 1,
          projectCount: 2 - i,
          voteCount: 9 - 8 * i,
          totalVotes: 9,
          reputation: 45,
        }))
      : [];
    service(AccountService, { getSession: () => ({ user }) });
    service(BoardService, {
      getBoardPage: ({ page }) => ({ page: { page } }),
      getBoard: () => ({
        board: {
          name: "UV Board",
          tagline: "A space to share, discuss and grow projects built with AI-assisted tools.",
          contactEmail: "crew@board.example",
          registration: Registration.OPEN,
          foundedYear: 2024,
          defaultTheme: ColorTheme.DARK,
          timeZone: "UTC",
          features,
        },
      }),
    });
    service(ProjectService, {
      listProjects: ({ type, pageSize }) =>
        type === ProjectListType.WAITING
          ? { projects: waiting.slice(0, pageSize), totalSize: waiting.length }
          : type === ProjectListType.AGAIN
            ? { projects: again().slice(0, pageSize) }
            : {
                projects: projects.slice(0, type === ProjectListType.FEATURED ? featured : pageSize || 24),
                totalSize: type === ProjectListType.UNSPECIFIED ? projects.length : undefined,
              },
      getProject: ({ id }) => {
        const project = projects.find((one) => one.id === id);
        return project ? { project, descriptionHtml: `<p>${project.description}</p>` } : notFound();
      },
      listRelatedProjects: ({ id, pageSize }) => ({
        projects: projects.filter((one) => one.id !== id).slice(0, pageSize),
      }),
    });
    service(AnalyticsService, { listTrendingSearches: () => ({ searches }) });
    service(StatsService, {
      getCommunityStats: () => ({
        stats: full
          ? {
              totalProjects: 14,
              activeVibers: 30,
              totalChannels: 5,
              ideaProjects: 1,
              mvpProjects: 2,
              betaProjects: 3,
              launchedProjects: 4,
            }
          : {},
      }),
    });
    service(UserService, {
      getUserByUsername: ({ username }) =>
        username === maker.username
          ? {
              user: {
                ...maker,
                bio: "Fires clay.",
                location: "Kyoto",
                skills: ["Cursor", "clay"],
                socialLinks: {
                  github: "kiln",
                  twitter: "kilnfire",
                  linkedin: "kiln-fire",
                  website: "https://kiln.example/",
                },
                joinedAt: date("2026-01-02T10:00:00Z"),
                reputation: 45,
              },
            }
          : username === reader.username
            ? { user: { ...reader, joinedAt: date("2026-01-02T10:00:00Z") } }
            : notFound(),
      getUserStats: () => ({
        stats: { projectsCreated: 2, forumPosts: 3, comments: 4, votesGiven: 5, votesReceived: 6, reputation: 45 },
      }),
      listUserProjects: () => ({ projects }),
      listUserActivity: () => ({ activities: [] }),
      listTopUsers: ({ pageSize }) => ({ users: vibers.slice(0, pageSize) }),
      listActiveUsers: ({ pageSize }) => ({
        users: Array.from(
          { length: 9 },
          (_, i) => vibers[i] ?? { id: `v${i}`, username: `viber${i}`, viberTag: `@viber${i}` },
        )
          .map((one, i) => ({ ...one, threadCount: 1, postCount: i === 0 ? 2 : 1 }))
          .slice(0, full ? pageSize : 0),
      }),
    });
    service(BlogService, {
      listBlogPosts: ({ pageSize, pageToken }) => ({
        posts: posts.slice(pageToken ? pageSize : 0, pageToken ? 2 * pageSize : pageSize || 20),
        nextPageToken: !pageToken && posts.length > (pageSize || 20) ? "next" : "",
      }),
      getBlogPost: ({ id }) => {
        const found = posts.find((one) => one.id === id);
        return found ? { post: found } : notFound();
      },
      listPopularTags: () => ({ tags: posts.length > 0 ? [{ tag: "clay", count: 3 }] : [] }),
      listTopAuthors: ({ pageSize }) => ({
        authors: vibers
          .slice(0, pageSize)
          .map((viber) => ({ author: viber, reputation: viber.reputation, likesCount: viber.totalVotes })),
      }),
      getBlogStats: () => ({ stats: { totalPosts: 14, totalAuthors: 3, avgReadTime: 2, postsThisWeek: 5 } }),
      listRelatedBlogPosts: () => ({}),
      listLinkedProjects: () => ({}),
      listBlogComments: ({ postId }) => ({
        comments: posts.find((one) => one.id === postId)?.commentsCount
          ? [
              {
                id: "1",
                postId,
                userId: reader.id,
                author: reader,
                content: "Which cone?\nMine cracks.",
                contentHtml: "<p>Which cone?<br>\nMine cracks.</p>",
                createdAt: ago(2),
              },
              { id: "2", postId, author: undefined, content: "Gone.", contentHtml: "<p>Gone.</p>", createdAt: ago(2) },
            ]
          : [],
      }),
    });
    service(ForumService, {
      listChannels: () => ({
        channels:
          threads.length > 0 || full ? [{ id: "channel", name: "Kiln talk", description: "All about firing" }] : [],
      }),
      listThreads: ({ projectId, pageSize }) => ({ threads: threads.slice(0, projectId ? pageSize : 20) }),
      getThread: ({ id }) => {
        const found = threads.find((one) => one.id === id);
        return found ? { thread: found } : notFound();
      },
      listPosts: ({ threadId }) => ({
        posts: threads.find((one) => one.id === threadId)?.replyCount
          ? [
              {
                id: "reply",
                threadId,
                userId: reader.id,
                author: reader,
                content: "Cone 8.",
                contentHtml: "<p>Cone 8.</p>",
                createdAt: ago(2),
              },
            ]
          : [],
      }),
      getForumStats: () => (full ? { stats: { totalChannels: 5, totalThreads: 6, totalPosts: 7 } } : {}),
    });
    service(FeedbackService, {
      listProjectFeedback: ({ sort }) => ({ posts: sort === FeedbackSort.NEWEST ? feedback.toReversed() : feedback }),
      getFeedbackRequest: () => ({}),
      ...feedbackCalls,
    });
    service(NewsService, {
      listNews: ({ pageSize }) => ({
        articles: articles.slice(0, pageSize),
        nextPageToken: articles.length > pageSize ? "next" : "",
      }),
      listNewsSources: () => ({ names: ["Hacker News"] }),
    });
  };
