import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { failureMessage } from "../lib/failure";
import css from "./States.module.css";

const lineAt = Array.from({ length: 28 }, (_, i) => i * 8);
const brokenAt = 136;

function Lines({ broken }: { broken?: boolean }) {
  return (
    <svg className={css.lines} viewBox="0 0 218 48" fill="currentColor" aria-hidden="true">
      {lineAt.map((x, i) =>
        broken && x === brokenAt ? (
          <path key={x} d={`M${x} 0h1.6v18l4 4-4 5v21h-1.6V28l4-5-4-5z`} fill="var(--uv-quench)" />
        ) : (
          <rect key={x} x={x} width={i % 7 === 3 ? 3 : 1.4} height="48" />
        ),
      )}
    </svg>
  );
}

/** Nothing to show: unlit lines, a sentence, one action. The heading's level is the place's to say. */
export function EmptyState({
  title,
  text,
  action,
  level = 3,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  level?: 1 | 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={css.nothing}>
      <Lines />
      <Heading className={css.title}>{title}</Heading>
      {text && <p className="quiet sm">{text}</p>}
      {action && <div className={css.actions}>{action}</div>}
    </div>
  );
}

/** Something did not load: one line broken, what happened, and another try. */
export function ErrorState({
  title = "Couldn't load projects",
  error,
  onRetry,
  retry = "Try again",
  level = 3,
}: {
  title?: string;
  error: unknown;
  onRetry: () => void;
  retry?: string;
  level?: 1 | 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={css.nothing} role="alert">
      <Lines broken />
      <Heading className={css.title}>{title}</Heading>
      <p className="quiet sm">{failureMessage(error, "An error occurred")}</p>
      <div className={css.actions}>
        <Button onClick={onRetry}>
          <IconRefresh size={16} />
          {retry}
        </Button>
      </div>
    </div>
  );
}

/** The same two for a narrow column, as one line. */
export function SideEmpty({ text }: { text: string }) {
  return <p className={css.bare}>{text}</p>;
}

export function SideError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={css.bare} role="alert">
      {failureMessage(error, "An error occurred")}
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Wraps blocks, and says once that something is loading. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={className} aria-busy="true">
      <span className="sr" role="status">
        Loading
      </span>
      {children}
    </div>
  );
}
