import { useMutation } from "@connectrpc/connect-query";
import { Radio, Stack, Textarea } from "@mantine/core";
import type { DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import type { AdminUser } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService, SetUserRoleRequestSchema } from "../../../gen/uvboard/v1/admin_service_pb";
import { Role } from "../../../gen/uvboard/v1/user_pb";
import { toastFailure, useProtoForm } from "../../../lib/form/useProtoForm";
import { failureMessage } from "../../../lib/server/failure";
import { useInvalidate } from "../../../lib/server/query";
import { toast, toastError } from "../../../lib/ui/toast";
import { roles } from "./roles";

/** Sets the role of a user. */
export function RoleDialog({ user, ...dialog }: DialogProps & { user: AdminUser }) {
  const set = useMutation(AdminService.method.setUserRole);
  const invalidate = useInvalidate();
  const undo = async () => {
    try {
      await set.mutateAsync({ id: user.id, role: user.role, reason: "Undo" });
      toast("Success", "Undone.");
    } catch (error) {
      toastError("Error", failureMessage(error, "Failed to undo."));
    }
    await invalidate(AdminService);
  };
  const form = useProtoForm({
    initialValues: { role: String(user.role), reason: "" },
    schema: SetUserRoleRequestSchema,
    toMessage: ({ role, reason }) => ({ id: user.id, role: Number(role), reason: reason.trim() }),
    submit: async (request) => {
      await set.mutateAsync(request);
      dialog.onClose();
      await invalidate(AdminService);
      toast("Success", `${user.username} is now ${roles[request.role ?? Role.UNSPECIFIED].now}.`, {
        label: "Undo",
        run: () => void undo(),
      });
    },
    report: toastFailure,
    fallback: "Failed to update admin status.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Role of ${user.username}`}
      label={`Role of ${user.username}`}
      text="They are told, and sessions without a recent login end."
      submit="Change Role"
      submitting="Saving..."
      disabled={form.getValues().role === String(user.role)}
    >
      <Radio.Group {...form.getInputProps("role")} label="Role">
        <Stack gap="sm" mt="sm">
          {([Role.MEMBER, Role.MODERATOR, Role.ADMIN] as const).map((role) => (
            <Radio key={role} value={String(role)} label={roles[role].name} description={roles[role].may} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        {...form.getInputProps("reason")}
        label="Reason (optional)"
        description="It is kept in the audit log."
        autosize
        minRows={2}
        maxRows={6}
      />
    </FormDialog>
  );
}
