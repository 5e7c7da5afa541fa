import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import css from "./Button.module.css";

type Look = {
  /** Outlined by default; one `solid` button per view. */
  variant?: "outline" | "solid" | "quiet" | "danger" | "dangerSolid";
  size?: "small" | "medium" | "large";
  full?: boolean;
};

function lookClass({ variant = "outline", size = "medium", full }: Look, more: string | undefined): string {
  const parts = [css.button];
  if (variant !== "outline") parts.push(css[variant]);
  if (size !== "medium") parts.push(css[size]);
  if (full) parts.push(css.full);
  if (more) parts.push(more);
  return parts.join(" ");
}

/** A button; while `busy` it turns a spinner and cannot be pressed. */
export function Button({
  variant,
  size,
  full,
  busy,
  className,
  children,
  disabled,
  ...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={lookClass({ variant, size, full }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className={css.spin} aria-hidden="true" />}
      {children}
    </button>
  );
}

function ButtonAnchor({ variant, size, full, className, ...rest }: ComponentProps<"a"> & Look) {
  return <a {...rest} className={lookClass({ variant, size, full }, className)} />;
}

/** A link to another screen that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

/** A link out of the app, in a new tab, that looks like a button. */
export function ButtonExternal(props: ComponentProps<"a"> & Look & { href: string }) {
  return <ButtonAnchor target="_blank" rel="nofollow ugc noopener" {...props} />;
}

/** A square button that shows an icon and says its name to those who cannot see it. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"button">, "aria-label"> & { label: string; children: ReactNode }) {
  return (
    <button type="button" {...rest} aria-label={label} className={className ? `${css.icon} ${className}` : css.icon}>
      {children}
    </button>
  );
}
