import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, List, NativeSelect, Radio, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { Dialog, type DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { DeletedContent } from "../../../gen/uvboard/v1/account_service_pb";
import { BulkAction, type BulkResult } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService, RunBulkActionRequestSchema } from "../../../gen/uvboard/v1/admin_service_pb";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { required, toastFailure, useProtoForm } from "../../../lib/form/useProtoForm";
import { failureMessage } from "../../../lib/server/failure";
import { stale } from "../../../lib/server/stale";
import { toastError } from "../../../lib/ui/toast";
import { type Act, type ActKind, type ActRow, actWords, changes, counted, nouns } from "./acts";

const dayMs = 24 * 60 * 60 * 1000;

/** The end of a suspension; a ban has none. */
const endOf = (days: string) => (days ? timestampFromDate(new Date(Date.now() + Number(days) * dayMs)) : undefined);

/** Previews an action, asks for its parameters and runs it. Rows that failed are listed with the reason. */
export function ActDialog({
  type,
  act,
  rows,
  onDone,
  ...dialog
}: DialogProps & {
  type: ActKind;
  act: Act;
  rows: ActRow[];
  onDone: (act: Act, rows: ActRow[], results: BulkResult[]) => Promise<void>;
}) {
  const { one, many, noDelete } = nouns[type];
  const words = actWords[act];
  const ids = rows.map(({ id }) => id);
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? id;
  const [failed, setFailed] = useState<BulkResult[]>([]);
  const run = useMutation(AdminService.method.runBulkAction);
  const fallback = act === BulkAction.DELETE ? noDelete : `Failed to update the ${rows.length === 1 ? one : many}.`;
  const form = useProtoForm({
    initialValues: { content: String(DeletedContent.ERASE), days: "7", reason: "" },
    schema: RunBulkActionRequestSchema,
    toMessage: ({ content, days, reason }) => ({
      targetType: type,
      ids,
      action: act,
      content: deletesUsers ? Number(content) : DeletedContent.UNSPECIFIED,
      until: act === BulkAction.SUSPEND ? endOf(days) : undefined,
      reason: reason.trim(),
    }),
    submit: async (request) => {
      const { results } = await run.mutateAsync(request);
      const errors = results.filter(({ isDone }) => !isDone);
      if (errors.length > 0 && rows.length > 1) setFailed(errors);
      else dialog.onClose();
      await onDone(act, rows, results);
      if (errors[0] && rows.length === 1) toastError("Error", errors[0].error || fallback);
    },
    report: toastFailure,
    fallback,
  });
  const deletesUsers = type === ReportTargetType.USER && act === BulkAction.DELETE;
  const needsReason = act === BulkAction.HIDE || act === BulkAction.RESTORE || act === BulkAction.SUSPEND;
  const preview = useQuery(
    AdminService.method.previewBulkAction,
    { targetType: type, ids, action: act, content: deletesUsers ? Number(form.getValues().content) : 0 },
    { enabled: dialog.opened && ids.length > 0, staleTime: stale.now },
  );
  const sum = preview.data?.summary;
  const what = sum ? changes(sum) : "";
  const title = `${words.label}: ${rows.length === 1 ? (rows[0]?.name ?? "") : counted(rows.length, one, many)}`;

  if (failed.length > 0) {
    return (
      <Dialog {...dialog} title={title} actions={<Button onClick={dialog.onClose}>Close</Button>}>
        <Text>{counted(failed.length, `${one} was`, `${many} were`)} not changed:</Text>
        <Reasons results={failed} nameOf={nameOf} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={title}
      label={title}
      text={
        preview.error ? (
          failureMessage(preview.error, "Couldn't load what this changes.")
        ) : sum ? (
          <>
            {what ? `This ${words.verb} ${what}.` : "This changes nothing."}
            {sum.unchanged > 0 &&
              ` ${counted(sum.unchanged, one, many)} ${sum.unchanged === 1 ? "is" : "are"} ${words.already} already.`}
            {act === BulkAction.DELETE && what && " This action cannot be undone."}
          </>
        ) : (
          <Skeleton component="span" display="block" height={16} />
        )
      }
      submit={words.label}
      submitting={words.doing}
      color={act === BulkAction.DELETE ? "quench" : undefined}
      disabled={!what}
    >
      {sum && sum.refused.length > 0 && (
        <div>
          <Text size="sm">Not possible for:</Text>
          <Reasons results={sum.refused} nameOf={nameOf} />
        </div>
      )}
      {deletesUsers && (
        <Radio.Group {...form.getInputProps("content")} label="Their projects, stories, posts and comments">
          <Stack gap="sm" mt="sm">
            <Radio value={String(DeletedContent.ERASE)} label="Erase, with their votes" />
            <Radio value={String(DeletedContent.ANONYMISE)} label="Keep, without their name" />
          </Stack>
        </Radio.Group>
      )}
      {act === BulkAction.SUSPEND && (
        <NativeSelect
          {...form.getInputProps("days")}
          label="How long"
          data={[
            { value: "1", label: "1 day" },
            { value: "7", label: "7 days" },
            { value: "30", label: "30 days" },
            { value: "", label: "No end (ban)" },
          ]}
        />
      )}
      <Textarea
        {...form.getInputProps("reason")}
        {...(needsReason ? required : {})}
        label={needsReason ? "Reason" : "Reason (optional)"}
        description={
          act === BulkAction.SUSPEND
            ? "The user reads it. It is kept in the audit log."
            : deletesUsers
              ? "The user reads it in the last email. It is kept in the audit log."
              : "It is kept in the audit log."
        }
        autosize
        minRows={2}
        maxRows={6}
      />
    </FormDialog>
  );
}

const Reasons = ({ results, nameOf }: { results: BulkResult[]; nameOf: (id: string) => string }) => (
  <List size="sm">
    {results.map(({ id, error }) => (
      <List.Item key={id}>
        {nameOf(id)}: {error}
      </List.Item>
    ))}
  </List>
);
