// All paths of the app. Links outside of the router, such as copied links, use them too.
export const paths = {
  home: "/",
  explore: "/search",
  submit: "/submit",
  login: "/login",
  register: "/register",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  verifyEmail: "/verify-email",
  unsubscribe: "/unsubscribe",
  news: "/news",
  stories: "/blog",
  newStory: "/blog/new",
  discuss: "/forum",
  feedback: "/feedback",
  feedbackRules: "/feedback/rules",
  toolkit: "/toolkit",
  pricing: "/pricing",
  contact: "/contact",
  about: "/about",
  guidelines: "/guidelines",
  moderation: "/moderation",
  fair: "/fair",
  privacy: "/privacy",
  terms: "/terms",
  reputation: "/reputation",
  api: "/docs/api",
  apiGuide: "/docs/api/guide",
  top: "/top",
  weekly: "/weekly",
  agents: "/docs/agents",
  checks: "/docs/checks",
  webhooks: "/docs/webhooks",
  saved: "/saved",
  collections: "/collections",
  notifications: "/notifications",
  settings: "/settings",
  admin: "/admin",
  /** Where the login with another service begins. It is not a page of the app. */
  startLogin: (provider: string, returnTo: string, invitation = "") =>
    `/auth/${provider}/start?${new URLSearchParams({ returnTo, ...(invitation && { invitation }) })}`,
  story: (name: string) => `/blog/${encodeURIComponent(name)}`,
  project: (name: string) => `/projects/${encodeURIComponent(name)}`,
  /** The page of a tool or a tag by its name. The server knows how it is spelled there. */
  tool: (name: string) => `/tools/${spelled(name)}`,
  tag: (name: string) => `/tags/${spelled(name)}`,
  weeklyIssue: (number: number) => `/weekly/${number}`,
  profileOf: (username: string) => `/profile/${encodeURIComponent(username)}`,
} as const;

// Without what would be two segments of the address or be escaped in most names.
function spelled(name: string): string {
  return encodeURIComponent(
    name
      .trim()
      .toLowerCase()
      .replace(/[\s/_]+/g, "-"),
  );
}

/** What names an item in the address of its page: the words of its title and the short form of its id. */
export function nameOf({ id, url = "" }: { id: string; url?: string }): string {
  const path = url.replace(/[?#].*/, "");
  return path.slice(path.lastIndexOf("/") + 1) || id;
}

/** What names the item of an address in requests: the short form of its id, whatever words are before it, or the id. */
export function idIn(name: string): string {
  const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(name);
  return (!uuid && /(?:^|-)([0-9a-hjkmnp-tv-z]{10}(?:..)?)$/.exec(name)?.[1]) || name;
}
