import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Anchor, Badge, Box, Group, Skeleton, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { LoadMore } from "../../../components/LoadMore";
import { AuthorLink } from "../../../components/project/AuthorLink";
import { RowActions } from "../../../components/RowActions";
import { EmptyState, ErrorState, Loading } from "../../../components/States";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { type Appeal, AppealOutcome, AppealStatus } from "../../../gen/uvboard/v1/appeal_pb";
import { AppealService, DecideAppealRequestSchema } from "../../../gen/uvboard/v1/appeal_service_pb";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { required, toastFailure, useProtoForm } from "../../../lib/form/useProtoForm";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { useSession } from "../../../lib/session/session";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import { adminTime } from "../date";
import { Picture } from "./Case";
import css from "./Moderation.module.css";
import { useReasonNote } from "./useReasonNote";
import { actWords, nouns } from "./words";

/** The appeals that wait for a moderator, oldest first. */
export function Appeals() {
  const query = useInfiniteQuery(
    AppealService.method.listAppeals,
    { status: AppealStatus.OPEN, pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const appeals = query.data?.pages.flatMap((page) => page.appeals);
  if (!appeals) {
    return query.error ? (
      <ErrorState level={2} title="Couldn't load the appeals" error={query.error} onRetry={query.refetch} />
    ) : (
      <Loading>
        {[1, 2].map((row) => (
          <Skeleton key={row} height={120} my="md" />
        ))}
      </Loading>
    );
  }
  if (appeals.length === 0) {
    return (
      <EmptyState level={2} title="No open appeals" text="Authors can appeal when something is hidden or suspended." />
    );
  }
  return (
    <>
      <ul className="ruled" aria-label="Appeals">
        {appeals.map((appeal) => (
          <li key={appeal.id}>
            <Item appeal={appeal} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} what="Appeals" mt="lg" />
    </>
  );
}

const titleOf = ({ target, targetType }: Appeal) => target?.title ?? `a deleted ${nouns[targetType]}`;

function Item({ appeal }: { appeal: Appeal }) {
  const { target, targetType, decision, message, createdAt, mayDecide } = appeal;
  const { user } = useSession();
  const own = decision?.moderator !== undefined && decision.moderator.id === user?.id;
  const [outcome, setOutcome] = useState(AppealOutcome.GRANT);
  const dialog = useDialog();
  const decide = (next: AppealOutcome) => {
    setOutcome(next);
    dialog.open();
  };
  return (
    <article className={css.case}>
      {target?.image ? <Picture src={target.image} round={targetType === ReportTargetType.USER} /> : null}
      <Box miw={0}>
        <Group gap="sm" mb={6}>
          <Badge>Appeal</Badge>
          <Text size="sm" c="dimmed">
            {nouns[targetType]}
          </Text>
        </Group>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {target?.path ? (
            <Anchor href={target.path} underline="hover" c="bright">
              {titleOf(appeal)}
            </Anchor>
          ) : (
            titleOf(appeal)
          )}
        </Text>
        {target?.excerpt && <p className={css.excerpt}>{target.excerpt}</p>}
        {decision && (
          <Text size="sm" c="dimmed" mt="sm" style={{ overflowWrap: "anywhere" }}>
            {decision.moderator ? <AuthorLink author={decision.moderator} /> : "The operator"}{" "}
            {actWords(decision.action)} {targetType === ReportTargetType.USER ? "this user" : "it"} on{" "}
            {adminTime(decision.createdAt)}: “{decision.reason}”
          </Text>
        )}
        <Text size="sm" mt={4} style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
          {target?.author ? <AuthorLink author={target.author} /> : "The author"} appealed on {adminTime(createdAt)}: “
          {message}”
        </Text>
        {own && (
          <Text size="sm" c="dimmed" mt={4}>
            {mayDecide
              ? "You made this decision. Nobody else can decide the appeal, so you may, and the log says so."
              : "You made this decision, so another moderator must decide the appeal."}
          </Text>
        )}
        {!own && !mayDecide && (
          <Text size="sm" c="dimmed" mt={4}>
            This is your appeal, so another moderator must decide it.
          </Text>
        )}
      </Box>
      {mayDecide && (
        <Group gap="sm" className={css.acts}>
          <RowActions
            of={titleOf(appeal)}
            shown={2}
            actions={[
              {
                label: targetType === ReportTargetType.USER ? "Lift" : "Restore",
                name: `Grant the appeal about ${titleOf(appeal)}`,
                onClick: () => decide(AppealOutcome.GRANT),
              },
              {
                label: "Refuse",
                name: `Refuse the appeal about ${titleOf(appeal)}`,
                onClick: () => decide(AppealOutcome.REFUSE),
              },
            ]}
          />
          <DecideAppealDialog
            key={dialog.key}
            opened={dialog.opened}
            onClose={dialog.close}
            appeal={appeal}
            outcome={outcome}
          />
        </Group>
      )}
    </article>
  );
}

/** Asks for the reason of an outcome, which the author reads. */
function DecideAppealDialog({ appeal, outcome, ...dialog }: DialogProps & { appeal: Appeal; outcome: AppealOutcome }) {
  const decide = useMutation(AppealService.method.decideAppeal);
  const invalidate = useInvalidate();
  const note = useReasonNote("told");
  const isUser = appeal.targetType === ReportTargetType.USER;
  const grants = outcome === AppealOutcome.GRANT;
  const refresh = () => invalidate(AppealService, AdminService.method.getOverview);
  const form = useProtoForm({
    initialValues: { reason: "" },
    schema: DecideAppealRequestSchema,
    toMessage: ({ reason }) => ({ id: appeal.id, outcome, reason: reason.trim() }),
    submit: async (request) => {
      await decide.mutateAsync(request);
      dialog.onClose();
      toast("Success", grants ? "The appeal was granted." : "The appeal was refused.");
      await refresh();
    },
    report: (failure) => {
      if (failure.code !== "APPEAL_DECIDED") return false;
      dialog.onClose(); // by another moderator: the list is out of date
      void refresh();
      return toastFailure(failure);
    },
    fallback: "Failed to decide the appeal.",
  });
  const text = isUser ? "The suspension ends at once." : "Everybody will see it again.";
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={grants ? "Grant this appeal?" : "Refuse this appeal?"}
      text={grants ? text : "The decision stands, and can't be appealed again."}
      label="Appeal"
      submit={grants ? "Grant" : "Refuse"}
      submitting="Saving..."
    >
      <Textarea
        {...form.getInputProps("reason")}
        {...required}
        label="Reason"
        description={note}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
      />
    </FormDialog>
  );
}
