import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, Group, Paper, Text } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { SideError } from "../../components/States";
import type { FeedbackRequest } from "../../gen/uvboard/v1/feedback_pb";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { plural } from "../../lib/text/text";
import { toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";
import css from "./Feedback.module.css";

const loadDialog = () => import("./AskForReviewDialog").then((file) => file.AskForReviewDialog);

/**
 * Where the owner of a project asks for a review, sees how many come before it, and takes the request back. A project that is published for
 * the first time has a request, without questions.
 */
export function AskForReview({ project }: { project: Project }) {
  const { data, error, refetch } = useQuery(
    FeedbackService.method.getFeedbackRequest,
    { projectId: project.id },
    { staleTime: stale.now },
  );
  const dialog = useDialog();
  const Dialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  if (error && !data) return <SideError error={error} onRetry={() => void refetch()} />;
  const request = data?.request;
  return (
    <Paper withBorder px="md" py="sm" role="group" aria-label="Review by a member" mih={66}>
      <Group justify="space-between" gap="sm 16px">
        <div style={{ flex: "1 1 280px" }}>
          {request ? (
            <Waiting request={request} />
          ) : (
            <>
              <Text fw={560} size="md">
                Get a review
              </Text>
              <Text size="sm" c="dimmed">
                A member tries your project and says what works and what broke.
              </Text>
            </>
          )}
        </div>
        {request && <TakeBack project={project} />}
        <Button size="sm" disabled={!data} onClick={dialog.open}>
          <IconChecklist size={16} />
          {!request ? "Ask for a Review" : request.questions.length > 0 ? "Edit Questions" : "Add Questions"}
        </Button>
      </Group>
      {Dialog && (
        <Dialog
          key={dialog.key}
          project={project}
          questions={request?.questions}
          opened={dialog.opened}
          onClose={dialog.close}
        />
      )}
    </Paper>
  );
}

function Waiting({ request: { isOwed, ahead, questions } }: { request: FeedbackRequest }) {
  const before = `${plural(ahead, "project")} ${ahead === 1 ? "gets" : "get"} a reviewer first.`;
  return (
    <>
      <Text fw={560} size="md">
        In line for a review
      </Text>
      <Text size="sm" c="dimmed">
        {ahead === 0 ? "Your project is next." : before}
        {isOwed && " Projects without an answer go first. We owe you this one, so it goes before others like it."}
        {questions.length === 0 && " Ask your reviewer up to three questions."}
      </Text>
      {questions.length > 0 && (
        <Text component="ol" size="sm" mt={8} className={css.questions}>
          {questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </Text>
      )}
    </>
  );
}

function TakeBack({ project }: { project: Project }) {
  const invalidate = useInvalidate();
  const remove = useMutation(FeedbackService.method.deleteFeedbackRequest, {
    onSuccess: () => invalidate(FeedbackService.method.getFeedbackRequest, FeedbackService.method.getReviewBalance),
    onError: (error) => toastError("Error", failureMessage(error, "Failed to take the request back")),
    onSettled: () => confirm.close(),
  });
  const confirm = useDialog();
  return (
    <>
      <Button variant="subtle" size="sm" loading={remove.isPending} onClick={confirm.open}>
        Take Back
      </Button>
      <ConfirmDialog
        key={confirm.key}
        opened={confirm.opened}
        onClose={confirm.close}
        title="Take back your request?"
        text="Your project leaves the line, and your questions are deleted. If you ask again, it starts at the end."
        action="Take back"
        busyAction="Taking back..."
        cancel="Keep it"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ projectId: project.id })}
      />
    </>
  );
}
