import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorState } from "../components/States";

/** A screen that failed to load or to draw; most often an old page after a new release, so it is loaded afresh. */
export function CrashPage({ error }: ErrorComponentProps) {
  return (
    <div className="wrap page">
      <ErrorState level={1} title="This page did not load" error={error} onRetry={() => window.location.reload()} />
    </div>
  );
}
