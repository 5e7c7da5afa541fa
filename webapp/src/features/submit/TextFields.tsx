import { Group, Textarea, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { withScheme } from "../../lib/text/webAddress";
import { afterMouseUp } from "../../lib/ui/afterMouseUp";
import type { Draft } from "./draft";
import { fieldProps } from "./FormField";
import { addressLabels, type Field } from "./fields";
import type { ProjectForm } from "./useProjectForm";

type TextName = { [K in Field]: Draft[K] extends string ? K : never }[Field];

type TextProps = {
  form: ProjectForm;
  name: TextName;
  label: string;
  aside?: string;
  hint?: string;
  placeholder?: string;
  onLeave?: () => void;
};

const length = (text: string): number => Array.from(text.trim()).length;

function textProps({ form, name, label, aside, hint, placeholder, onLeave }: TextProps) {
  const value = form.draft[name];
  const max = form.limits[name]?.max;
  return {
    ...fieldProps(form, name, label, max === undefined ? aside : `${length(value)} / ${max}`),
    value,
    description: hint,
    placeholder,
    // The browser's suggestions are about the user, not about the project.
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) => form.change(name, event.currentTarget.value),
    onBlur: () =>
      afterMouseUp(() => {
        // An empty field is not reported before the first attempt to save.
        if (form.draft[name] !== "") form.touch(name);
        onLeave?.();
      }),
  };
}

/** One line of text, or a date. */
export function TextField({ type, ...props }: TextProps & { type?: "date" }) {
  return <TextInput {...textProps(props)} type={type} />;
}

/** Several lines of text. */
export function AreaField({ rows = 4, ...props }: TextProps & { rows?: number }) {
  return <Textarea {...textProps(props)} autosize minRows={rows} maxRows={24} />;
}

/** A URL. Its scheme is added when the field is left. */
export function UrlField({ aside, ...props }: { form: ProjectForm; name: keyof typeof addressLabels; aside?: string }) {
  const { form, name } = props;
  const [left, setLeft] = useState(false);
  const complete = () => {
    const address = withScheme(form.draft[name]);
    // Setting an unchanged value would remove the server's error.
    if (address !== form.draft[name]) form.change(name, address);
  };
  const input = textProps({
    ...props,
    label: addressLabels[name],
    aside,
    placeholder: "https://",
    onLeave: () => {
      complete();
      setLeft(true);
    },
  });
  const validated = left && form.canValidate && form.draft[name] !== "" && form.isValid(name);
  return (
    <TextInput
      {...input}
      type="url"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      success={
        validated && (
          <Group component="span" gap={6} fz="sm">
            <IconCheck size={16} />
            URL Validated
          </Group>
        )
      }
      successProps={{ role: "status", mt: 6 }}
      onChange={(event) => {
        setLeft(false);
        input.onChange(event);
      }}
      onKeyDown={(event) => event.key === "Enter" && complete()}
    />
  );
}
