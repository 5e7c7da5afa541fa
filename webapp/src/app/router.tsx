import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { readAdminSearch } from "../features/admin/search";
import { prefetchBlog } from "../features/blog/query";
import { readBlogSearch } from "../features/blog/search";
import { prefetchExplore } from "../features/explore/query";
import { readExploreSearch } from "../features/explore/search";
import { type ForumSearch, readForumSearch, selected } from "../features/forum/search";
import { prefetchHome } from "../features/home/queries";
import { prefetchNews } from "../features/news/queries";
import { readNewsSearch } from "../features/news/search";
import { readProfileSearch } from "../features/profile/search";
import { readTagSearch } from "../features/tag/search";
import { BlogService } from "../gen/uvboard/v1/blog_service_pb";
import { ProjectService } from "../gen/uvboard/v1/project_service_pb";
import { parseSearch, readParams, stringifySearch } from "../lib/page/address";
import { lazyWithRetry } from "../lib/page/lazyWithRetry";
import { needsDocument } from "../lib/page/ownDocument";
import { idIn } from "../lib/page/paths";
import { prefetch, type RouteContext } from "../lib/server/query";
import { CrashPage } from "./CrashPage";
import { RootLayout } from "./RootLayout";

// A screen whose code is loaded with its route.
const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => lazyWithRetry(load), name);

const root = createRootRouteWithContext<RouteContext>()({
  beforeLoad: ({ location, preload }) => {
    if (!preload && needsDocument(location.pathname)) throw redirect({ href: location.href, reloadDocument: true });
  },
  component: RootLayout,
  notFoundComponent: screen(() => import("./NotFoundPage"), "NotFoundPage"),
  errorComponent: CrashPage,
});
const at = () => root;

// A screen without parameters in its URL, or one that reads them by itself. Its title is the crumb unless both are given.
const page = <const Path extends string, Name extends string>(
  path: Path,
  crumb: string | { crumb: string; title: string },
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: at,
    path,
    validateSearch: (all): object => all,
    staticData: typeof crumb === "string" ? { crumb, title: crumb } : crumb,
    component: lazyRouteComponent(() => lazyWithRetry(load).then((file) => ({ default: file[name] }))),
  });

const home = createRoute({
  getParentRoute: at,
  path: "/",
  validateSearch: readParams("tab"),
  staticData: { title: "" },
  loader: ({ context }) => prefetchHome(context),
  component: screen(() => import("../features/home/HomePage"), "HomePage"),
});
const explore = createRoute({
  getParentRoute: at,
  path: "/search",
  validateSearch: readExploreSearch,
  staticData: { crumb: "Explore", title: "Explore" },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchExplore(context, deps),
  component: screen(() => import("../features/explore/ExplorePage"), "ExplorePage"),
});
// URLs that users type: the prefix of project URLs, and the name of the screen.
const exploreAlias = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: at,
    path,
    validateSearch: readExploreSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: "/search", search, replace: true });
    },
  });
const project = createRoute({
  getParentRoute: at,
  path: "/projects/$id",
  staticData: { crumb: "Project" },
  loader: ({ context, params }) => prefetch(context, ProjectService.method.getProject, { id: idIn(params.id) }),
  component: screen(() => import("../features/project/ProjectPage"), "ProjectPage"),
});
const projectAlias = createRoute({
  getParentRoute: at,
  path: "/project/$id",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/projects/$id", params, replace: true });
  },
});

const readEdit = readParams("edit");
const submit = createRoute({
  getParentRoute: at,
  path: "/submit",
  validateSearch: readEdit,
  staticData: { crumb: ({ edit }) => (edit ? "Edit Project" : "Submit Project") },
  component: screen(() => import("../features/submit/SubmitPage"), "SubmitPage"),
});
const submitAlias = createRoute({
  getParentRoute: at,
  path: "/submit-project",
  validateSearch: readEdit,
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/submit", search, replace: true });
  },
});

const profile = createRoute({
  getParentRoute: at,
  path: "/profile/$username",
  validateSearch: readProfileSearch,
  staticData: { crumb: "Profile" },
  component: screen(() => import("../features/profile/ProfilePage"), "ProfilePage"),
});
// The targets of links with a token.
const readToken = readParams("token");
const resetPassword = createRoute({
  getParentRoute: at,
  path: "/reset-password",
  validateSearch: readToken,
  staticData: { crumb: "Log in", title: "New Password" },
  component: screen(() => import("../features/account/ResetPasswordPage"), "ResetPasswordPage"),
});
const verifyEmail = createRoute({
  getParentRoute: at,
  path: "/verify-email",
  validateSearch: readToken,
  staticData: { crumb: "Email", title: "Confirm Email" },
  component: screen(() => import("../features/account/VerifyEmailPage"), "VerifyEmailPage"),
});
const unsubscribe = createRoute({
  getParentRoute: at,
  path: "/unsubscribe",
  validateSearch: readToken,
  staticData: { crumb: "Email", title: "Unsubscribe" },
  component: screen(() => import("../features/account/UnsubscribePage"), "UnsubscribePage"),
});
const setup = createRoute({
  getParentRoute: at,
  path: "/setup",
  validateSearch: readToken,
  staticData: { crumb: "Set up", title: "Set Up" },
  component: screen(() => import("../features/account/SetupPage"), "SetupPage"),
});
const notifications = createRoute({
  getParentRoute: at,
  path: "/notifications",
  validateSearch: readParams("filter"),
  staticData: { crumb: "Notifications", title: "Notifications" },
  component: screen(() => import("../features/notification/NotificationsPage"), "NotificationsPage"),
});
const saved = createRoute({
  getParentRoute: at,
  path: "/saved",
  validateSearch: readParams("type", "label", "q"),
  staticData: { crumb: "Saved", title: "Saved" },
  component: screen(() => import("../features/saved/SavedPage"), "SavedPage"),
});

const collection = createRoute({
  getParentRoute: at,
  path: "/collections/$id",
  staticData: { crumb: "Collection" },
  loader: async ({ context, params }) => {
    const { prefetchCollection } = await lazyWithRetry(() => import("../features/collection/query"));
    prefetchCollection(context, params.id);
  },
  component: screen(() => import("../features/collection/CollectionPage"), "CollectionPage"),
});

// The frame of the forum stays while its screens change.
const forum = createRoute({
  getParentRoute: at,
  path: "/forum",
  validateSearch: readForumSearch,
  component: screen(() => import("../features/forum/ForumLayout"), "ForumLayout"),
});
const forumAt = () => forum;
// A link may select a thread or a channel by a parameter.
const toSelected = ({ search }: { search: ForumSearch }) => {
  const place = selected(search);
  if (place) throw redirect({ ...place, replace: true });
};
const discuss = createRoute({
  getParentRoute: forumAt,
  path: "/",
  staticData: { crumb: "Discuss", title: "Discuss" },
  beforeLoad: toSelected,
  component: screen(() => import("../features/forum/ForumHome"), "ForumHome"),
});
const discussChannel = createRoute({
  getParentRoute: forumAt,
  path: "/$channelId",
  staticData: { crumb: "Discuss", title: "Discuss" },
  beforeLoad: toSelected,
  component: screen(() => import("../features/forum/ChannelPage"), "ChannelPage"),
});
const discussThread = createRoute({
  getParentRoute: forumAt,
  path: "/thread/$threadId",
  staticData: { crumb: "Discuss" },
  component: screen(() => import("../features/forum/ThreadPage"), "ThreadPage"),
});

const tool = createRoute({
  getParentRoute: at,
  path: "/tools/$tool",
  validateSearch: readTagSearch,
  staticData: { crumb: "Explore" },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    const { prefetchTag } = await lazyWithRetry(() => import("../features/tag/queries"));
    prefetchTag(context, "tool", params.tool, deps);
  },
  component: screen(() => import("./TagPages"), "ToolPage"),
});
const tag = createRoute({
  getParentRoute: at,
  path: "/tags/$tag",
  validateSearch: readTagSearch,
  staticData: { crumb: "Explore" },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    const { prefetchTag } = await lazyWithRetry(() => import("../features/tag/queries"));
    prefetchTag(context, "tag", params.tag, deps);
  },
  component: screen(() => import("./TagPages"), "TagPage"),
});

const top = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: at,
    path,
    staticData: { crumb: "Top" },
    loader: async ({ context, location }) => {
      const { prefetchLeaderboard } = await lazyWithRetry(() => import("../features/leaderboard/query"));
      prefetchLeaderboard(context, location.pathname);
    },
    component: screen(() => import("../features/leaderboard/LeaderboardPage"), "LeaderboardPage"),
  });

const weeklyIssue = createRoute({
  getParentRoute: at,
  path: "/weekly/$number",
  staticData: { crumb: "Weekly" },
  component: screen(() => import("../features/weekly/IssuePage"), "IssuePage"),
});
const confirmWeekly = createRoute({
  getParentRoute: at,
  path: "/weekly/confirm",
  validateSearch: readToken,
  staticData: { crumb: "Weekly", title: "Confirm Subscription" },
  component: screen(() => import("../features/account/WeeklyTokenPages"), "ConfirmWeeklyPage"),
});
const unsubscribeWeekly = createRoute({
  getParentRoute: at,
  path: "/weekly/unsubscribe",
  validateSearch: readToken,
  staticData: { crumb: "Weekly", title: "Unsubscribe" },
  component: screen(() => import("../features/account/WeeklyTokenPages"), "UnsubscribeWeeklyPage"),
});

const news = createRoute({
  getParentRoute: at,
  path: "/news",
  validateSearch: readNewsSearch,
  staticData: { crumb: "News", title: "News" },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchNews(context, deps),
  component: screen(() => import("../features/news/NewsPage"), "NewsPage"),
});
const blog = createRoute({
  getParentRoute: at,
  path: "/blog",
  validateSearch: readBlogSearch,
  staticData: { crumb: "Stories", title: "Stories" },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchBlog(context, deps),
  component: screen(() => import("../features/blog/BlogPage"), "BlogPage"),
});
const blogPost = createRoute({
  getParentRoute: at,
  path: "/blog/$id",
  staticData: { crumb: "Stories" },
  loader: ({ context, params }) => prefetch(context, BlogService.method.getBlogPost, { id: idIn(params.id) }),
  component: screen(() => import("../features/blog/BlogPostPage"), "BlogPostPage"),
});
const admin = createRoute({
  getParentRoute: at,
  path: "/admin",
  validateSearch: readAdminSearch,
  staticData: { crumb: "Admin", title: "Admin Dashboard" },
  component: screen(() => import("../features/admin/AdminPage"), "AdminPage"),
});

const pricing = createRoute({
  getParentRoute: at,
  path: "/pricing",
  validateSearch: readParams("success", "redirect_status"),
  staticData: { crumb: "Pricing", title: "Pricing" },
  component: screen(() => import("../features/donation/PricingPage"), "PricingPage"),
});

const routeTree = root.addChildren([
  home,
  explore,
  exploreAlias("/projects"),
  exploreAlias("/explore"),
  project,
  projectAlias,
  tool,
  tag,
  submit,
  submitAlias,
  page("/profile", "Profile", () => import("../features/profile/OwnProfilePage"), "OwnProfilePage"),
  profile,
  page("/login", "Log in", () => import("../features/account/LoginPage"), "LoginPage"),
  page("/register", "Sign Up", () => import("../features/account/RegisterPage"), "RegisterPage"),
  page(
    "/forgot-password",
    { crumb: "Log in", title: "Forgot Password" },
    () => import("../features/account/ForgotPasswordPage"),
    "ForgotPasswordPage",
  ),
  resetPassword,
  verifyEmail,
  unsubscribe,
  setup,
  saved,
  page("/collections", "Collections", () => import("../features/collection/CollectionsPage"), "CollectionsPage"),
  collection,
  notifications,
  page(
    "/oauth/authorize",
    { crumb: "Connect", title: "Connect an App" },
    () => import("../features/account/AuthorizePage"),
    "AuthorizePage",
  ),
  page("/settings", "Settings", () => import("../features/settings/SettingsPage"), "SettingsPage"),
  admin,
  forum.addChildren([discuss, discussChannel, discussThread]),
  page(
    "/feedback",
    { crumb: "Feedback", title: "Give feedback" },
    () => import("../features/feedback/FeedbackPage"),
    "FeedbackPage",
  ),
  page(
    "/feedback/rules",
    { crumb: "Feedback", title: "How feedback works" },
    () => import("../features/feedback/RulesPage"),
    "RulesPage",
  ),
  top("/top"),
  top("/top/$year"),
  top("/top/$year/$part"),
  top("/top/$year/$month/$day"),
  page("/weekly", "Weekly", () => import("../features/weekly/WeeklyPage"), "WeeklyPage"),
  confirmWeekly,
  unsubscribeWeekly,
  weeklyIssue,
  news,
  blog,
  page(
    "/blog/new",
    { crumb: "Stories", title: "Write a Blog Post" },
    () => import("../features/blog/NewPostPage"),
    "NewPostPage",
  ),
  blogPost,
  page("/about", "Our Story", () => import("../features/pages/AboutPage"), "AboutPage"),
  page("/guidelines", "Guidelines", () => import("../features/pages/GuidelinesPage"), "GuidelinesPage"),
  page("/moderation", "Moderation", () => import("../features/moderation/ModerationPage"), "ModerationPage"),
  page("/fair", "Fair Votes", () => import("../features/pages/FairPage"), "FairPage"),
  page("/privacy", "Privacy", () => import("../features/pages/PolicyPages"), "PrivacyPage"),
  page("/terms", "Terms", () => import("../features/pages/PolicyPages"), "TermsPage"),
  page("/reputation", "Reputation", () => import("../features/pages/ReputationPage"), "ReputationPage"),
  pricing,
  page("/contact", "Contact", () => import("../features/pages/ContactPage"), "ContactPage"),
  page("/toolkit", "VibeKit", () => import("../features/vibekit/VibeKitPage"), "VibeKitPage"),
  page(
    "/toolkit/imaginator",
    { crumb: "VibeKit", title: "Imaginator" },
    () => import("../features/vibekit/VibeKitPage"),
    "VibeKitPage",
  ),
  page(
    "/toolkit/logo",
    { crumb: "VibeKit", title: "Logo Builder" },
    () => import("../features/vibekit/VibeKitPage"),
    "VibeKitPage",
  ),
  page(
    "/toolkit/theme",
    { crumb: "VibeKit", title: "Theme Tester" },
    () => import("../features/vibekit/VibeKitPage"),
    "VibeKitPage",
  ),
  page("/docs/api", "API", () => import("../features/docs/ApiPage"), "ApiPage"),
  page(
    "/docs/api/guide",
    { crumb: "API", title: "API Guide" },
    () => import("../features/docs/GuidePage"),
    "GuidePage",
  ),
  page("/docs/agents", "Use with your agent", () => import("../features/docs/AgentsPage"), "AgentsPage"),
  page("/docs/checks", "Link checks", () => import("../features/docs/ChecksPage"), "ChecksPage"),
  page("/docs/webhooks", "Webhooks", () => import("../features/docs/WebhooksPage"), "WebhooksPage"),
]);

export function newRouter(context: RouteContext) {
  const router = createRouter({
    routeTree,
    context,
    // Replaces the screen; header and footer stay.
    defaultErrorComponent: CrashPage,
    defaultPreload: "intent",
    // The query cache decides how long data is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // The address keeps what validateSearch returns.
    search: { strict: true },
    parseSearch,
    stringifySearch,
  });
  // Animate changes of the screen only, not of search parameters, and not with reduced motion.
  router.startViewTransition = async (draw: () => Promise<void>) => {
    const from = router.state.resolvedLocation?.pathname;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!from || from === router.latestLocation.pathname || still || !document.startViewTransition) return draw();
    const transition = document.startViewTransition(draw);
    // A transition that is replaced by the next one rejects these promises.
    for (const stage of [transition.ready, transition.finished]) stage.catch(() => undefined);
    await transition.updateCallbackDone;
  };
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
  interface StaticDataRouteOption {
    /** The name of the screen beside the logo; may depend on the search parameters. */
    crumb?: string | ((search: { edit?: string }) => string);
    /** The document's title; absent if the screen sets it from its data. */
    title?: string;
  }
}
