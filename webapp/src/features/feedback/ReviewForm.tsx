import { useMutation } from "@connectrpc/connect-query";
import { Button, Group, Radio, Text, Textarea } from "@mantine/core";
import { ProtoForm } from "../../components/ProtoForm";
import { type ReviewAssignment, ReviewReach } from "../../gen/uvboard/v1/feedback_pb";
import { FeedbackService, WriteReviewRequestSchema } from "../../gen/uvboard/v1/feedback_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { labelWithAside } from "../../lib/form/labelWithAside";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useSizeLimits } from "../../lib/form/useRules";
import { useKeepText, useSavedText } from "../../lib/form/useSavedText";
import { useInvalidate } from "../../lib/server/query";
import { count } from "../../lib/text/text";
import css from "./Review.module.css";
import { rules } from "./rules";

const texts = [
  { name: "firstImpression", label: "First impression", hint: "What did you think it is, and for whom?" },
  { name: "tried", label: "What did you try?", hint: "The steps you took, and where you ended up." },
  { name: "broke", label: "What broke?", hint: "Errors, dead ends, and what you didn't understand." },
  { name: "suggestion", label: "One suggestion", hint: "The one thing you'd change next." },
] as const;

const length = (text: string): number => Array.from(text.trim()).length;

/** The form of a review. Typed text stays in this browser until it is sent, or the project is skipped. */
export function ReviewForm({
  review,
  keptAs,
  onWritten,
  onSkip,
  skipping,
}: {
  review: ReviewAssignment;
  keptAs: string;
  onWritten: () => void;
  onSkip: () => void;
  skipping: boolean;
}) {
  const invalidate = useInvalidate();
  const write = useMutation(FeedbackService.method.writeReview);
  const limits = useSizeLimits(WriteReviewRequestSchema);
  const answers = review.questions.map((question, i) => ({ name: `answer${i}`, label: question }));
  const empty: Record<string, string> = {
    reach: "",
    ...Object.fromEntries([...texts, ...answers].map(({ name }) => [name, ""])),
  };
  const saved = useSavedText(keptAs, empty);
  const form = useProtoForm({
    initialValues: saved.start,
    schema: WriteReviewRequestSchema,
    toMessage: (values) => ({
      id: review.id,
      reach: Number(values.reach) as ReviewReach,
      ...Object.fromEntries(texts.map(({ name }) => [name, values[name]?.trim()])),
      answers: answers.map(({ name }) => values[name]?.trim() ?? ""),
    }),
    // The rule of the message says that one is too long, not which.
    check: (values) =>
      Object.fromEntries(
        answers
          .filter(({ name }) => length(values[name] ?? "") > (limits.answers?.max ?? Number.POSITIVE_INFINITY))
          .map(({ name }) => [name, `An answer must be ${limits.answers?.max} characters or less`]),
      ),
    submit: async (message) => {
      await write.mutateAsync(message);
      saved.clear();
      onWritten();
      void invalidate(ProjectService, FeedbackService);
    },
    fallback: "Failed to send the review",
  });
  useKeepText(keptAs, form.values, empty);

  const written = [...texts, ...answers].reduce((sum, { name }) => sum + length(form.values[name] ?? ""), 0);
  const area = (name: string, label: string, max: number | undefined) => ({
    ...form.getInputProps(name),
    ...labelWithAside(
      label,
      max === undefined ? undefined : `${count(length(form.values[name] ?? ""))} / ${count(max)}`,
    ),
    autosize: true,
    minRows: 2,
    maxRows: 16,
  });
  return (
    <ProtoForm form={form} label="Your review">
      <Radio.Group
        value={form.values.reach}
        onChange={(value) => form.setFieldValue("reach", value)}
        error={form.errors.reach}
        labelProps={required.labelProps}
        label="How far did you get?"
      >
        <Group gap="lg" mt="sm">
          <Radio value={String(ReviewReach.OPENED)} label="I opened it and looked around" />
          <Radio value={String(ReviewReach.USED)} label="I used it" />
          <Radio value={String(ReviewReach.COULD_NOT)} label="I couldn't open or use it" />
        </Group>
      </Radio.Group>
      {texts.map(({ name, label, hint }) => (
        <Textarea key={name} {...area(name, label, limits[name]?.max)} description={hint} />
      ))}
      {answers.map(({ name, label }) => (
        <Textarea key={name} {...area(name, label, limits.answers?.max)} description="The maker's question" />
      ))}
      <div className={css.foot}>
        <Text size="sm" c="dimmed">
          {written < rules.minCharacters
            ? `${count(written)} of at least ${rules.minCharacters} characters`
            : `${count(written)} characters`}
        </Text>
        <Button variant="subtle" loading={skipping} disabled={form.busy} onClick={onSkip}>
          Skip this project
        </Button>
        <Button type="submit" variant="filled" loading={form.busy} disabled={skipping}>
          {form.busy ? "Sending..." : "Send Review"}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        Your review is public, with your name. You may skip {rules.skipsPerDay} projects a day.
      </Text>
    </ProtoForm>
  );
}
