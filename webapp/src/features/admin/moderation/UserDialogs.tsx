import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useMutation } from "@connectrpc/connect-query";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import {
  LiftSuspensionRequestSchema,
  ModerationService,
  SuspendUserRequestSchema,
  WarnUserRequestSchema,
} from "../../../gen/uvboard/v1/moderation_service_pb";
import { required, useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { useSession } from "../../../lib/session/session";
import { toast } from "../../../lib/ui/toast";
import { useReasonNote } from "./useReasonNote";

type Props = DialogProps & { userId: string; name: string };

const areaProps = { autosize: true, minRows: 2, maxRows: 8 } as const;

/** Warns a user. `reported` says that an open report is the occasion. */
export function WarnDialog({ userId, name, reported, ...dialog }: Props & { reported?: boolean }) {
  const warn = useMutation(ModerationService.method.warnUser);
  const invalidate = useInvalidate();
  const note = useReasonNote("warned");
  const form = useProtoForm({
    initialValues: { reason: "" },
    schema: WarnUserRequestSchema,
    toMessage: ({ reason }) => ({ userId, reason: reason.trim() }),
    submit: async (request) => {
      await warn.mutateAsync(request);
      dialog.onClose();
      toast("Success", `${name} has been warned.`);
      await invalidate(ModerationService, AdminService);
    },
    fallback: "Failed to warn the user.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Warn ${name}`}
      label="Warning"
      text={`They see the warning on every page until they dismiss it, and get it by email if their address is confirmed.${reported ? " The report stays open." : ""}`}
      submit="Send Warning"
      submitting="Sending..."
    >
      <Textarea
        {...form.getInputProps("reason")}
        {...required}
        {...areaProps}
        label="What is wrong?"
        description={note}
        data-autofocus
      />
    </FormDialog>
  );
}

const lengths = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
];
const adminLengths = [...lengths, { value: "date", label: "Until a date" }, { value: "ban", label: "For good (ban)" }];

const dayMs = 24 * 60 * 60 * 1000;

/** The end of a suspension; undefined for a ban. A date means its end, in the admin's time zone. */
function endOf(length: string, date: string): Date | undefined {
  if (length === "ban") return undefined;
  if (length === "date") return new Date(`${date}T23:59:59`);
  return new Date(Date.now() + Number(length) * dayMs);
}

/** Suspends a user for a time, which for moderators is at most 30 days, or bans them. `reported` is that of WarnDialog. */
export function SuspendDialog({ userId, name, reported, ...dialog }: Props & { reported?: boolean }) {
  const { user } = useSession();
  const suspend = useMutation(ModerationService.method.suspendUser);
  const invalidate = useInvalidate();
  const note = useReasonNote("told");
  const form = useProtoForm({
    initialValues: { length: "7", date: "", reason: "" },
    schema: SuspendUserRequestSchema,
    toMessage: ({ length, date, reason }) => {
      const end = endOf(length, date);
      const known = end && !Number.isNaN(end.getTime());
      return { userId, reason: reason.trim(), until: known ? timestampFromDate(end) : undefined };
    },
    check: ({ length, date }): Record<string, string> => {
      if (length !== "date") return {};
      const end = endOf(length, date)?.getTime() ?? Number.NaN;
      return end > Date.now() ? {} : { date: "Choose a day from today on" };
    },
    submit: async (request) => {
      await suspend.mutateAsync(request);
      dialog.onClose();
      toast("Success", request.until ? `${name} has been suspended.` : `${name} has been banned.`);
      await invalidate(ModerationService, AdminService);
    },
    fallback: "Failed to suspend the user.",
  });
  const { length } = form.getValues();
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Suspend ${name}`}
      label="Suspension"
      text={`They can read, but not post, vote or edit${length === "ban" ? ", and their votes no longer count" : ""}.${reported ? " The report stays open." : ""}`}
      submit={length === "ban" ? "Ban" : "Suspend"}
      submitting="Saving..."
      color="quench"
    >
      <NativeSelect {...form.getInputProps("length")} label="How long?" data={user?.isAdmin ? adminLengths : lengths} />
      {length === "date" && <TextInput {...form.getInputProps("date")} {...required} type="date" label="Last day" />}
      <Textarea
        {...form.getInputProps("reason")}
        {...required}
        {...areaProps}
        label="Reason"
        description={note}
        data-autofocus
      />
    </FormDialog>
  );
}

/** Ends a suspension or a ban. */
export function LiftDialog({ userId, name, ...dialog }: Props) {
  const lift = useMutation(ModerationService.method.liftSuspension);
  const invalidate = useInvalidate();
  const note = useReasonNote("told");
  const form = useProtoForm({
    initialValues: { reason: "" },
    schema: LiftSuspensionRequestSchema,
    toMessage: ({ reason }) => ({ userId, reason: reason.trim() }),
    submit: async (request) => {
      await lift.mutateAsync(request);
      dialog.onClose();
      toast("Success", `${name} can write again.`);
      await invalidate(ModerationService, AdminService);
    },
    fallback: "Failed to lift the suspension.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Lift the suspension of ${name}`}
      label="End of the suspension"
      text="They can post, vote and edit again, and their votes count."
      submit="Lift"
      submitting="Saving..."
    >
      <Textarea
        {...form.getInputProps("reason")}
        {...areaProps}
        label="Reason"
        description={`Optional. ${note}`}
        data-autofocus
      />
    </FormDialog>
  );
}
