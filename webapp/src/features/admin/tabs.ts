import { type ComponentType, lazy } from "react";
import { lazyWithRetry } from "../../lib/page/lazyWithRetry";

export type AdminTab = { id: string; label: string; Component: ComponentType };

/** A tab of the dashboard. Its code is loaded when it is opened; its id is the parameter `tab` in the URL. */
const tab = (id: string, label: string, load: () => Promise<ComponentType>): AdminTab => ({
  id,
  label,
  Component: lazy(() => lazyWithRetry(load).then((component) => ({ default: component }))),
});

const users = tab("users", "Users", () => import("./users/UsersTab").then((file) => file.UsersTab));
const moderation = tab("moderation", "Moderation", () =>
  import("./moderation/ModerationTab").then((file) => file.ModerationTab),
);

/** The tabs of moderators, in order. The first one is open at /admin. */
export const moderatorTabs: [AdminTab, ...AdminTab[]] = [{ ...moderation, label: "Queue" }, users];

/** The tabs of admins. */
export const adminTabs: [AdminTab, ...AdminTab[]] = [
  tab("overview", "Overview", () => import("./overview/OverviewTab").then((file) => file.OverviewTab)),
  users,
  tab("projects", "Projects", () => import("./projects/ProjectsTab").then((file) => file.ProjectsTab)),
  tab("forum", "Forum", () => import("./forum/ForumTab").then((file) => file.ForumTab)),
  tab("blog", "Blog", () => import("./blog/BlogTab").then((file) => file.BlogTab)),
  tab("stats", "Stats", () => import("./stats/StatsTab").then((file) => file.StatsTab)),
  moderation,
  tab("rings", "Rings", () => import("./rings/RingsTab").then((file) => file.RingsTab)),
  tab("news", "News", () => import("./news/NewsTab").then((file) => file.NewsTab)),
  tab("donations", "Donations", () => import("./donation/DonationsTab").then((file) => file.DonationsTab)),
  tab("contact", "Contact", () => import("./contact/ContactTab").then((file) => file.ContactTab)),
  tab("mail", "Mail", () => import("./mail/MailTab").then((file) => file.MailTab)),
  tab("jobs", "Jobs", () => import("./jobs/JobsTab").then((file) => file.JobsTab)),
  tab("webhooks", "Webhooks", () => import("./webhooks/WebhooksTab").then((file) => file.WebhooksTab)),
  tab("featured", "Featured", () => import("./featured/FeaturedTab").then((file) => file.FeaturedTab)),
  tab("settings", "Settings", () => import("./settings/SettingsTab").then((file) => file.SettingsTab)),
];
