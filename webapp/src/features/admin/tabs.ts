import { type ComponentType, lazy } from "react";
import { lazyWithRetry } from "../../lib/page/lazyWithRetry";

export type AdminTab = { id: string; label: string; Component: ComponentType };

/** A tab of the dashboard. Its code is loaded when it is opened; its id is the parameter `tab` in the URL. */
const tab = (id: string, label: string, load: () => Promise<ComponentType>): AdminTab => ({
  id,
  label,
  Component: lazy(() => lazyWithRetry(load).then((component) => ({ default: component }))),
});

export type AdminGroup = { label?: string; tabs: [AdminTab, ...AdminTab[]] };

const users = tab("users", "Users", () => import("./users/UsersTab").then((file) => file.UsersTab));
const moderation = tab("moderation", "Moderation", () =>
  import("./moderation/ModerationTab").then((file) => file.ModerationTab),
);

/** The tabs of moderators, in order. The first one is open at /admin. */
export const moderatorGroups: [AdminGroup, ...AdminGroup[]] = [{ tabs: [{ ...moderation, label: "Queue" }, users] }];

/** The tabs of admins. */
export const adminGroups: [AdminGroup, ...AdminGroup[]] = [
  {
    label: "Board",
    tabs: [
      tab("overview", "Overview", () => import("./overview/OverviewTab").then((file) => file.OverviewTab)),
      tab("stats", "Stats", () => import("./stats/StatsTab").then((file) => file.StatsTab)),
      tab("settings", "Settings", () => import("./settings/SettingsTab").then((file) => file.SettingsTab)),
      tab("texts", "Texts", () => import("./texts/TextsTab").then((file) => file.TextsTab)),
      tab("donations", "Donations", () => import("./donation/DonationsTab").then((file) => file.DonationsTab)),
    ],
  },
  {
    label: "Community",
    tabs: [
      users,
      moderation,
      tab("rings", "Rings", () => import("./rings/RingsTab").then((file) => file.RingsTab)),
      tab("contact", "Contact", () => import("./contact/ContactTab").then((file) => file.ContactTab)),
    ],
  },
  {
    label: "Content",
    tabs: [
      tab("projects", "Projects", () => import("./projects/ProjectsTab").then((file) => file.ProjectsTab)),
      tab("featured", "Featured", () => import("./featured/FeaturedTab").then((file) => file.FeaturedTab)),
      tab("blog", "Stories", () => import("./blog/BlogTab").then((file) => file.BlogTab)),
      tab("forum", "Forum", () => import("./forum/ForumTab").then((file) => file.ForumTab)),
      tab("news", "News", () => import("./news/NewsTab").then((file) => file.NewsTab)),
      tab("weekly", "Weekly", () => import("./weekly/WeeklyTab").then((file) => file.WeeklyTab)),
    ],
  },
  {
    label: "Health",
    tabs: [
      tab("mail", "Mail", () => import("./mail/MailTab").then((file) => file.MailTab)),
      tab("jobs", "Jobs", () => import("./jobs/JobsTab").then((file) => file.JobsTab)),
      tab("webhooks", "Webhooks", () => import("./webhooks/WebhooksTab").then((file) => file.WebhooksTab)),
    ],
  },
];
