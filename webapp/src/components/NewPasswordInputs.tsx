import { PasswordInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { useBoard } from "../lib/board/board";
import { required } from "../lib/form/useProtoForm";
import { passwordHint } from "../lib/session/password";

/** The inputs for a new password and its repetition, with a hint if the password is easy to guess. */
export function NewPasswordInputs({
  form,
  name = "password",
  label = "New Password",
  username = "",
  autoFocus,
}: {
  form: { getInputProps: (name: string) => GetInputPropsReturnType };
  name?: string;
  label?: string;
  username?: string;
  autoFocus?: boolean;
}) {
  const input = form.getInputProps(name);
  const { features } = useBoard();
  return (
    <>
      <PasswordInput
        {...input}
        {...required}
        label={label}
        description={
          passwordHint(input.value as string, username) ??
          (features?.strongPasswords ? "At least 8 characters" : "At least 6 characters")
        }
        autoComplete="new-password"
        autoFocus={autoFocus}
      />
      <PasswordInput
        {...form.getInputProps("confirm")}
        {...required}
        label="Confirm Password"
        autoComplete="new-password"
      />
    </>
  );
}
