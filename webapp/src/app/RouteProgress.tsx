import { useRouterState } from "@tanstack/react-router";
import css from "./RouteProgress.module.css";

/** A thin line while the next screen is on its way; it waits a moment, so that quick ones do not flicker. */
export function RouteProgress() {
  const pending = useRouterState({ select: (state) => state.status === "pending" });
  return pending ? <div className={css.bar} role="progressbar" aria-label="Loading page" /> : null;
}
