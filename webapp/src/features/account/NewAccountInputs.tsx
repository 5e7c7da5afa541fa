import { TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { NewPasswordInputs } from "../../components/NewPasswordInputs";
import { required } from "../../lib/form/useProtoForm";

/** The inputs for the username, email and password of a new account. */
export function NewAccountInputs({
  form,
}: {
  form: { values: { username: string }; getInputProps: (name: string) => GetInputPropsReturnType };
}) {
  return (
    <>
      <TextInput
        {...form.getInputProps("username")}
        {...required}
        label="Username"
        description="3 to 20 letters, digits or underscores"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
      />
      <TextInput
        {...form.getInputProps("email")}
        {...required}
        label="Email"
        description="Never shown publicly"
        type="email"
        autoComplete="email"
      />
      <NewPasswordInputs form={form} label="Password" username={form.values.username} />
    </>
  );
}
