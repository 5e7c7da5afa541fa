import { useMutation } from "@connectrpc/connect-query";
import { Stack, TextInput } from "@mantine/core";
import { TextLink } from "../../components/ButtonLink";
import type { DialogProps } from "../../components/Dialog";
import { FormDialog } from "../../components/FormDialog";
import { FeedbackService, SetFeedbackRequestRequestSchema } from "../../gen/uvboard/v1/feedback_service_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { toastFailure, useProtoForm } from "../../lib/form/useProtoForm";
import { paths } from "../../lib/page/paths";
import { useInvalidate } from "../../lib/server/query";
import { toast } from "../../lib/ui/toast";

const examples = [
  "Did you get in without help?",
  "What did you expect it to do that it didn't?",
  "Would you use it again, and for what?",
];

/** Asks for a review of a project with up to three questions, or changes those of a request that waits. */
export function AskForReviewDialog({
  project,
  questions,
  onClose,
  ...dialog
}: DialogProps & { project: Project /** Of the request that waits. */; questions?: string[] | undefined }) {
  const invalidate = useInvalidate();
  const set = useMutation(FeedbackService.method.setFeedbackRequest);
  const form = useProtoForm({
    initialValues: { questions: examples.map((_, i) => questions?.[i] ?? "") },
    schema: SetFeedbackRequestRequestSchema,
    toMessage: ({ questions }) => ({ projectId: project.id, questions }),
    submit: async (message) => {
      await set.mutateAsync(message);
      await invalidate(FeedbackService.method.getFeedbackRequest, FeedbackService.method.getReviewBalance);
      onClose();
      if (!questions) toast("You asked for a review", "We'll tell you when it's written.");
    },
    report: toastFailure,
    fallback: "Failed to ask for a review",
  });
  const { error } = form.getInputProps("questions");
  return (
    <FormDialog
      {...dialog}
      form={form}
      label={questions ? "Questions for your reviewer" : "Ask for a review"}
      title={questions ? "Questions for Your Reviewer" : "Ask for a Review"}
      text={
        <>
          A member tries your project and writes how far they got, what broke and what to change. Add up to three
          questions of your own, or none. <TextLink to={paths.feedbackRules}>How it works</TextLink>
        </>
      }
      submit={questions ? "Save Questions" : "Ask for a Review"}
      submitting={questions ? "Saving..." : "Asking..."}
      onClose={onClose}
    >
      <Stack gap={16} mt="md">
        {examples.map((example, i) => (
          <TextInput
            key={example}
            {...form.getInputProps(`questions.${i}`)}
            {...(i === 0 && { error })}
            label={`Question ${i + 1}`}
            placeholder={example}
            maxLength={200}
            data-autofocus={i === 0 || undefined}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}
