import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorState } from "../components/States";
import { isOutdated, LoadError } from "../lib/lazyWithRetry";
import { toastError } from "../lib/toast";

/** Shown for a screen that failed to load or to render. If a new release has replaced its files, the page is reloaded. */
export function CrashPage({ error }: ErrorComponentProps) {
  const isMissing = error instanceof LoadError;
  useEffect(() => {
    if (isMissing) void reloadWhenOutdated();
  }, [isMissing]);
  return (
    <div className="wrap page">
      <ErrorState level={1} title="Couldn't load this page" error={error} retry="Reload" onRetry={reload} />
    </div>
  );
}

// During a release, the page and its files may come from different servers. The limit prevents a reload loop.
const minIntervalMs = 60_000;
const storageKey = "reloaded";

async function reloadWhenOutdated() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(storageKey)) < minIntervalMs || !(await isOutdated())) return;
    sessionStorage.setItem(storageKey, String(Date.now()));
  } catch {
    return; // Without a server or storage the user decides when to reload.
  }
  window.location.reload();
}

// Without a connection, a reload would show the browser's error page.
async function reload() {
  try {
    await fetch("/healthz", { cache: "no-store" });
  } catch {
    toastError("Error", "The server could not be reached. Check your connection and try again.");
    return;
  }
  window.location.reload();
}
