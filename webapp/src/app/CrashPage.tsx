import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorState } from "../components/States";
import { isOutdated, LoadError } from "../lib/lazyWithRetry";
import { toastError } from "../lib/toast";

/** A screen that failed to load or to draw. After a new release, whose files have other names, it is loaded afresh. */
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

// While a release is under way its pages and its files may come from different servers for a moment; without a limit the
// page would be loaded again and again.
const restMs = 60_000;
const lastKey = "reloaded";

async function reloadWhenOutdated() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(lastKey)) < restMs || !(await isOutdated())) return;
    sessionStorage.setItem(lastKey, String(Date.now()));
  } catch {
    return; // the server cannot be reached, or the browser keeps nothing: what is to be done stands on the page
  }
  window.location.reload();
}

// A reload without a connection would end on a page of the browser's.
async function reload() {
  try {
    await fetch("/healthz", { cache: "no-store" });
  } catch {
    toastError("Error", "The server could not be reached. Check your connection and try again.");
    return;
  }
  window.location.reload();
}
