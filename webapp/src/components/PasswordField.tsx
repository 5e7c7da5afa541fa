import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import css from "./PasswordField.module.css";

/** A password, hidden until its own button shows it. */
export function PasswordField(props: TextInputProps & { label: string }) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionWidth={44}
      rightSection={
        <ActionIcon
          aria-label={`Show ${props.label.toLowerCase()}`}
          aria-pressed={shown}
          className={css.eye}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconEyeOff size={18} /> : <IconEye size={18} />}
        </ActionIcon>
      }
    />
  );
}
