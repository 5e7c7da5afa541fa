import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { prefetchExplore } from "../features/explore/query";
import { readExploreSearch } from "../features/explore/search";
import { prefetchHome } from "../features/home/queries";
import { readProfileSearch } from "../features/profile/search";
import { ProjectService } from "../gen/uvboard/v1/project_service_pb";
import { parseSearch, readParams, stringifySearch } from "../lib/address";
import { lazyWithRetry } from "../lib/lazyWithRetry";
import { prefetch, type RouteContext } from "../lib/query";
import { CrashPage } from "./CrashPage";
import { NotFoundPage } from "./NotFoundPage";
import { RootLayout } from "./RootLayout";

// A screen whose code is loaded with its route.
const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => lazyWithRetry(load), name);

const root = createRootRouteWithContext<RouteContext>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});
const at = () => root;

const home = createRoute({
  getParentRoute: at,
  path: "/",
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
const projectsAlias = createRoute({
  getParentRoute: at,
  path: "/projects",
  validateSearch: readExploreSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/search", search, replace: true });
  },
});
const exploreAlias = createRoute({
  getParentRoute: at,
  path: "/explore",
  validateSearch: readExploreSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/search", search, replace: true });
  },
});
const project = createRoute({
  getParentRoute: at,
  path: "/projects/$id",
  staticData: { crumb: "Project" },
  loader: ({ context, params }) => prefetch(context, ProjectService.method.getProject, { id: params.id }),
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

const ownProfile = createRoute({
  getParentRoute: at,
  path: "/profile",
  staticData: { crumb: "Profile", title: "Profile" },
  component: screen(() => import("../features/profile/OwnProfilePage"), "OwnProfilePage"),
});
const profile = createRoute({
  getParentRoute: at,
  path: "/profile/$username",
  validateSearch: readProfileSearch,
  staticData: { crumb: "Profile" },
  component: screen(() => import("../features/profile/ProfilePage"), "ProfilePage"),
});
const login = createRoute({
  getParentRoute: at,
  path: "/login",
  staticData: { crumb: "Log in", title: "Log in" },
  component: screen(() => import("../features/account/LoginPage"), "LoginPage"),
});
const register = createRoute({
  getParentRoute: at,
  path: "/register",
  staticData: { crumb: "Sign Up", title: "Sign Up" },
  component: screen(() => import("../features/account/RegisterPage"), "RegisterPage"),
});
const forgotPassword = createRoute({
  getParentRoute: at,
  path: "/forgot-password",
  staticData: { crumb: "Log in", title: "Forgot Password" },
  component: screen(() => import("../features/account/ForgotPasswordPage"), "ForgotPasswordPage"),
});
// The targets of links in emails.
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
const settings = createRoute({
  getParentRoute: at,
  path: "/settings",
  staticData: { crumb: "Settings", title: "Settings" },
  component: screen(() => import("../features/settings/SettingsPage"), "SettingsPage"),
});

const forumSearch = readParams("channel", "thread", "createChannel", "projectId", "projectTitle", "project");
const discussPage = screen(() => import("../features/forum/DiscussPage"), "DiscussPage");
const discuss = createRoute({
  getParentRoute: at,
  path: "/forum",
  validateSearch: forumSearch,
  staticData: { crumb: "Discuss", title: "Discuss" },
  component: discussPage,
});
const discussChannel = createRoute({
  getParentRoute: at,
  path: "/forum/$channelId",
  validateSearch: forumSearch,
  staticData: { crumb: "Discuss", title: "Discuss" },
  component: discussPage,
});
const news = createRoute({
  getParentRoute: at,
  path: "/news",
  staticData: { crumb: "News", title: "News" },
  component: screen(() => import("../features/news/NewsPage"), "NewsPage"),
});
const stories = createRoute({
  getParentRoute: at,
  path: "/blog",
  staticData: { crumb: "Stories", title: "Stories" },
  component: screen(() => import("../features/blog/StoriesPage"), "StoriesPage"),
});

const about = createRoute({
  getParentRoute: at,
  path: "/about",
  staticData: { crumb: "Our Story", title: "Our Story" },
  component: screen(() => import("../features/pages/AboutPage"), "AboutPage"),
});
const guidelines = createRoute({
  getParentRoute: at,
  path: "/guidelines",
  staticData: { crumb: "Guidelines", title: "Guidelines" },
  component: screen(() => import("../features/pages/GuidelinesPage"), "GuidelinesPage"),
});
const privacy = createRoute({
  getParentRoute: at,
  path: "/privacy",
  staticData: { crumb: "Privacy", title: "Privacy" },
  component: screen(() => import("../features/pages/PrivacyPage"), "PrivacyPage"),
});
const terms = createRoute({
  getParentRoute: at,
  path: "/terms",
  staticData: { crumb: "Terms", title: "Terms" },
  component: screen(() => import("../features/pages/TermsPage"), "TermsPage"),
});
const reputation = createRoute({
  getParentRoute: at,
  path: "/reputation",
  staticData: { crumb: "Reputation", title: "Reputation" },
  component: screen(() => import("../features/pages/ReputationPage"), "ReputationPage"),
});
const pricing = createRoute({
  getParentRoute: at,
  path: "/pricing",
  staticData: { crumb: "Pricing", title: "Pricing" },
  component: screen(() => import("../features/pages/PricingPage"), "PricingPage"),
});
const contact = createRoute({
  getParentRoute: at,
  path: "/contact",
  staticData: { crumb: "Contact", title: "Contact" },
  component: screen(() => import("../features/pages/ContactPage"), "ContactPage"),
});
const toolkit = createRoute({
  getParentRoute: at,
  path: "/toolkit",
  staticData: { crumb: "VibeKit", title: "VibeKit" },
  component: screen(() => import("../features/pages/VibeKitPage"), "VibeKitPage"),
});

const routeTree = root.addChildren([
  home,
  explore,
  projectsAlias,
  exploreAlias,
  project,
  projectAlias,
  submit,
  submitAlias,
  ownProfile,
  profile,
  login,
  register,
  forgotPassword,
  resetPassword,
  verifyEmail,
  settings,
  discuss,
  discussChannel,
  news,
  stories,
  about,
  guidelines,
  privacy,
  terms,
  reputation,
  pricing,
  contact,
  toolkit,
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
