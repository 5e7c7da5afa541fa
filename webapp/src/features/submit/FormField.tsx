import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import field from "../../components/Field.module.css";
import css from "./FormField.module.css";
import { controlId, type Field, isRequired } from "./fields";

/** The ids of what stands below a control and is there, for its aria-describedby. */
export function describedBy(name: Field, below: { error?: unknown; hint?: unknown }): string | undefined {
  const ids = [below.error && `${controlId(name)}-error`, below.hint && `${controlId(name)}-hint`];
  return ids.filter(Boolean).join(" ") || undefined;
}

/** A control with its label above, and below it what is wrong, what is right or what helps. */
export function FormField({
  name,
  label,
  aside,
  error,
  good,
  hint,
  group,
  children,
}: {
  name: Field;
  label: string;
  /** Beside the label: a count. */
  aside?: string;
  error: string | undefined;
  good?: string;
  hint?: ReactNode;
  /** For several controls under one label; focus goes to the group as a whole. */
  group?: "group" | "radiogroup";
  children: ReactNode;
}) {
  const id = controlId(name);
  const required = isRequired(name);
  const head = (
    <>
      <b data-required={required || undefined}>
        {label}
        {/* Other controls say it themselves; a group has no word for it. */}
        {required && group === "group" && <span className="sr"> (required)</span>}
      </b>
      {aside && <span className="num">{aside}</span>}
    </>
  );
  const below = (
    <>
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <IconAlertCircle size={16} />
          {error}
        </p>
      )}
      {!error && good && (
        <p className={css.good} role="status">
          <IconCheck size={16} />
          {good}
        </p>
      )}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
  const className = error ? `${field.field} ${css.bad}` : field.field;
  if (!group) {
    return (
      <div className={className}>
        <label className={css.label} htmlFor={id}>
          {head}
        </label>
        {children}
        {below}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles it may have are named by their label
    <div
      id={id}
      role={group}
      tabIndex={-1}
      className={className}
      aria-labelledby={`${id}-label`}
      aria-required={(required && group === "radiogroup") || undefined}
      aria-describedby={describedBy(name, { error, hint })}
    >
      <span className={css.label} id={`${id}-label`}>
        {head}
      </span>
      {children}
      {below}
    </div>
  );
}
