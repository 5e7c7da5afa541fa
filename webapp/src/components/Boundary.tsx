import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SideError } from "./States";

/** Keeps an error that is thrown while a part of a screen renders to that part. */
export function Boundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => ""} errorComponent={Failed}>
      {children}
    </CatchBoundary>
  );
}

function Failed({ reset }: ErrorComponentProps) {
  return <SideError error={new Error("This part of the page failed.")} onRetry={reset} />;
}
