import { useMutation } from "@connectrpc/connect-query";
import { Box, Button, Checkbox, PasswordInput } from "@mantine/core";
import { useRef } from "react";
import { NewPasswordInputs } from "../../components/NewPasswordInputs";
import { ProtoForm } from "../../components/ProtoForm";
import { Section } from "../../components/Section";
import { AccountService, ChangePasswordRequestSchema } from "../../gen/uvboard/v1/account_service_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useInvalidate } from "../../lib/server/query";
import { checkRepeated } from "../../lib/session/password";
import { toast } from "../../lib/ui/toast";

/** Changes the password. This ends all other sessions, and the access tokens unless the user keeps them. */
export function PasswordSection({ username }: { username: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const invalidate = useInvalidate();
  // Passwords must not stay in memory.
  const change = useMutation(AccountService.method.changePassword, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { currentPassword: "", newPassword: "", confirm: "", endTokens: true },
    schema: ChangePasswordRequestSchema,
    toMessage: ({ currentPassword, newPassword, endTokens }) => ({ currentPassword, newPassword, endTokens }),
    check: ({ newPassword, confirm }) => checkRepeated(newPassword, confirm),
    submit: async (request) => {
      await change.mutateAsync(request);
      form.reset();
      heading.current?.focus();
      toast("Password Changed", "You are logged out everywhere else.");
      void invalidate(AccountService.method.listSessions);
    },
    fallback: "Failed to change the password",
  });

  return (
    <Section title="Password" text="Changing it logs you out on other devices." heading={heading}>
      <Box maw={400}>
        <ProtoForm form={form} label="Password">
          {/* For password managers. */}
          <input hidden readOnly name="username" autoComplete="username" value={username} />
          <PasswordInput
            {...form.getInputProps("currentPassword")}
            {...required}
            label="Current Password"
            autoComplete="current-password"
          />
          <NewPasswordInputs form={form} name="newPassword" username={username} />
          <Checkbox
            {...form.getInputProps("endTokens", { type: "checkbox" })}
            label="Also end my access tokens"
            description="Scripts that use them stop working."
          />
          <Button
            type="submit"
            variant="filled"
            mt={4}
            style={{ alignSelf: "start" }}
            w={{ base: "100%", sm: "auto" }}
            loading={form.busy}
          >
            {form.busy ? "Changing..." : "Change Password"}
          </Button>
        </ProtoForm>
      </Box>
    </Section>
  );
}
