import { type ComponentType, lazy } from "react";
import { lazyWithRetry } from "../../lib/lazyWithRetry";

export type AdminTab = { id: string; label: string; Component: ComponentType };

/** A tab of the dashboard. Its code is loaded when it is opened; its id is the parameter `tab` in the URL. */
const tab = (id: string, label: string, load: () => Promise<ComponentType>): AdminTab => ({
  id,
  label,
  Component: lazy(() => lazyWithRetry(load).then((component) => ({ default: component }))),
});

/** The tabs of the dashboard, in order. The first one is open at /admin. */
export const tabs: [AdminTab, ...AdminTab[]] = [
  tab("stats", "Stats", () => import("./stats/StatsTab").then((file) => file.StatsTab)),
  tab("contact", "Contact", () => import("./contact/ContactTab").then((file) => file.ContactTab)),
  tab("donations", "Donations", () => import("./donation/DonationsTab").then((file) => file.DonationsTab)),
];
