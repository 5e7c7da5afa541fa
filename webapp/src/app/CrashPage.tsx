import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorState } from "../components/States";
import { isReachable, LoadError, reload } from "../lib/page/lazyWithRetry";

/** Shown for a screen that failed to load or to render. If its files did not load although the server answers, the page is reloaded. */
export function CrashPage({ error }: ErrorComponentProps) {
  const isMissing = error instanceof LoadError;
  useEffect(() => {
    if (isMissing) void reloadOnce();
  }, [isMissing]);
  return (
    <div className="wrap page">
      <ErrorState level={1} title="Couldn't load this page" error={error} retry="Reload" onRetry={reload} />
    </div>
  );
}

// A new release may have replaced the files, and the page and its files may come from different servers meanwhile. The limit prevents a
// reload loop.
const minIntervalMs = 60_000;
const storageKey = "reloaded";

async function reloadOnce() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(storageKey)) < minIntervalMs || !(await isReachable())) return;
    sessionStorage.setItem(storageKey, String(Date.now()));
  } catch {
    return; // Without a server or storage the user decides when to reload.
  }
  window.location.reload();
}
