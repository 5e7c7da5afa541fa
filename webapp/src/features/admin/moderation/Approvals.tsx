import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Anchor, Badge, Box, Group, Skeleton, Text, Textarea } from "@mantine/core";
import type { DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { LoadMore } from "../../../components/LoadMore";
import { AuthorLink } from "../../../components/project/AuthorLink";
import { RowActions } from "../../../components/RowActions";
import { EmptyState, ErrorState, Loading } from "../../../components/States";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import type { Approval } from "../../../gen/uvboard/v1/moderation_pb";
import { DecideApprovalRequestSchema, ModerationService } from "../../../gen/uvboard/v1/moderation_service_pb";
import { required, toastFailure, useProtoForm } from "../../../lib/form/useProtoForm";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import { act } from "../act";
import { adminTime } from "../date";
import { History, Picture } from "./Case";
import css from "./Moderation.module.css";
import { nouns, whyItWaits } from "./words";

/** The posts that wait for a moderator, oldest first, each approved with one press or refused with a reason. */
export function Approvals() {
  const query = useInfiniteQuery(
    ModerationService.method.listApprovals,
    { pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const posts = query.data?.pages.flatMap((page) => page.approvals);
  if (!posts) {
    return query.error ? (
      <ErrorState level={2} title="Couldn't load the posts" error={query.error} onRetry={query.refetch} />
    ) : (
      <Loading>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={120} my="md" />
        ))}
      </Loading>
    );
  }
  if (posts.length === 0) {
    return (
      <EmptyState
        level={2}
        title="Nothing waits"
        text="Posts of newcomers and posts with watched words appear here. Settings say which."
      />
    );
  }
  return (
    <>
      <ul className="ruled" aria-label="Waiting posts">
        {posts.map((post) => (
          <li key={`${post.targetType}${post.targetId}`}>
            <Post post={post} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} what="Posts" mt="lg" />
    </>
  );
}

function Post({ post }: { post: Approval }) {
  const { target, authorHistory } = post;
  return (
    <article className={css.case}>
      {target?.image ? <Picture src={target.image} /> : null}
      <Box miw={0}>
        <Group gap="sm" mb={6}>
          <Badge>{whyItWaits[post.reason]}</Badge>
          {post.detail && (
            <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
              {post.detail}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {nouns[post.targetType]}
            {post.wasVisible && ", edited"}
          </Text>
        </Group>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          <Anchor href={target?.path} underline="hover" c="bright">
            {target?.title}
          </Anchor>
        </Text>
        <p className={`${css.excerpt} ${css.whole}`}>{post.text}</p>
        {post.links.length > 0 && (
          <ul className={css.links} aria-label="Links">
            {post.links.map((link) => (
              <li key={link}>{link}</li>
            ))}
          </ul>
        )}
        <Text size="sm" c="dimmed" mt="sm">
          {target?.author && <AuthorLink author={target.author} />} on {adminTime(post.createdAt)}
          {target?.author && authorHistory && <History userId={target.author.id} history={authorHistory} />}
        </Text>
      </Box>
      <Group gap="sm" className={css.acts}>
        <Decide post={post} />
      </Group>
    </article>
  );
}

/** A function that lets the lists of decisions be read again. */
function useDecided() {
  const invalidate = useInvalidate();
  return () => invalidate(ModerationService, AdminService.method.getOverview);
}

function Decide({ post }: { post: Approval }) {
  const decide = useMutation(ModerationService.method.decideApproval);
  const decided = useDecided();
  const dialog = useDialog();
  const what = nouns[post.targetType];
  const title = post.target?.title ?? "";
  const approve = async () => {
    const { targetType, targetId, version } = post;
    const done = await act(
      () => decide.mutateAsync({ targetType, targetId, version, approve: true }),
      "Failed to approve the post.",
    );
    await decided(); // also after a failure: the list may be out of date
    if (done) toast("Approved", `Everybody sees the ${what} now.`);
  };
  return (
    <>
      <RowActions
        of={title}
        shown={2}
        actions={[
          {
            label: "Approve",
            name: `Approve the ${what}: ${title}`,
            busy: decide.isPending,
            onClick: () => void approve(),
          },
          { label: "Refuse", name: `Refuse the ${what}: ${title}`, onClick: dialog.open },
        ]}
      />
      <RefuseDialog key={dialog.key} opened={dialog.opened} onClose={dialog.close} post={post} />
    </>
  );
}

/** Asks for the reason of a refusal, which the author reads. */
function RefuseDialog({ post, ...dialog }: DialogProps & { post: Approval }) {
  const decide = useMutation(ModerationService.method.decideApproval);
  const decided = useDecided();
  const what = nouns[post.targetType];
  const form = useProtoForm({
    initialValues: { reason: "" },
    schema: DecideApprovalRequestSchema,
    toMessage: ({ reason }) => {
      const { targetType, targetId, version } = post;
      return { targetType, targetId, version, reason: reason.trim() };
    },
    submit: async (request) => {
      await decide.mutateAsync(request);
      dialog.onClose();
      toast("Refused", `The ${what} stays hidden.`);
      await decided();
    },
    report: (failure) => {
      if (failure.code !== "NOT_WAITING" && failure.code !== "EDITED") return false;
      dialog.onClose(); // decided by another admin, or edited: the list is out of date
      void decided();
      return toastFailure(failure);
    },
    fallback: "Failed to refuse the post.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Refuse this ${what}?`}
      text="It stays hidden from everyone but its author and admins."
      label="Refusal"
      submit="Refuse"
      submitting="Saving..."
    >
      <Textarea
        {...form.getInputProps("reason")}
        {...required}
        label="Reason"
        description="Its author reads it"
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
      />
    </FormDialog>
  );
}
