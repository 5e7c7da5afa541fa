import { TextInput, type TextInputProps } from "@mantine/core";
import { required } from "../lib/form/useProtoForm";

/** Takes a code of the authenticator app, or a recovery code. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      {...required}
      label="Code"
      description="6 digits from your authenticator app, or a recovery code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
    />
  );
}
