import { Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { labelWithAside } from "../../lib/form/labelWithAside";
import css from "./Fields.module.css";
import { controlId, type Field, isRequired } from "./fields";
import type { ProjectForm } from "./useProjectForm";

/** Props of the Mantine input for a field: its id, label and error. `aside` stands at the end of the label. */
export const fieldProps = (form: ProjectForm, name: Field, label: ReactNode, aside?: string) => ({
  id: controlId(name),
  error: form.errors[name],
  "aria-required": isRequired(name) || undefined,
  labelProps: { "data-required": isRequired(name) || undefined },
  errorProps: { mt: 6 },
  descriptionProps: { mt: 6 },
  ...labelWithAside(label, aside),
});

/** A field of several controls under one label. Focus goes to the group as a whole. */
export function FieldGroup({
  form,
  name,
  label,
  aside,
  hint,
  children,
}: {
  form: ProjectForm;
  name: Field;
  label: string;
  aside?: string;
  hint?: string;
  children: ReactNode;
}) {
  // A group cannot have aria-required.
  const text = isRequired(name) ? (
    <>
      {label}
      <span className="sr"> (required)</span>
    </>
  ) : (
    label
  );
  const { "aria-required": _, ...props } = fieldProps(form, name, text, aside);
  const described = [props.error && `${props.id}-error`, hint && `${props.id}-description`].filter(Boolean).join(" ");
  return (
    <Input.Wrapper
      {...props}
      labelElement="div"
      description={hint}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${props.id}-label`}
      aria-describedby={described || undefined}
    >
      <Stack gap={12} className={css.group}>
        {children}
      </Stack>
    </Input.Wrapper>
  );
}
