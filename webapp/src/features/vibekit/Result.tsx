import { Alert, Button, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { PlateLines } from "../../components/Plate";
import css from "./VibeKit.module.css";

/** A generated result. Screen readers announce it when it is finished, not while it is written. */
export function Result({
  label,
  empty,
  busy,
  failed,
  children,
}: {
  label: string;
  empty: string;
  busy: boolean;
  failed?: { title: string; message: string; retry: () => void };
  children?: ReactNode;
}) {
  return (
    <section className={css.result} aria-label={label}>
      <VisuallyHidden role="status">{busy ? "Writing" : ""}</VisuallyHidden>
      {failed && (
        <Alert role="presentation" color="quench" title={failed.title} mb="lg">
          <Stack align="start" gap="sm">
            {failed.message}
            <Button size="sm" onClick={failed.retry}>
              Retry
            </Button>
          </Stack>
        </Alert>
      )}
      <div aria-live="polite" aria-busy={busy}>
        {children ?? (
          <Stack align="center" justify="center" gap="md" className={css.empty}>
            <span className={css.band} data-busy={busy || undefined}>
              <PlateLines text={label} />
            </span>
            <Text c="dimmed">{busy ? "Thinking..." : empty}</Text>
          </Stack>
        )}
      </div>
    </section>
  );
}
