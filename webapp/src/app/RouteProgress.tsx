import { useRouterState } from "@tanstack/react-router";
import css from "./RouteProgress.module.css";

/** A thin line while the next screen loads. A delay keeps it away from fast ones. */
export function RouteProgress() {
  const pending = useRouterState({ select: (state) => state.status === "pending" });
  return pending ? <div className={css.bar} role="progressbar" aria-label="Loading page" /> : null;
}
