import { useState } from "react";
import field from "../../components/Field.module.css";
import { afterMouseUp } from "../../lib/afterMouseUp";
import { withScheme } from "../../lib/webAddress";
import type { Draft } from "./draft";
import { describedBy, FormField } from "./FormField";
import css from "./FormField.module.css";
import { addressLabels, controlId, type Field, isRequired } from "./fields";
import type { ProjectForm } from "./useProjectForm";

type TextName = { [K in Field]: Draft[K] extends string ? K : never }[Field];

type TextProps = {
  form: ProjectForm;
  name: TextName;
  label: string;
  hint?: string;
  placeholder?: string;
  /** Characters that fit; their count stands beside the label. */
  most?: number;
  onLeave?: () => void;
};

const characters = (text: string): number => Array.from(text.trim()).length;

function useText({ form, name, hint, placeholder, onLeave }: Omit<TextProps, "label">) {
  const error = form.errors[name];
  return {
    error,
    control: {
      id: controlId(name),
      value: form.draft[name],
      placeholder,
      // What this browser knows is the person's, not the project's.
      autoComplete: "off",
      "aria-invalid": error !== undefined,
      "aria-required": isRequired(name) || undefined,
      "aria-describedby": describedBy(name, { error, hint }),
      onChange: (event: { currentTarget: { value: string } }) => form.change(name, event.currentTarget.value),
      onBlur: () =>
        afterMouseUp(() => {
          // A field that was left empty is not reported before the first attempt.
          if (form.draft[name] !== "") form.touch(name);
          onLeave?.();
        }),
    },
  };
}

const tally = ({ form, name, most }: TextProps) =>
  most === undefined ? undefined : `${characters(form.draft[name])} / ${most}`;

/** One line of text. */
export function TextField(props: TextProps & { type?: "text" | "date" }) {
  const { error, control } = useText(props);
  return (
    <FormField name={props.name} label={props.label} aside={tally(props)} error={error} hint={props.hint}>
      <input {...control} className={field.input} type={props.type ?? "text"} />
    </FormField>
  );
}

/** An address, whose scheme need not be typed; once it was left and is one, that is said. */
export function UrlField({ aside, ...props }: { form: ProjectForm; name: keyof typeof addressLabels; aside?: string }) {
  const [left, setLeft] = useState(false);
  const { canValidate, isValid, draft, change } = props.form;
  const complete = () => {
    const address = withScheme(draft[props.name]);
    // Setting an unchanged value would remove the server's error.
    if (address !== draft[props.name]) change(props.name, address);
  };
  const { error, control } = useText({
    ...props,
    onLeave: () => {
      complete();
      setLeft(true);
    },
  });
  const good = left && canValidate && draft[props.name] !== "" && isValid(props.name);
  return (
    <FormField
      name={props.name}
      label={addressLabels[props.name]}
      aside={aside}
      error={error}
      good={good ? "URL Validated" : undefined}
    >
      <input
        {...control}
        className={field.input}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setLeft(false);
          control.onChange(event);
        }}
        onKeyDown={(event) => event.key === "Enter" && complete()}
      />
    </FormField>
  );
}

/** Several lines of text. */
export function AreaField(props: TextProps & { rows?: number; code?: boolean }) {
  const { error, control } = useText(props);
  return (
    <FormField name={props.name} label={props.label} aside={tally(props)} error={error} hint={props.hint}>
      <textarea
        {...control}
        className={`${field.input} ${css.area} ${props.code ? css.code : ""}`}
        rows={props.rows ?? 4}
        spellCheck={props.code ? false : undefined}
      />
    </FormField>
  );
}
